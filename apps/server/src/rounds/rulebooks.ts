import { parseRules, type Rules, rulesHash, toHex } from '@pipkin/games'

/** A rulebook never changes, and a house has few in its life: each is read once in a process. */
const known = new Map<string, Rules>()

/** The rules that the database keeps under their hash (hex). Throws where no game has them, or they have another hash. */
export function readRules(hash: string, value: unknown): Rules {
  const read = known.get(hash)
  if (read) return read
  const rules = parseRules(value)
  if (!rules || toHex(rulesHash(rules)) !== hash) throw new Error(`rules ${hash} are of no game`)
  known.set(hash, rules)
  return rules
}
