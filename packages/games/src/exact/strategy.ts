import { type Fraction, fraction, minus, one, plus, times } from '../exact/fraction.ts'

/**
 * What a way of playing returns on average, as a fraction of the stake, in kind rounds and in hard
 * ones.
 */
export interface Strategy {
  readonly name: string
  readonly kind: Fraction
  readonly hard: Fraction
}

/** What a game's solver finds. `bestPlay` is a text for the player, after "Best play: ". */
export interface Solution {
  readonly best: Strategy
  readonly bestPlay: string
  readonly others: readonly Strategy[]
}

/** The average over all rounds, of which `winPercentage` in a hundred are kind. */
export function returnOf({ kind, hard }: Strategy, winPercentage: number): Fraction {
  const p = fraction(winPercentage, 100)
  return plus(times(p, kind), times(minus(one, p), hard))
}
