import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { renamedZones } from '../platform/database/zone-name.ts'
import type { Surroundings } from '../platform/process/clock.ts'

/** The time zones by which PostgreSQL can split days. */
export interface TimeZones {
  /**
   * The name to give PostgreSQL, or null for a zone that it doesn't know. Without a name it is the
   * server's own.
   */
  find(name: string | undefined): Promise<string | null>
}

// The view reads hundreds of files: once a day is enough. PostgreSQL and JavaScript know some zones
// by different names.
const statement = sql`select name from pg_timezone_names`
const aDayMs = 86_400_000

/** The time zones that the database knows, read once a day. `own`: the house's, the default. */
export function knownTimeZones(
  database: Database,
  { elapsedMs }: Pick<Surroundings, 'elapsedMs'>,
  own: string,
): TimeZones {
  const names = ttlCache(aDayMs, elapsedMs, async () => {
    const rows = await database.rows<{ name: string }>(statement)
    return new Set(rows.map(({ name }) => name))
  })
  return {
    find: async (name = own) => zoneIn(await names(), name),
  }
}

/**
 * The name by which PostgreSQL knows a zone: the given one, else its current IANA name, else null.
 */
export function zoneIn(known: ReadonlySet<string>, name: string): string | null {
  if (known.has(name)) return name
  const renamed = renamedZones.get(name)
  return renamed !== undefined && known.has(renamed) ? renamed : null
}
