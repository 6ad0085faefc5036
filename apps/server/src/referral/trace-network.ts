import { LRUCache } from 'lru-cache'
import { type Database, sql } from '../platform/database/database.ts'
import { neighbourhoodOf } from '../platform/http/client-network.ts'

const statement = sql`select referral.trace_network($1, $2)`

/**
 * Notes the networks that players come from, so that rewards wait where a friend shares one. Each
 * process asks the database once for a player and an address. Where that fails, the request goes on
 * and the next one asks again.
 */
export function traceNetworks(
  database: Database,
  onError: (error: unknown) => void,
): (player: number, ip: string) => Promise<void> {
  // `max` would allocate all 100,000 places at the start.
  const noted = new LRUCache<string, true>({ maxSize: 100_000, sizeCalculation: () => 1 })
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
