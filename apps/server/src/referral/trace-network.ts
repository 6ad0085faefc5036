import { LRUCache } from 'lru-cache'
import { type Database, sql } from '../platform/database/database.ts'
import { neighbourhoodOf } from '../platform/http/client-network.ts'
import type { Surroundings } from '../platform/process/clock.ts'

const statement = sql`select referral.trace_network($1, $2)`

const aDayMs = 86_400_000

/**
 * Notes the networks that players come from, so that rewards wait where a friend shares one. Each
 * process asks the database once a day for a player and an address: the worker forgets a network
 * that wasn't noted for 90 days. Where that fails, the request goes on and the next one asks again.
 */
export function traceNetworks(
  database: Pick<Database, 'rows'>,
  { elapsedMs }: Pick<Surroundings, 'elapsedMs'>,
  onError: (error: unknown) => void,
): (player: number, ip: string) => Promise<void> {
  const noted = new LRUCache<string, true>({
    // `max` would allocate all 100,000 places at the start.
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: aDayMs,
    ttlResolution: 0,
    perf: { now: elapsedMs },
  })
  return async (player, ip) => {
    const key = `${player} ${ip}`
    if (noted.has(key)) return
    const prefix = neighbourhoodOf(ip)
    try {
      if (prefix !== null) await database.rows(statement, [player, prefix])
      noted.set(key, true)
    } catch (error) {
      onError(error)
    }
  }
}
