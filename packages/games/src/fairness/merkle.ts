import { fromHex, hash, isHex32, toHex, u32 } from './bytes.ts'

/** What shows that a cell had its multiplier (hundredths, 0 for a mine) since the deal. Byte strings are hex. */
export interface CellProof {
  readonly cell: number
  readonly multiplier: number
  readonly salt: string
  /** The siblings from the leaf up; a level where the node has none gives no entry. */
  readonly path: string[]
}

const leafTag = Uint8Array.of(0)
const nodeTag = Uint8Array.of(1)

export const leafHash = (cell: number, multiplier: number, salt: Uint8Array): Uint8Array =>
  hash(leafTag, u32(cell), u32(multiplier), salt)

const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => hash(nodeTag, left, right)

/** The tree over at least one leaf, level by level from the leaves up to the root. An odd node moves up as it is. */
export function treeOver(leaves: readonly Uint8Array[]): Uint8Array[][] {
  const tree = [[...leaves]]
  for (let level = tree[0] ?? []; level.length > 1; level = tree.at(-1) ?? []) {
    const above: Uint8Array[] = []
    for (const [i, left] of level.entries()) {
      if (i % 2 === 1) continue
      const right = level[i + 1]
      above.push(right ? nodeHash(left, right) : left)
    }
    tree.push(above)
  }
  return tree
}

/** The root of a tree, as hex. */
export function rootOfTree(tree: readonly Uint8Array[][]): string {
  const root = tree.at(-1)?.[0]
  if (!root) throw new RangeError('a tree without leaves has no root')
  return toHex(root)
}

/** The siblings on the way from a leaf up to the root, as hex. */
export function pathTo(tree: readonly Uint8Array[][], leaf: number): string[] {
  return tree.flatMap((level, height) => {
    const sibling = level[siblingOf(leaf >> height)]
    return sibling ? [toHex(sibling)] : []
  })
}

const siblingOf = (place: number): number => place ^ 1

/**
 * Whether a proof leads from its cell to the root (hex) of a tree over `cells` leaves. Left and right follow from
 * the cell's number alone.
 */
export function verifyCell(root: string, proof: CellProof, cells = 25): boolean {
  if (!Number.isInteger(proof.cell) || proof.cell < 0 || proof.cell >= cells) return false
  if (!isMultiplier(proof.multiplier) || ![root, proof.salt, ...proof.path].every(isHex32)) return false
  let node = leafHash(proof.cell, proof.multiplier, fromHex(proof.salt))
  let used = 0
  for (let place = proof.cell, width = cells; width > 1; place >>= 1, width = Math.ceil(width / 2)) {
    if (siblingOf(place) >= width) continue
    const entry = proof.path[used]
    if (entry === undefined) return false
    used += 1
    node = place % 2 === 1 ? nodeHash(fromHex(entry), node) : nodeHash(node, fromHex(entry))
  }
  return used === proof.path.length && toHex(node) === root
}

const isMultiplier = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < 2 ** 32
