import { hash, utf8 } from './bytes.ts'

/**
 * The one JSON text of a value (RFC 8785): keys in the order of their UTF-16 units, no spaces,
 * numbers as ECMAScript prints them. Throws on what has no such text: undefined, functions,
 * bigints, NaN, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (typeof value === 'string' && !/\p{Surrogate}/u.test(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((key) => `${canonicalJson(key)}:${canonicalJson(Reflect.get(value, key))}`)
    return `{${members.join(',')}}`
  }
  throw new TypeError(`no canonical JSON for ${typeof value}: ${String(value)}`)
}

/**
 * Rules never change, and every round of a game is dealt under their hash: each object is hashed
 * once.
 */
const rulesHashes = new WeakMap<object, Uint8Array>()

/** The rules hash R of a rules object: SHA-256 of its canonical JSON. */
export function rulesHash(rules: object): Uint8Array {
  const known = rulesHashes.get(rules)
  if (known) return known
  const hashed = hash(utf8(canonicalJson(rules)))
  rulesHashes.set(rules, hashed)
  return hashed
}
