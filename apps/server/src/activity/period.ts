import { type Database, one, sql } from '../platform/database/database.ts'
import type { TimeZones } from './time-zones.ts'

/** A span of time without its end, as PostgreSQL prints times: with microseconds. */
export interface Period {
  readonly from: string
  readonly to: string
}

/**
 * The span that a call asks for. A day begins at midnight of the zone; a day as `to` is included.
 */
export interface AskedPeriod {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** An IANA name; the server's own where it is left out. */
  readonly timeZone?: string | undefined
}

// A day begins a microsecond after the last one, as in ledger.period_begin: midnight itself comes
// twice or not at all where the clocks change then.
const statement = sql`
  with tick as (select interval '1 microsecond' as long)
  select coalesce(($1::timestamp - long) at time zone $5 + long, $2::timestamptz,
           '-infinity')::text as from,
         coalesce(($3::timestamp + interval '1 day' - long) at time zone $5 + long,
           $4::timestamptz, 'infinity')::text as to
  from tick`

/** Null for an unknown time zone. */
export async function readPeriod(
  database: Database,
  zones: TimeZones,
  { from, to, timeZone }: AskedPeriod,
): Promise<Period | null> {
  const zone = await zones.find(timeZone)
  if (zone === null) return null
  return one(database.rows<Period>(statement, [...dayOrInstant(from), ...dayOrInstant(to), zone]))
}

const midnight = sql`select ledger.period_begin('day', now(), $1)::text as at`

/** When the current day began in the zone, or null for an unknown zone. */
export async function startOfToday(
  database: Database,
  zones: TimeZones,
  timeZone: string | undefined,
): Promise<string | null> {
  const zone = await zones.find(timeZone)
  return zone && (await one(database.rows<{ at: string }>(midnight, [zone]))).at
}

const dayOrInstant = (text: string | undefined): [day: string | null, instant: string | null] =>
  text === undefined ? [null, null] : text.includes('T') ? [null, text] : [text, null]
