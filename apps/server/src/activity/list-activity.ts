import type { InputOf } from '@pipkin/contract/schemas'
import { cursorOf, lastPosition, parseCursor } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type Period, startOfToday } from './period.ts'
import { readActivity } from './read-activity.ts'
import type { TimeZones } from './time-zones.ts'

/** A page of today's rounds, or of those before, split at midnight of the player's time zone. */
export async function listActivity(
  { database, zones }: { database: Database; zones: TimeZones },
  which: 'today' | 'previous',
  { player, timeZone, cursor, limit }: InputOf<'listTodayActivity'>,
): Promise<Result<'listTodayActivity'>> {
  const midnight = await startOfToday(database, zones, timeZone)
  const after = parseCursor(cursor, lastPosition)
  if (midnight === null || after === null) return refuse('malformed')
  const period: Period =
    which === 'today' ? { from: midnight, to: 'infinity' } : { from: '-infinity', to: midnight }
  const { rows, next } = await readActivity(database, player, period, { after, limit })
  return done<'listTodayActivity'>({ rounds: rows, ...(next && { next: cursorOf(next) }) })
}
