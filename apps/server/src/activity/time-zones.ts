import type { Surroundings } from '../platform/clock.ts'
import { type Database, sql } from '../platform/database.ts'
import { remember } from '../platform/remember.ts'

/** The time zones by which PostgreSQL can split days. */
export interface TimeZones {
  /** The zone itself where it is known, else null. Without a name it is the server's own. */
  find(name: string | undefined): Promise<string | null>
}

// The view reads hundreds of files: once a day is enough. The names differ from those that JavaScript takes.
const statement = sql`select name from pg_timezone_names`
const aDayMs = 86_400_000

export function knownTimeZones(
  database: Database,
  { elapsedMs }: Pick<Surroundings, 'elapsedMs'>,
  own: string,
): TimeZones {
  const names = remember(aDayMs, elapsedMs, async () => {
    const rows = await database.rows<{ name: string }>(statement)
    return new Set(rows.map(({ name }) => name))
  })
  return {
    find: async (name = own) => ((await names()).has(name) ? name : null),
  }
}
