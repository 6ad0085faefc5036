import {
  type GameName,
  type GuessMove,
  type GuessRules,
  type Move,
  meets,
  type Outcome,
  outcomeOf,
  type Round,
  type RoundStatus,
  type View,
  viewOf,
} from '@pipkin/games'
import { type Money, moneyText, times } from '@pipkin/money'
import { timesText } from '../../games/bet/odds-text.ts'

export const gameTitles: Readonly<Record<GameName, string>> = {
  'guess-number': 'Guess Number',
  mines: 'Mines',
  'slot-machine': 'Fruit Slot',
  'tic-tac-toe': 'Tic-Tac-Toe',
}

export const replayTitles: Readonly<Record<GameName, string>> = {
  'guess-number': 'Draw replayed',
  mines: 'Layout replayed',
  'slot-machine': 'Reels replayed',
  'tic-tac-toe': 'Game replayed',
}

/** The slot's four symbols, as the rules number them. */
export const fruits = ['cherry', 'lemon', 'grapes', 'watermelon'] as const

/** `row 2, column 3` of a board that is so many cells wide; cells count from 0. */
export const cellText = (cell: number, width: number): string =>
  `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`

/** What the replay of an ended round dealt, in a few words. */
export function replayInWords(round: Round): string {
  return round.kind ? dealtInWords(round) : `${dealtInWords(round)}, in a hard round`
}

function dealtInWords(round: Round): string {
  const view = viewOf(round)
  if ('revealed' in view) {
    const { mines = [], multipliers = [] } = view
    return `${mines.length} mines and ${multipliers.length - mines.length} multipliers, all the same`
  }
  if ('numbers' in view) return `${view.numbers.length} numbers, and ${view.result} is drawn`
  if ('board' in view) return `O replies to ${count(round.moves.length, 'move')} as it did`
  return capital((view.reels ?? []).map((symbol) => fruits[symbol]).join(', '))
}

/** Why an ended round pays what it pays: `3 tiles, 0.5× + 1× + 0.5× of 20 is 40`. */
export function payoutInWords(round: Round, stake: Money): string {
  const outcome = outcomeOf(round)
  if (!outcome) return 'The round is still open'
  const view = viewOf(round)
  if ('revealed' in view) return minesPayout(view.revealed, stake)
  const why = reasonOf(round, outcome)
  return outcome.pays === 0 ? `${why}: nothing` : `${why}: ${multiplied([outcome.pays], stake)}`
}

function minesPayout(
  revealed: readonly { cell: number; multiplier: number }[],
  stake: Money,
): string {
  const mine = revealed.find(({ multiplier }) => multiplier === 0)
  if (mine) return `${capital(cellText(mine.cell, 5))} was a mine: nothing`
  const multipliers = revealed.map(({ multiplier }) => multiplier)
  return `${count(revealed.length, 'tile')}, ${multiplied(multipliers, stake)}`
}

const ends: Readonly<Record<'slot-machine' | 'tic-tac-toe', Partial<Record<RoundStatus, string>>>> =
  {
    'slot-machine': { Win: 'Three of a kind', PartialWin: 'Two of a kind', Loss: 'All different' },
    'tic-tac-toe': { Win: 'X has three in a row', Tie: 'A tie', Loss: 'O has three in a row' },
  }

function reasonOf(round: Round, { status }: Outcome): string {
  const { rules, moves } = round
  if (rules.game === 'guess-number') return guessReason(rules, moves, viewOf(round))
  return (rules.game !== 'mines' && ends[rules.game][status]) || status
}

function guessReason(rules: GuessRules, [choice]: readonly Move[], view: View): string {
  if (!choice || !('choice' in choice) || !('numbers' in view) || view.result === undefined)
    return ''
  return `${view.result} is ${meets(rules, choice, view.result) ? '' : 'not '}${choiceText(rules, choice)}`
}

function choiceText({ ranges }: GuessRules, choice: GuessMove): string {
  switch (choice.choice) {
    case 'number':
      return `your number ${choice.number}`
    case 'range':
      return `in ${choice.from}–${ranges.find(([from]) => from === choice.from)?.[1]}`
    default:
      return choice.choice
  }
}

const multiplied = (multipliers: readonly number[], stake: Money): string => {
  const whole = multipliers.reduce((sum, multiplier) => sum + multiplier, 0)
  return `${multipliers.map(timesText).join(' + ')} of ${moneyText(stake)} is ${moneyText(times(stake, whole))}`
}

const count = (size: number, noun: string): string => `${size} ${noun}${size === 1 ? '' : 's'}`
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
