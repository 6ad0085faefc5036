import { drawItems } from '../fairness/shuffle.ts'
import { type BaseRules, type Game, refused } from '../game.ts'
import { hasExactly, isPay, isPercentage, isWhole } from '../parse.ts'

/** Pays are hundredths of the stake, stake included. */
export type GuessRules = BaseRules<'guess-number'> & {
  readonly numbers: number
  readonly of: number
  /** First and last number of each range that can be chosen. */
  readonly ranges: readonly (readonly [number, number])[]
  readonly numberPays: number
  /** What even, odd and a range pay. */
  readonly extraPays: number
}

export type GuessMove =
  | { readonly choice: 'number'; readonly number: number }
  | { readonly choice: 'even' }
  | { readonly choice: 'odd' }
  | { readonly choice: 'range'; readonly from: number }

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

export const guessRules: GuessRules = {
  game: 'guess-number',
  version: 1,
  winPercentage: 100,
  numbers: 15,
  of: 100,
  ranges: [
    [1, 11],
    [51, 61],
  ],
  numberPays: 200,
  extraPays: 150,
}

/** Whether a number makes a choice win. A range that the rules don't have is met by no number. */
export function meets(rules: GuessRules, choice: GuessMove, number: number): boolean {
  switch (choice.choice) {
    case 'number':
      return number === choice.number
    case 'even':
      return number % 2 === 0
    case 'odd':
      return number % 2 === 1
    case 'range':
      return rules.ranges.some(([from, to]) => from === choice.from && number >= from && number <= to)
  }
}

/** What a choice pays when it wins, in hundredths of the stake. */
export const choicePays = (rules: GuessRules, choice: GuessMove): number =>
  choice.choice === 'number' ? rules.numberPays : rules.extraPays

/** How many of the numbers shown make a choice win. */
export const matching = (rules: GuessRules, choice: GuessMove, numbers: readonly number[]): number =>
  numbers.filter((number) => meets(rules, choice, number)).length

/**
 * The chance that a choice wins on a board, kind and hard rounds together: with q = matching/numbers and p the share
 * of kind rounds it is p·q + (1 − p)·q².
 */
export function winChance(rules: GuessRules, choice: GuessMove, numbers: readonly number[]): number {
  const q = matching(rules, choice, numbers) / numbers.length
  const p = rules.winPercentage / 100
  return p * q + (1 - p) * q * q
}

/** In a hard round a choice that wins with the first draw stands or falls with the second. */
function resultOf({ rules, kind, first, second }: GuessState, choice: GuessMove): number {
  return !kind && meets(rules, choice, first) ? second : first
}

export const guessNumber: Game<GuessRules, GuessMove, GuessState, GuessView> = {
  name: 'guess-number',

  parseRules(value) {
    if (
      !hasExactly(
        value,
        'game',
        'version',
        'winPercentage',
        'numbers',
        'of',
        'ranges',
        'numberPays',
        'extraPays',
      )
    )
      return null
    const { game, version, winPercentage, numbers, of, ranges, numberPays, extraPays } = value
    if (game !== 'guess-number' || version !== 1 || !isPercentage(winPercentage)) return null
    if (numbers !== guessRules.numbers || of !== guessRules.of || !isPay(numberPays) || !isPay(extraPays))
      return null
    if (JSON.stringify(ranges) !== JSON.stringify(guessRules.ranges)) return null
    return { game, version, winPercentage, numbers, of, ranges: guessRules.ranges, numberPays, extraPays }
  },

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
    if (hasExactly(value, 'choice', 'number') && value.choice === 'number' && isWhole(value.number, 0, 100))
      return { choice: 'number', number: value.number }
    if (hasExactly(value, 'choice', 'from') && value.choice === 'range' && isWhole(value.from, 0, 100))
      return { choice: 'range', from: value.from }
    return null
  },

  play(state, choice) {
    if (state.choice) return refused('the round has ended')
    if (matching(state.rules, choice, state.numbers) === 0) return refused('no shown number meets the choice')
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
