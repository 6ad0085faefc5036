import type { Rules } from '../catalog.ts'
import { type Fraction, isMore, one } from '../exact/fraction.ts'
import { returnOf } from '../exact/strategy.ts'
import { returnsList } from './returns-list.ts'

export { type Fraction, toNumber } from '../exact/fraction.ts'
export type { Solution, Strategy } from '../exact/strategy.ts'
export { percentText } from './percent-text.ts'
export { errorsIn999Of1000, type Sample, simulate } from './simulate.ts'

/** Exact returns of a rules object, as fractions of the stake, kind and hard rounds together. */
export interface Returns {
  /** Of best play. */
  readonly best: Fraction
  /** What follows the words "Best play: ". */
  readonly bestPlay: string
  readonly strategies: readonly { readonly name: string; readonly return: Fraction }[]
}

export function returnsOf(rules: Rules): Returns {
  const { best, bestPlay, others } = returnsList[rules.game].solve(rules)
  return {
    best: returnOf(best, rules.winPercentage),
    bestPlay,
    strategies: [best, ...others].map((strategy) => ({
      name: strategy.name,
      return: returnOf(strategy, rules.winPercentage),
    })),
  }
}

export type Judgement =
  | { readonly ok: true; readonly returns: Returns; readonly warning: string | null }
  | { readonly ok: false; readonly returns: Returns; readonly why: string }

/**
 * Whether an operator may offer these rules: not where best play returns the stake or more. In a
 * game where no setting holds a perfect player below that, it is only a warning.
 */
export function judgeRules(rules: Rules): Judgement {
  const returns = returnsOf(rules)
  if (isMore(one, returns.best)) return { ok: true, returns, warning: null }
  if (!returnsList[rules.game].mayReturnStake)
    return { ok: false, returns, why: 'Best play returns the stake or more.' }
  const warning =
    'Best play returns the stake or more: keep the stakes small and the rounds a day few.'
  return { ok: true, returns, warning }
}
