import type { PlayRules } from '@pipkin/contract/schemas'
import { games } from '@pipkin/games'
import type { Money } from '@pipkin/money'

/** What the profile asks of a bet, as `ledger.place_bet` takes it. */
export interface ProfileTerms {
  /** The shortest time from start to start. */
  readonly startMs: number
  /** The largest stakes, of all players and of those who are young or of unknown age. */
  readonly mostStake: Money | null
  readonly youngStake: Money | null
  /** After so long a bet waits for a look at the session, and for the pause after it. */
  readonly lookMinutes: number | null
  readonly pauseMinutes: number
  /** After so long without a bet the register is asked whether the player plays elsewhere. */
  readonly idleMinutes: number | null
}

/** What a profile asks of a bet on a game. Laws know slots, and other games. */
export function termsOf(profile: PlayRules, gameId: number): ProfileTerms {
  const isSlot = games.some((game) => game.offer.id === gameId && game.isSlot)
  const stake = isSlot ? profile.slotStake : null
  return {
    startMs: profile.fromStartToStart[isSlot ? 'slotMs' : 'otherMs'],
    mostStake: stake?.most ?? null,
    youngStake: stake?.mostYoung ?? null,
    lookMinutes: profile.realityCheck?.minutes ?? null,
    pauseMinutes: profile.realityCheck?.pauseMinutes ?? 0,
    idleMinutes: profile.oneOperator?.idleMinutes ?? null,
  }
}
