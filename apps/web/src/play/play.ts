import type { BetLimits, Game, Limits } from '@pipkin/contract'
import type { BaseRules } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import type { PlayableBalances } from '../api/queries.ts'
import type { LastResults } from './last-results.ts'
import type { BetAnswer, Round } from './round.ts'
import type { Stage } from './stage.ts'
import type { Doubt } from './use-doubt.ts'

/** The terms at which a game is offered. */
export interface Terms<R> {
  readonly gameId: number
  readonly name: string
  readonly limits: BetLimits
  readonly rules: R
  /** The solver's result for these rules; null where the solver didn't run. */
  readonly returns: Game['returns'] | null
  /** The latest time until which every round is hard; null while the ordinary rules apply. */
  readonly hardUntil: Date | null
  /** The rules that take turns with these, in a game that best play wins. */
  readonly other: { readonly rules: R; readonly returns: Game['returns'] } | null
  /** Rounds that a player may open in 24 hours; null is no limit. */
  readonly roundsADay: number | null
  /** The bet says how likely the top prize is, and what a unit staked pays on average. */
  readonly topPrizeOdds?: boolean | undefined
}

/** The solver's result for the rules of a round; null if the solver didn't run. */
export function returnsBy<R extends BaseRules>(
  { rules, returns, other }: Terms<R>,
  played: R,
): Game['returns'] | null {
  if (played.winPercentage === rules.winPercentage) return returns
  return played.winPercentage === other?.rules.winPercentage ? other.returns : null
}

/** A game as a screen plays it: the same for money and for play money. */
export interface Play<R, M, V> {
  readonly terms: Terms<R>
  readonly stage: Stage<Round<R, M, V>, M>
  /** The round as the player sees it now: without its end until that is shown. */
  readonly round: Round<R, M, V> | null
  readonly bet: (stake: Money) => Promise<BetAnswer<Round<R, M, V>> | null>
  move(move: M): void
  readonly again: () => void
  /** When the next bet and the next Play Again are possible, times of `performance.now()`. */
  readonly betFrom: number
  readonly againFrom: number
  readonly money: RealMoney | DemoMoney
}

export interface RealMoney {
  readonly kind: 'real'
  /** The player whose money it is. */
  readonly player: number
  /** While a result isn't shown yet, those before the move; undefined until they are read. */
  readonly balances: PlayableBalances | undefined
  /** For the next round, with the epoch that its seed comes from; undefined until both are read. */
  readonly commitment: string | undefined
  readonly epoch: number | undefined
  /** The player's own limits and break; undefined until they are read, null if they can't be. */
  readonly limits: Limits | null | undefined
  readonly results: LastResults
  /** The last bet, if no answer came. */
  readonly doubt: Doubt | null
  /** Reads again what couldn't be read; null without a failure. */
  readonly readAgain: (() => void) | null
}

export interface DemoMoney {
  readonly kind: 'demo'
  readonly balance: Money
  /** What a demo begins with. */
  readonly start: Money
  /** What may be bet; the steps of `terms.limits` only guide. */
  readonly limits: Pick<BetLimits, 'minimum' | 'maximum'>
  /** Says by which rules it is played, and how they differ from the real game's. */
  readonly says: string
  /** Resets the balance to `start`. */
  readonly refill: () => void
}
