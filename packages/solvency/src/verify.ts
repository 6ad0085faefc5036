import { fromHex, isHex32, toHex } from '@pipkin/games/bytes'
import { type Amounts, leafOf, nodeOf, ownNonce, ownTag, sumOf, type TreeNode } from './nodes.ts'
import { pathPlaces } from './tree.ts'

/** What the house publishes of a snapshot: the root is hex, `owed` is 1/100 fkr. */
export interface Published {
  readonly snapshot: string
  readonly root: string
  readonly owed: bigint
  /** The number of leaves, and of the players who have them. */
  readonly size: number
  readonly players: number
}

/** A published node: its hash in hex, its sum in 1/100 fkr as text. */
export interface WireNode {
  readonly hash: string
  readonly sum: string
}

/** A player's own leaves, with the proof that they are in the tree. Bytes are hex. */
export interface OwnProof {
  readonly snapshot: string
  /** The player's id and secret, which give the nonce. */
  readonly player: string
  readonly secret: string
  readonly nonce: string
  readonly leaves: readonly {
    readonly index: number
    /** In 1/100 fkr as texts, in the order of `Amounts`. */
    readonly amounts: readonly string[]
    readonly path: readonly WireNode[]
  }[]
}

/** What a check found wrong, in sentences; empty if all holds. */
export interface Checked {
  readonly wrong: readonly string[]
}

/** The sum of the player's leaves; undefined if something is wrong. */
interface OwnChecked extends Checked {
  readonly amounts?: Amounts
}

/**
 * Whether a player's leaves are in the published tree, and whether they are the player's alone.
 * `player` is the id of the one who asks.
 */
export function checkOwn(proof: OwnProof, published: Published, player: string): OwnChecked {
  const wrong = ownFaults(proof, published, player)
  if (wrong.length > 0) return { wrong }
  const tag = ownTag(fromHex(proof.nonce), proof.snapshot)
  const total: [bigint, bigint, bigint, bigint, bigint, bigint] = [0n, 0n, 0n, 0n, 0n, 0n]
  for (const { index, amounts, path } of proof.leaves) {
    const read = amountsOf(amounts)
    const top = read && climb(leafOf(proof.snapshot, read, tag), index, path, published.size)
    if (!read || !top) return { wrong: [`Leaf ${index} is not a leaf with its whole way up.`] }
    if (toHex(top.hash) !== published.root)
      return { wrong: [`Leaf ${index} is not in the tree: its way leads to another root.`] }
    if (top.sum !== published.owed)
      return { wrong: [`Leaf ${index} leads to another sum than the house says it owes.`] }
    for (const [kind, amount] of read.entries()) total[kind] = (total[kind] ?? 0n) + amount
  }
  return { wrong: [], amounts: total }
}

const notYours =
  "These leaves weren't made for you alone: " +
  'another player may be shown the same, for the same money.'

function ownFaults(proof: OwnProof, published: Published, player: string): string[] {
  const { snapshot, secret, nonce, leaves } = proof
  if (snapshot !== published.snapshot) return ['The proof is of another snapshot.']
  if (leaves.length === 0) return ['You were left out: the tree has no leaf of yours.']
  if (!isHex32(secret) || !isHex32(nonce)) return ['The number of your leaves is malformed.']
  if (proof.player !== player || toHex(ownNonce(fromHex(secret), player)) !== nonce)
    return [notYours]
  if (new Set(leaves.map(({ index }) => index)).size < leaves.length)
    return ['One leaf is shown twice.']
  return []
}

/** The root that a leaf's way leads to; null if the way is malformed. */
function climb(
  leaf: TreeNode,
  index: number,
  path: readonly WireNode[],
  size: number,
): TreeNode | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return null
  const places = pathPlaces(index, size)
  if (places.length !== path.length) return null
  let node: TreeNode | null = leaf
  for (const [step, { isLeft }] of places.entries()) {
    const beside = nodeFrom(path[step])
    node = node && beside && joined(isLeft ? beside : node, isLeft ? node : beside)
  }
  return node
}

const joined = (left: TreeNode, right: TreeNode): TreeNode | null =>
  left.sum + right.sum < 2n ** 64n ? nodeOf(left, right) : null

/** A sum as text: no sign, no more than 64 bits; null for anything else. */
function readSum(text: unknown): bigint | null {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,19})$/.test(text)) return null
  const sum = BigInt(text)
  return sum < 2n ** 64n ? sum : null
}

function nodeFrom(value: WireNode | undefined): TreeNode | null {
  const sum = readSum(value?.sum)
  return value && sum !== null && isHex32(value.hash) ? { hash: fromHex(value.hash), sum } : null
}

const isAmounts = (sums: readonly (bigint | null)[]): sums is Amounts =>
  sums.length === 6 && !sums.includes(null)

function amountsOf(texts: readonly string[]): Amounts | null {
  const sums = texts.map(readSum)
  return isAmounts(sums) && sumOf(sums) < 2n ** 64n ? sums : null
}

/**
 * Whether a whole published tree adds up: each node's hash and sum come from the two below it, the
 * last is the published root, and the leaves stand in order, as many as the players can have.
 * The leaves come first; a node may be anything.
 */
export function checkTree(levels: readonly (readonly WireNode[])[], published: Published): Checked {
  let below: TreeNode[] | null = null
  for (const [level, wire] of levels.entries()) {
    const nodes: TreeNode[] = []
    const expected: number = below === null ? published.size : Math.ceil(below.length / 2)
    if (wire.length !== expected)
      return { wrong: [`Level ${level} has ${wire.length} nodes instead of ${expected}.`] }
    for (const [index, value] of wire.entries()) {
      const node = nodeFrom(value)
      if (!node) return { wrong: [`Node ${index} of level ${level} has no hash, or no sum.`] }
      const fault: string | null = below && faultOf(node, below[2 * index], below[2 * index + 1])
      if (fault) return { wrong: [`Node ${index} of level ${level} ${fault}.`] }
      nodes.push(node)
    }
    const misplaced = below === null ? misplacedLeaf(nodes) : -1
    if (misplaced !== -1)
      return { wrong: [`Leaf ${misplaced} is not in the order of hashes, or is there twice.`] }
    below = nodes
  }
  const [root, ...more] = below ?? []
  if (!root || more.length > 0) return { wrong: ['The tree does not end in one root.'] }
  if (toHex(root.hash) !== published.root) return { wrong: ['The tree has another root.'] }
  if (root.sum !== published.owed)
    return {
      wrong: [`The tree adds up to ${fkr(root.sum)} fkr; the house says ${fkr(published.owed)}.`],
    }
  const { size, players } = published
  if (players > size || size > mostLeaves * players)
    return { wrong: [`${players} players can't have ${size} leaves: each has one to four.`] }
  return { wrong: [] }
}

/** How many leaves one player has at most. */
const mostLeaves = 4

/** The first leaf that doesn't come after the one before it; -1 if all do. */
const misplacedLeaf = (leaves: readonly TreeNode[]): number =>
  leaves.findIndex(({ hash }, index) => {
    const before = leaves[index - 1]
    return before !== undefined && toHex(hash) <= toHex(before.hash)
  })

/** An amount of 1/100 fkr, in fkr. */
const fkr = (sum: bigint): string => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`

/** How a node differs from the parent of the two below it; null if it doesn't. */
function faultOf(
  node: TreeNode,
  left: TreeNode | undefined,
  right: TreeNode | undefined,
): string | null {
  const made = left && right ? joined(left, right) : left
  if (!made) return 'has more below it than a sum can hold'
  if (made.sum !== node.sum) return `says ${fkr(node.sum)} fkr, and ${fkr(made.sum)} are below it`
  return toHex(made.hash) === toHex(node.hash) ? null : 'has another hash than what is below it'
}
