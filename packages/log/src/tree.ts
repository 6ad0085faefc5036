import { hash, isEqual } from './bytes.ts'

/** The Merkle tree of RFC 6962 and 9162, over SHA-256. Sizes and places are safe integers. */

const leafTag = Uint8Array.of(0)
const nodeTag = Uint8Array.of(1)

/** The root of no entry. */
export const emptyRoot = (): Uint8Array => hash()

/** The hash of an entry. The tags keep it apart from a node's. */
export const leafHash = (entry: Uint8Array): Uint8Array => hash(leafTag, entry)

/** The hash of two subtrees. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array =>
  hash(nodeTag, left, right)

/** The entries from `from` up to, not including, `to`. */
export type Range = readonly [from: number, to: number]

/** Where a tree of two or more entries is split: the largest power of two below its size. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

const isPowerOfTwo = (size: number): boolean => size === 1 || splitOf(size) * 2 === size

/** What an inclusion proof lists: the subtrees beside the way from the leaf up to the root. */
export function inclusionRanges(index: number, size: number): Range[] {
  if (!(index >= 0 && index < size)) throw new RangeError(`no entry ${index} in ${size}`)
  const walk = (from: number, to: number): Range[] => {
    if (to - from === 1) return []
    const middle = from + splitOf(to - from)
    return index < middle
      ? [...walk(from, middle), [middle, to]]
      : [...walk(middle, to), [from, middle]]
  }
  return walk(0, size)
}

/** What a consistency proof lists (RFC 6962, section 2.1.2); empty from size 0 on. */
export function consistencyRanges(old: number, size: number): Range[] {
  if (!(old >= 0 && old <= size)) throw new RangeError(`${size} is no later size than ${old}`)
  const walk = (from: number, to: number, isWhole: boolean): Range[] => {
    if (old === to) return isWhole ? [] : [[from, to]]
    const middle = from + splitOf(to - from)
    return old <= middle
      ? [...walk(from, middle, isWhole), [middle, to]]
      : [...walk(middle, to, false), [from, middle]]
  }
  return old === 0 || old === size ? [] : walk(0, size, true)
}

/** The root that a leaf and its path lead to; null where the path has another length (RFC 9162). */
export function rootOfInclusion(
  leaf: Uint8Array,
  { index, size }: { readonly index: number; readonly size: number },
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (!(index >= 0 && index < size)) return null
  let [place, last, node] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return null
    if (place % 2 === 1 || place === last) {
      node = nodeHash(sibling, node)
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)]
    } else node = nodeHash(node, sibling)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 ? node : null
}

const half = (count: number): number => Math.floor(count / 2)

interface Head {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof shows that the later tree begins with the older one (RFC 9162, 2.1.4.2). */
export function isConsistent(older: Head, later: Head, proof: readonly Uint8Array[]): boolean {
  if (older.size > later.size) return false
  if (older.size === 0) return proof.length === 0 && isEqual(older.root, emptyRoot())
  if (older.size === later.size) return proof.length === 0 && isEqual(older.root, later.root)
  // Where the older tree is perfect, its root is the first node, and left out of the proof.
  const nodes = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof]
  let [place, last] = [older.size - 1, later.size - 1]
  while (place % 2 === 1) [place, last] = [half(place), half(last)]
  const first = nodes.shift()
  if (!first) return false
  let [old, now] = [first, first]
  for (const node of nodes) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      old = nodeHash(node, old)
      now = nodeHash(node, now)
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)]
    } else now = nodeHash(now, node)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && isEqual(old, older.root) && isEqual(now, later.root)
}
