import type { Rules } from '../catalog.ts'
import { type Fraction, isMore, one } from '../exact/fraction.ts'
import { returnOf } from '../exact/strategy.ts'
import { gameReturns } from './game-returns.ts'

export { type Fraction, fraction, isMore, minus, one, toNumber } from '../exact/fraction.ts'
export type { End, Solution, Strategy } from '../exact/strategy.ts'
export { errorsIn999Of1000, type Sample, simulate } from './simulate.ts'

/** Exact returns of a rules object, as fractions of the stake, kind and hard rounds together. */
export interface Returns {
  /** The return of best play. */
  readonly best: Fraction
  /** What follows the words "Best play: ". */
  readonly bestPlay: string
  readonly strategies: readonly { readonly name: string; readonly return: Fraction }[]
}

/**
 * A cache, since the solver takes up to a tenth of a second and a rules object never changes. A
 * process solves the default rules once, even if it sets up many databases. Rules that are read
 * from a database are a new object each time, and solved again.
 */
const solved = new WeakMap<Rules, Returns>()

/** The exact returns of a game under these rules. */
export function returnsOf(rules: Rules): Returns {
  const known = solved.get(rules)
  if (known) return known
  const returns = solve(rules)
  solved.set(rules, returns)
  return returns
}

function solve(rules: Rules): Returns {
  const { best, bestPlay, others } = gameReturns(rules).solve(rules)
  return {
    best: returnOf(best, rules.winPercentage),
    bestPlay,
    strategies: [best, ...others].map((strategy) => ({
      name: strategy.name,
      return: returnOf(strategy, rules.winPercentage),
    })),
  }
}

/** An end of a round of best play, over kind and hard rounds together. */
export interface EndOf {
  readonly name: string
  /** In hundredths of the stake. */
  readonly pays: number
  readonly chance: Fraction
}

/** Every end that a round of best play can have. The chances add up to 1. */
export const endsOf = (rules: Rules): EndOf[] =>
  gameReturns(rules)
    .ends(rules)
    .map((end) => ({
      name: end.name,
      pays: end.pays,
      chance: returnOf(end, rules.winPercentage),
    }))

/** The most that a round can pay, however it is played, in hundredths of the stake. */
export const mostOf = (rules: Rules): number => gameReturns(rules).most(rules)

export type Judgement =
  | {
      readonly ok: true
      readonly returns: Returns
      readonly warning: string | null
      /** Null if best play returns the stake or less. */
      readonly budget: Budgeted | null
    }
  | { readonly ok: false; readonly returns: Returns; readonly why: string }

/** What a game with a daily loss budget needs. */
export interface Budgeted {
  /** The same rules with hard rounds alone, for a day whose budget is used up. */
  readonly hardRules: Rules
  /** The most that a round by the ordinary rules pays, in hundredths of the stake. */
  readonly mostPays: number
}

/**
 * Whether an operator may offer these rules: not if best play returns the stake or more. In a game
 * in which no setting keeps best play below that, this is only a warning, and a budget bounds the
 * losses of a day. Then hard rounds must never pay more than the stake.
 */
export function judgeRules(rules: Rules): Judgement {
  const returns = returnsOf(rules)
  if (isMore(one, returns.best)) return { ok: true, returns, warning: null, budget: null }
  const most = gameReturns(rules).mostPays?.(rules)
  if (!most) return { ok: false, returns, why: 'Best play returns the stake or more.' }
  const warning =
    'Best play returns the stake or more: keep the stakes small and the rounds a day few.'
  if (!isMore(returns.best, one)) return { ok: true, returns, warning, budget: null }
  if (most.hard > 100)
    return { ok: false, returns, why: 'A hard round would pay more than the stake.' }
  const hardRules = { ...rules, winPercentage: 0 }
  return { ok: true, returns, warning, budget: { hardRules, mostPays: most.kind } }
}
