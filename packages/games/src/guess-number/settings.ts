import type { BaseRules } from '../game.ts'
import { hasKeysOf, isPay, isPercentage } from '../parse.ts'

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

/** The value as rules of Guess number, or null. The board is fixed; an operator sets the pays. */
export function parseGuessRules(value: unknown): GuessRules | null {
  if (!hasKeysOf(value, guessRules)) return null
  const { game, version, winPercentage, numbers, of, ranges, numberPays, extraPays } = value
  if (game !== 'guess-number' || version !== 1 || !isPercentage(winPercentage)) return null
  if (
    numbers !== guessRules.numbers ||
    of !== guessRules.of ||
    !isPay(numberPays) ||
    !isPay(extraPays)
  )
    return null
  if (JSON.stringify(ranges) !== JSON.stringify(guessRules.ranges)) return null
  return {
    game,
    version,
    winPercentage,
    numbers,
    of,
    ranges: guessRules.ranges,
    numberPays,
    extraPays,
  }
}
