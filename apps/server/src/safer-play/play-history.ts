import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import type { TimeZones } from '../activity/time-zones.ts'
import { cursorOf, lastPosition, pageOf, parseCursor } from '../platform/database/cursor.ts'
import { one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'

const lifetimeStatement = sql`
  select ledger.play_zone(player_id, $2) as zone, deposited, withdrawn
  from ledger.wallets_of(array[$1::integer])`

const statement = sql`
  select *, (begun_at at time zone 'UTC')::text || '+00' as position
  from ledger.play_history($1, $2, $3, $4, $5)`

interface Row {
  readonly begun_at: Date
  readonly ended_at: Date
  readonly seconds: number
  readonly staked: bigint
  readonly returned: bigint
  readonly net: bigint
  readonly deposited: bigint
  readonly withdrawn: bigint
  /** `begun_at` with its microseconds. */
  readonly position: string
}

/** A page of the player's sessions, days or months, newest first, and the sums of all time. */
export async function playHistory(
  { database, config }: Pick<SaferPlayDeps, 'database' | 'config'>,
  zones: TimeZones,
  player: PlayerId,
  { by, timeZone, cursor, limit }: InputOf<'playHistory'>,
): Promise<Result<'playHistory'>> {
  const before = parseCursor(cursor, lastPosition)
  if (before === null) return refuse('malformed')
  const asked = (await zones.find(timeZone)) ?? config.timeZone
  const { zone, deposited, withdrawn } = await one(
    database.rows<{ zone: string; deposited: bigint; withdrawn: bigint }>(lifetimeStatement, [
      player,
      asked,
    ]),
  )
  const rows = await database.rows<Row>(statement, [player, by, zone, before.at, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOf({ ...lastPosition, at: last.position }),
  )
  return done<'playHistory'>({
    rows: shown.map((row) => ({
      from: row.begun_at,
      to: row.ended_at,
      seconds: row.seconds,
      staked: hundredths(row.staked),
      returned: hundredths(row.returned),
      net: hundredths(row.net),
      deposited: hundredths(row.deposited),
      withdrawn: hundredths(row.withdrawn),
    })),
    ...(next !== null && { next }),
    timeZone: zone,
    lifetime: {
      deposited: hundredths(deposited),
      withdrawn: hundredths(withdrawn),
      net: hundredths(deposited - withdrawn),
    },
  })
}
