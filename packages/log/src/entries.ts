import { hash, join, utf8 } from './bytes.ts'

/** What the log has entries of (docs/transparency.md), and the byte that each begins with. */
export const entryKinds = {
  epoch: 1,
  bet: 2,
  end: 3,
  rulebook: 4,
  void: 5,
  act: 6,
  audit: 7,
  liabilities: 8,
  reserves: 9,
} as const

/** An entry: a byte of `entryKinds`, and SHA-256 of the document's canonical JSON. */
export const entryOf = (kind: number, canonicalJson: string): Uint8Array =>
  entryOfHash(kind, hash(utf8(canonicalJson)))

/** The same, of a document's hash (32 bytes). */
export const entryOfHash = (kind: number, documentHash: Uint8Array): Uint8Array =>
  join([Uint8Array.of(kind), documentHash])

/** A bundle of entries: each after its length, a big-endian uint16. */
export const bundleOf = (entries: readonly Uint8Array[]): Uint8Array =>
  join(entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length), entry]))

/** The entries of a bundle; null for a malformed one. */
export function entriesOf(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const [high, low] = bundle.subarray(at, at + 2)
    if (high === undefined || low === undefined) return null
    const end = at + 2 + high * 256 + low
    if (end > bundle.length) return null
    entries.push(bundle.slice(at + 2, end))
    at = end
  }
  return entries
}
