import { createHash } from 'node:crypto'
import { toHex } from '@pipkin/games/bytes'
import {
  type Amounts,
  leafOf,
  type OwnProof,
  ownNonce,
  ownTag,
  type Published,
  pathPlaces,
  splitAmounts,
  type TreeNode,
  treeBuilder,
  type WireNode,
} from '../src/index.ts'

export const snapshot = '20261122T120000Z'
const secretOf = (player: string) => createHash('sha256').update(`secret ${player}`).digest()
const wire = ({ hash, sum }: TreeNode): WireNode => ({ hash: toHex(hash), sum: String(sum) })

/**
 * A house with these players, and what each of them is given. `order` is that of the leaves, by
 * default the right one.
 */
export function houseOf(
  owed: Readonly<Record<string, Amounts>>,
  change?: (leaf: Leaf) => Leaf[],
  order: (a: Leaf, b: Leaf) => number = byHash,
) {
  const leaves = Object.entries(owed)
    .flatMap(([player, amounts]): Leaf[] => {
      const tag = ownTag(ownNonce(secretOf(player), player), snapshot)
      return splitAmounts(amounts, tag).map((part) => ({
        player,
        part,
        node: leafOf(snapshot, part, tag),
      }))
    })
    .flatMap((leaf) => (change ? change(leaf) : [leaf]))
    .sort(order)
  const levels: TreeNode[][] = []
  const builder = treeBuilder((level, node) => {
    levels[level] = [...(levels[level] ?? []), node]
  })
  for (const leaf of leaves) builder.add(leaf.node)
  const root = builder.end()
  if (!root) throw new Error('no players')
  const published: Published = {
    snapshot,
    root: toHex(root.hash),
    owed: root.sum,
    size: leaves.length,
    players: new Set(leaves.map(({ player }) => player)).size,
  }
  const nodeAt = ({ level, index }: { level: number; index: number }): WireNode => {
    const node = levels[level]?.[index]
    if (!node) throw new Error(`the tree has no node ${index} of level ${level}`)
    return wire(node)
  }
  const proofOf = (player: string): OwnProof => ({
    snapshot,
    player,
    secret: secretOf(player).toString('hex'),
    nonce: toHex(ownNonce(secretOf(player), player)),
    leaves: leaves.flatMap((leaf, index) =>
      leaf.player === player
        ? [
            {
              index,
              amounts: leaf.part.map(String),
              path: pathPlaces(index, leaves.length).map(nodeAt),
            },
          ]
        : [],
    ),
  })
  return {
    published,
    proofOf,
    levels: levels.map((level) => level.map(wire)),
  }
}
interface Leaf {
  readonly player: string
  readonly part: Amounts
  readonly node: TreeNode
}
/** The order of leaves in the tree. */
export const byHash = (a: Leaf, b: Leaf): number => Buffer.compare(a.node.hash, b.node.hash)

export const owed: Record<string, Amounts> = {
  '10000001': [10_000n, 500n, 0n, 0n, 2_000n, 0n],
  '10000002': [10_000n, 500n, 0n, 0n, 2_000n, 0n],
  '10000003': [0n, 0n, 123_456n, 1n, 0n, 99_999n],
  '10000004': [0n, 0n, 0n, 0n, 0n, 0n],
  '10000005': [7n, 0n, 0n, 0n, 0n, 0n],
}
