import type { PlayerId } from '@pipkin/contract/schemas'
import { sql } from '../platform/database/database.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

const set = sql`select ledger.set_reminder($1, $2::smallint)`

/** Sets how often bets wait until the player has looked at the session; null: never. */
export const setReminder = (
  { database }: Pick<SaferPlayDeps, 'database'>,
  player: PlayerId,
  minutes: number | null,
) => database.rows(set, [player, minutes])

const acknowledge = sql`select ledger.acknowledge_reminder($1, $2, $3)`

/**
 * Notes that the player has looked at the session: bets go on until the next reminder. It doesn't
 * end the profile's pause.
 */
export const acknowledgeReminder = (
  { database, config: { profile } }: Pick<SaferPlayDeps, 'database' | 'config'>,
  player: PlayerId,
) =>
  database.rows(acknowledge, [
    player,
    profile.realityCheck?.minutes ?? null,
    profile.realityCheck?.pauseMinutes ?? 0,
  ])
