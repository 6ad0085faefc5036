import { type Fraction, fraction, minus, one, plus, times } from './fraction.ts'

/**
 * What a way of playing returns on average, as a fraction of the stake, in kind rounds and in hard
 * ones.
 */
export interface Strategy {
  readonly name: string
  readonly kind: Fraction
  readonly hard: Fraction
}

/** An end that a round of best play can have: how it is called, what it pays, and how often. */
export interface End {
  readonly name: string
  /** In hundredths of the stake. */
  readonly pays: number
  /** Its chance in kind rounds and in hard ones. */
  readonly kind: Fraction
  readonly hard: Fraction
}

/** What a game's solver finds. `bestPlay` is a text for the player, after "Best play: ". */
export interface Solution {
  readonly best: Strategy
  readonly bestPlay: string
  readonly others: readonly Strategy[]
}

/** A return or a chance over all rounds, if `winPercentage` in a hundred are kind. */
export function returnOf(
  { kind, hard }: Pick<Strategy, 'kind' | 'hard'>,
  winPercentage: number,
): Fraction {
  const p = fraction(winPercentage, 100)
  return plus(times(p, kind), times(minus(one, p), hard))
}
