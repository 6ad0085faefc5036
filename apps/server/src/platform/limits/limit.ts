import type { CallLimit } from '@pipkin/contract/schemas'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, sql } from '../database/database.ts'

/** A rate limit: a number of attempts for each key in a window of time. */
export interface RateLimit {
  /** Counts an attempt. Null where it is allowed, else how long to wait in ms. */
  take(key: string): Promise<number | null>
}

/** A rate limit for all API processes together, counted in the database. */
export interface Limit extends RateLimit {
  /** Takes back an attempt that turned out not to count. A window that has ended stays as it is. */
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

/**
 * A limit of this process alone, so that floods don't reach the database. The window starts with a
 * key's first attempt.
 */
export const createMemoryLimit = ({ name, attempts, windowSeconds }: CallLimit): RateLimit =>
  limitBy(new RateLimiterMemory({ keyPrefix: name, points: attempts, duration: windowSeconds }))

// The library's own would begin a new window below zero where the attempt's window has ended.
const giveBackStatement = sql`
  update platform.limits set points = points - 1 where key = $1 and points > 0 and expire > $2`

/** The window starts with a key's first attempt. */
export function createLimit(
  database: Database,
  { name, attempts, windowSeconds }: CallLimit,
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
    // A migration made it: the API's role makes no tables.
    tableCreated: true,
    keyPrefix: name,
    points: attempts,
    duration: windowSeconds,
  })
  return {
    ...limitBy(limiter),
    giveBack: async (key) =>
      void (await database.rows(giveBackStatement, [limiter.getKey(key), Date.now()])),
    forget: async (key) => void (await limiter.delete(key)),
  }
}

const limitBy = (limiter: RateLimiterMemory | RateLimiterPostgres): RateLimit => ({
  async take(key) {
    try {
      await limiter.consume(key)
      return null
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext
      throw refused
    }
  },
})
