import type { Rules } from '../catalog.ts'
import { minus, ofStake, plus, times, toNumber, zero } from '../exact/fraction.ts'
import { canonicalJson } from '../fairness/canonical-json.ts'
import { endsOf, errorsIn999Of1000, returnsOf } from './index.ts'

/** Sums over settled rounds of one rules object, in any one unit of money. */
export interface Played {
  readonly rounds: number
  readonly staked: number
  readonly returned: number
  /** Sums of the squares of stakes, and of what the rounds paid. */
  readonly stakeSquares: number
  readonly returnSquares: number
}

/**
 * `above`: players got more than any play can get by these rules. `below`: they got less in a game
 * without choices, so that their play can't be the reason. `few`: too few rounds to judge.
 */
export type Verdict = 'within' | 'above' | 'below' | 'few'

/** Shares of what was staked. */
export interface Band {
  readonly actual: number
  /** What best play returns, exactly. */
  readonly exact: number
  readonly low: number
  readonly high: number
  readonly verdict: Verdict
}

/**
 * The fewest rounds of equal stakes that are judged: the mean of fewer isn't normally distributed
 * yet.
 */
const fewestRounds = 200

/** A normal deviate is larger than this once in 1,000. */
const worstOf1000 = 3.0902

/** The solver's result, computed once for a rules object. */
interface Solved {
  readonly best: number
  readonly spread: number
  readonly mayChoose: boolean
}
const solved = new Map<string, Solved>()

function solve(rules: Rules): Solved {
  const name = canonicalJson(rules)
  const known = solved.get(name)
  if (known) return known
  const { best, strategies } = returnsOf(rules)
  const squares = endsOf(rules)
    .map(({ pays, chance }) => times(chance, times(ofStake(pays), ofStake(pays))))
    .reduce(plus, zero)
  const found = {
    best: toNumber(best),
    spread: toNumber(minus(squares, times(best, best))),
    mayChoose: strategies.length > 1,
  }
  solved.set(name, found)
  return found
}

/** The exact variance of what a round of best play pays, for a stake of 1. */
export const spreadOf = (rules: Rules): number => solve(rules).spread

/**
 * The share of the stakes that was returned, and the band around the exact return `b` of best play
 * in which it lies 999 times in 1,000. Rounds are independent: if a round with the stake 1 has the
 * variance `v`, the sum of what rounds pay has the variance `v · Σ stake²`, and the band is
 *
 *     b ± 3.2905 · √(v · Σ stake²) / Σ stake
 *
 * `v` is the exact variance of best play. If players take greater risks, the observed variance,
 * Σ return² / Σ stake² − actual², is greater and is used instead. Players' choices can only lower
 * their return, so `below` is a verdict only in games without choices. Different stakes count as
 * (Σ stake)² / Σ stake² equal ones; below 200 of these the verdict is `few`.
 */
export function bandOf(rules: Rules, played: Played): Band {
  const { best: exact, spread: ofBest, mayChoose } = solve(rules)
  if (played.staked === 0) return { actual: 0, exact, low: 0, high: exact, verdict: 'few' }
  const actual = played.returned / played.staked
  const seen = played.returnSquares / played.stakeSquares - actual * actual
  const spread = Math.max(ofBest, seen)
  const error = Math.sqrt(spread * played.stakeSquares) / played.staked
  const low = Math.max(0, exact - errorsIn999Of1000 * error)
  const high = exact + errorsIn999Of1000 * error
  const rounds = (played.staked * played.staked) / played.stakeSquares
  const verdict =
    rounds < fewestRounds
      ? 'few'
      : actual > high
        ? 'above'
        : actual < low && !mayChoose
          ? 'below'
          : 'within'
  return { actual, exact, low, high, verdict }
}

/**
 * What rounds of best play cost the house, in the unit of `staked`, negative if it keeps some: on
 * average, and in the worst case of 1,000, by the same variance as the band's.
 */
export function lossOf(
  rules: Rules,
  { staked, stakeSquares }: Pick<Played, 'staked' | 'stakeSquares'>,
): { readonly mean: number; readonly worst: number } {
  const { best, spread } = solve(rules)
  const mean = staked * (best - 1)
  return { mean, worst: mean + worstOf1000 * Math.sqrt(spread * stakeSquares) }
}
