import { parseRules, type Rules, rulesHash, toHex } from '@pipkin/games'
import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`select rules from ledger.rulebooks where rules_hash = $1`

/** A rulebook never changes, and a house has few in its life: each is read once in a process. */
const known = new Map<string, Rules>()

/**
 * The rules that the database keeps under their hash (hex). Throws where no game has them, or they
 * have another hash.
 */
export function readRules(hash: string, value: unknown): Rules {
  const read = known.get(hash)
  if (read) return read
  const rules = parseRules(value)
  if (!rules || toHex(rulesHash(rules)) !== hash) throw new Error(`rules ${hash} are of no game`)
  known.set(hash, rules)
  return rules
}

/**
 * The rules that the database keeps under their hash (hex), looked up where no round was read with
 * them before.
 */
export async function findRules(database: Database, hash: string): Promise<Rules> {
  const read = known.get(hash)
  if (read) return read
  const { rules } = await one(
    database.rows<{ rules: unknown }>(statement, [Buffer.from(hash, 'hex')]),
  )
  return readRules(hash, rules)
}
