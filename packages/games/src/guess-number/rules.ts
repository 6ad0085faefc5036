import { drawItems } from '../fairness/shuffle.ts'
import { type GameRules, refused } from '../game.ts'
import { hasExactly, isWhole } from '../parse.ts'
import { choicePays, type GuessMove, matching, meets } from './choices.ts'
import { type GuessRules, parseGuessRules } from './settings.ts'

export interface GuessState {
  readonly rules: GuessRules
  readonly kind: boolean
  readonly numbers: readonly number[]
  readonly first: number
  readonly second: number
  readonly choice: GuessMove | null
}

export type GuessView = {
  readonly numbers: number[]
  readonly result?: number
  readonly first?: number
  readonly second?: number
}

/** In a hard round a choice that wins with the first draw stands or falls with the second. */
function resultOf({ rules, kind, first, second }: GuessState, choice: GuessMove): number {
  return !kind && meets(rules, choice, first) ? second : first
}

export const guessPlay: GameRules<GuessRules, GuessMove, GuessState, GuessView> = {
  name: 'guess-number',

  parseRules: parseGuessRules,

  open(rules, kind, chance) {
    const all = Array.from({ length: rules.of }, (_, i) => i + 1)
    const numbers = drawItems(all, rules.numbers, chance.ints('board'))
    const draw = chance.ints('draw')
    const shown = () => {
      const number = numbers[draw(numbers.length)]
      if (number === undefined) throw new RangeError('no number is shown')
      return number
    }
    return { rules, kind, numbers, first: shown(), second: shown(), choice: null }
  },

  parseMove(value) {
    if (hasExactly(value, 'choice') && (value.choice === 'even' || value.choice === 'odd'))
      return { choice: value.choice }
    if (
      hasExactly(value, 'choice', 'number') &&
      value.choice === 'number' &&
      isWhole(value.number, 0, 100)
    )
      return { choice: 'number', number: value.number }
    if (
      hasExactly(value, 'choice', 'from') &&
      value.choice === 'range' &&
      isWhole(value.from, 0, 100)
    )
      return { choice: 'range', from: value.from }
    return null
  },

  play(state, choice) {
    if (state.choice) return refused('the round has ended')
    if (matching(state.rules, choice, state.numbers) === 0)
      return refused('no shown number meets the choice')
    return { ok: true, state: { ...state, choice } }
  },

  view(state) {
    const { first, second, choice } = state
    const numbers = [...state.numbers]
    return choice ? { numbers, result: resultOf(state, choice), first, second } : { numbers }
  },

  outcome(state) {
    const { rules, choice } = state
    if (!choice) return null
    return meets(rules, choice, resultOf(state, choice))
      ? { status: 'Win', pays: choicePays(rules, choice) }
      : { status: 'Loss', pays: 0 }
  },

  finishingMove: ({ rules, numbers }) =>
    matching(rules, { choice: 'even' }, numbers) > 0 ? { choice: 'even' } : { choice: 'odd' },
}
