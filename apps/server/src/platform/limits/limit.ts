import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, sql } from '../database/database.ts'

/**
 * So many attempts in a window of time for each key: a number, an address, a network. Counted in
 * the database for all servers.
 */
export interface Limit {
  /** Counts an attempt. Null where it is allowed, else how long to wait in ms. */
  take(key: string): Promise<number | null>
  /**
   * Takes back one attempt, which turned out to be none. Where the count has begun anew meanwhile
   * there is nothing to take back.
   */
  giveBack(key: string): Promise<void>
  /** Starts the key's count anew. */
  forget(key: string): Promise<void>
}

/** A limit that allows everything, for `PIPKIN_RATE_LIMITS=off`. */
export const noLimit: Limit = {
  take: async () => null,
  giveBack: async () => undefined,
  forget: async () => undefined,
}

// Not the library's own, which would begin a new window below zero where the one of the attempt is
// over or forgotten.
const giveBackStatement = sql`
  update platform.limits set points = points - 1 where key = $1 and points > 0 and expire > $2`

/**
 * `name` keeps the keys of one limit apart from those of another. The window starts with a key's
 * first attempt.
 */
export function createLimit(
  database: Database,
  { name, attempts, windowSeconds }: { name: string; attempts: number; windowSeconds: number },
): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: {
      query: async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
        const rows = await database.rows({ name, text }, values)
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    schemaName: 'platform',
    tableName: 'limits',
    // A migration made it: the server's role makes no tables.
    tableCreated: true,
    keyPrefix: name,
    points: attempts,
    duration: windowSeconds,
  })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return null
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext
        throw refused
      }
    },
    giveBack: async (key) =>
      void (await database.rows(giveBackStatement, [limiter.getKey(key), Date.now()])),
    forget: async (key) => void (await limiter.delete(key)),
  }
}
