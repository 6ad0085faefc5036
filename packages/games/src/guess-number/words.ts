import type { GameWords, RoundOf } from '../game.ts'
import { outcomeOf, viewOf } from '../round.ts'
import { listed, paidFor, timesText } from '../words.ts'
import { type GuessMove, meets } from './choices.ts'
import type { GuessState, GuessView } from './rules.ts'
import type { GuessRules } from './settings.ts'

export const guessWords: GameWords<GuessRules, GuessMove, GuessState, GuessView> = {
  inOneLine: () => 'Even, odd, a range or one number',

  rules({ numbers, of, ranges, numberPays, extraPays }) {
    const spans = listed(ranges.map(([from, to]) => `${from}–${to}`))
    return {
      plain: [
        `${numbers} numbers from 1 to ${of} are shown, and one of them is drawn.`,
        `The right number pays ${timesText(numberPays)} the stake in all; even, odd and the ranges ${spans} pay ${timesText(extraPays)}.`,
      ],
      hard: 'In a hard round a choice that wins with the first draw stands or falls with a second one.',
    }
  },

  replayTitle: 'Draw replayed',

  dealt(round) {
    const { numbers, result } = viewOf(round)
    return `${numbers.length} numbers, and ${result} is drawn`
  },

  payout: (round, stake) => paidFor(reasonOf(round), outcomeOf(round)?.pays ?? 0, stake),
}

function reasonOf(round: RoundOf<GuessRules, GuessMove, GuessState, GuessView>): string {
  const [choice] = round.moves
  const { result } = viewOf(round)
  if (!choice || result === undefined) return ''
  const not = meets(round.rules, choice, result) ? '' : 'not '
  return `${result} is ${not}${choiceText(round.rules, choice)}`
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
