import { isWhole } from '../parse.ts'
import { fromHex, hash, isHex32, join, sha256, toHex } from './bytes.ts'

/**
 * Proves that a cell has had its multiplier (hundredths, 0 for a mine) since the deal. Byte strings
 * are hex.
 */
export interface CellProof {
  readonly cell: number
  readonly multiplier: number
  readonly salt: string
  /** The siblings from the leaf up; a level on which the node has none has no entry. */
  readonly path: string[]
}

const leafTag = Uint8Array.of(0)
const nodeTag = Uint8Array.of(1)

/** The hash of a cell. Its salt keeps an unopened cell from being guessed. */
export const leafHash = (cell: number, multiplier: number, salt: Uint8Array): Uint8Array =>
  hash(leafTag, cell, multiplier, salt)

/** Hashes a pair of nodes: 32 bytes each, one after the other. */
const nodeHash = (pair: Uint8Array): Uint8Array => hash(nodeTag, pair)

/**
 * All nodes in one array, 32 bytes each: the leaves, then level by level up to the root. A server
 * keeps the trees of rounds in play, and with an array for each node they took three times as much
 * memory.
 */
export interface Tree {
  readonly leaves: number
  readonly nodes: Uint8Array
}

const nodesOf = ({ nodes }: Tree, first: number, count: number): Uint8Array =>
  nodes.subarray(first * 32, (first + count) * 32)

/** The levels below the root: the index of the first node of each, and the number of nodes. */
function* levelsOf(leaves: number): Generator<{ start: number; width: number }> {
  for (let start = 0, width = leaves; width > 1; start += width, width = Math.ceil(width / 2))
    yield { start, width }
}

/** The tree over one leaf or more. An odd node moves up as it is. */
export function treeOver(leaves: number, leafAt: (place: number) => Uint8Array): Tree {
  if (leaves < 1) throw new RangeError('a tree without leaves has no root')
  const levels = [...levelsOf(leaves)]
  const below = levels.reduce((sum, { width }) => sum + width, 0)
  const nodes = new Uint8Array((below + 1) * 32)
  for (let place = 0; place < leaves; place += 1) nodes.set(leafAt(place), place * 32)
  for (const { start, width } of levels)
    for (let left = 0; left < width; left += 2) {
      const from = (start + left) * 32
      const above = (start + width + left / 2) * 32
      if (left + 1 < width)
        sha256
          .begin()
          .take(nodeTag)
          .take(nodes, from, from + 64)
          .write(nodes, above)
      else nodes.copyWithin(above, from, from + 32)
    }
  return { leaves, nodes }
}

/** The root of a tree, as hex. */
export const rootOfTree = (tree: Tree): string => toHex(tree.nodes.subarray(-32))

/** The siblings on the way from a leaf up to the root, as hex. */
export function pathTo(tree: Tree, leaf: number): string[] {
  const path: string[] = []
  let place = leaf
  for (const { start, width } of levelsOf(tree.leaves)) {
    const sibling = siblingOf(place)
    if (sibling < width) path.push(toHex(nodesOf(tree, start + sibling, 1)))
    place >>= 1
  }
  return path
}

const siblingOf = (place: number): number => place ^ 1

/**
 * Whether a proof leads from its cell to the root (hex) of a tree over `cells` leaves. The cell's
 * number alone decides which sibling is left and which right.
 */
export function verifyCell(root: string, proof: CellProof, cells: number): boolean {
  if (!isWhole(proof.cell, 0, cells - 1) || !isMultiplier(proof.multiplier)) return false
  if (!isHex32(root) || !isHex32(proof.salt)) return false
  const leaf = leafHash(proof.cell, proof.multiplier, fromHex(proof.salt))
  return rootOfWay(leaf, { index: proof.cell, size: cells, path: proof.path }) === root
}

/** A leaf's place in a tree of `size` leaves, and the siblings on its way up (hex). */
export interface Way {
  readonly index: number
  readonly size: number
  readonly path: readonly string[]
}

/** The root (hex) that a leaf's way leads to; null if the tree has no such way. */
export function rootOfWay(leaf: Uint8Array, { index, size, path }: Way): string | null {
  if (!isWhole(index, 0, size - 1) || !path.every(isHex32)) return null
  let node = leaf
  let place = index
  let used = 0
  for (const { width } of levelsOf(size)) {
    if (siblingOf(place) < width) {
      const entry = path[used]
      if (entry === undefined) return null
      used += 1
      node = nodeHash(place % 2 === 1 ? join(fromHex(entry), node) : join(node, fromHex(entry)))
    }
    place >>= 1
  }
  return used === path.length ? toHex(node) : null
}

const isMultiplier = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < 2 ** 32
