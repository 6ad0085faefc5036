import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import type { TimeZones } from '../activity/time-zones.ts'
import { sql } from '../platform/database/database.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

const statement = sql`select ledger.set_limit($1, $2, $3, $4, $5, $6 * interval '1 hour', $7)`

/**
 * Sets a limit. A first or a lower one counts at once; a raise and the end of a limit wait for the
 * profile's cooling time, and for `confirmLimit`. An unknown time zone is the server's own.
 */
export async function setLimit(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  zones: TimeZones,
  player: PlayerId,
  { kind, period, amount, timeZone }: InputOf<'setLimit'>,
): Promise<void> {
  const zone = (await zones.find(timeZone)) ?? config.timeZone
  await database.rows(statement, [
    player,
    kind,
    period ?? 'round',
    amount,
    zone,
    config.profile.coolingHours,
    config.profile.tellPercent,
  ])
}
