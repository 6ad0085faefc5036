import type { GuessRules, MinesRules, Rules, SlotRules, TicTacToeRules } from '@pipkin/games'
import { timesText as times } from '../../games/bet/odds-text.ts'

/**
 * What a rules object says, in sentences for the player. The last is of its hard rounds, where
 * there are any.
 */
export function rulesInWords(rules: Rules): string[] {
  const [plain, hard] = sentences(rules)
  return rules.winPercentage === 100 ? plain : [...plain, hard]
}

function sentences(rules: Rules): [plain: string[], hard: string] {
  switch (rules.game) {
    case 'mines':
      return ofMines(rules)
    case 'guess-number':
      return ofGuess(rules)
    case 'slot-machine':
      return ofSlot(rules)
    case 'tic-tac-toe':
      return ofTicTacToe(rules)
  }
}

const listed = new Intl.ListFormat('en-GB')

function ofMines({ cells, mines, hardMines, multipliers }: MinesRules): [string[], string] {
  const worth = multipliers.map(([multiplier, count]) => `${count} are worth ${times(multiplier)}`)
  return [
    [
      `${cells} cells hide ${mines} mines. Of the ${cells - mines} others ${listed.format(worth)} the stake.`,
      'Each safe cell that you open adds to your win. After one or more you can cash it out; a mine takes it all.',
    ],
    `In a hard round ${hardMines === cells ? 'every cell is a mine' : `${hardMines} cells are mines`}.`,
  ]
}

function ofGuess({ numbers, of, ranges, numberPays, extraPays }: GuessRules): [string[], string] {
  const spans = listed.format(ranges.map(([from, to]) => `${from}–${to}`))
  return [
    [
      `${numbers} numbers from 1 to ${of} are shown, and one of them is drawn.`,
      `The right number pays ${times(numberPays)} the stake in all; even, odd and the ranges ${spans} pay ${times(extraPays)}.`,
    ],
    'In a hard round a choice that wins with the first draw stands or falls with a second one.',
  ]
}

function ofSlot({ reels, symbols, jackpotPays, pairPays }: SlotRules): [string[], string] {
  return [
    [
      `${reels} reels of ${symbols} fruits, each as likely as the others.`,
      `Three of a kind pay ${times(jackpotPays)} the stake in all, two ${times(pairPays)}.`,
    ],
    'In a hard round a spin that would pay is replaced by another one.',
  ]
}

function ofTicTacToe({ winPays, tiePays }: TicTacToeRules): [string[], string] {
  return [
    [
      'You are X and begin.',
      `A win pays ${times(winPays)} the stake in all, a tie ${times(tiePays)}.`,
    ],
    'In a hard round O plays without a fault; in the others it only stops your next move from winning.',
  ]
}
