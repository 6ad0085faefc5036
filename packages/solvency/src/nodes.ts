import { hash, lengthPrefixed, mac, utf8 } from '@pipkin/games/bytes'

/**
 * What the house owes in one leaf, in 1/100 fkr: Deposit, Bonus, Win, Referral, open stakes and
 * payouts on their way (`docs/solvency.md`).
 */
export type Amounts = readonly [bigint, bigint, bigint, bigint, bigint, bigint]

/** A leaf or an inner node: its hash (32 bytes), and what is owed below it. */
export interface TreeNode {
  readonly hash: Uint8Array
  readonly sum: bigint
}

const most = 2n ** 64n - 1n

// Buffers for the bytes to hash. A tree has millions of nodes, and new objects for each would take
// most of the time.
const owed = new DataView(new ArrayBuffer(48))
const owedBytes = new Uint8Array(owed.buffer)
const inner = new DataView(new ArrayBuffer(81))
const innerBytes = new Uint8Array(inner.buffer)
const leafMark = Uint8Array.of(0)
innerBytes[0] = 1

/** Writes 8 bytes, big-endian. Throws `RangeError` below zero and beyond 64 bits. */
function writeU64(view: DataView, at: number, value: bigint): void {
  if (value < 0n || value > most) throw new RangeError(`not a sum of 64 bits: ${value}`)
  view.setBigUint64(at, value)
}

/** The sum of a leaf's amounts. */
export const sumOf = ([deposit, bonus, win, referral, stakes, payouts]: Amounts): bigint =>
  deposit + bonus + win + referral + stakes + payouts

const nonceLabel = utf8('fkr-own-nonce')

/**
 * The number that hides a player's leaves, from 32 secret bytes. The player's id is hashed with
 * them, so that no two players can be given one number, and with it one leaf.
 */
export const ownNonce = (secret: Uint8Array, player: string): Uint8Array =>
  hash(nonceLabel, lengthPrefixed(utf8(player)), secret)

/** The tag at the end of a player's leaves in a snapshot. */
export const ownTag = (nonce: Uint8Array, snapshot: string): Uint8Array =>
  mac(nonce, utf8(snapshot))

/** Throws `RangeError` if an amount is below zero. */
export function leafOf(snapshot: string, amounts: Amounts, tag: Uint8Array): TreeNode {
  for (let kind = 0; kind < 6; kind += 1) writeU64(owed, 8 * kind, amounts[kind] ?? 0n)
  return { hash: hash(leafMark, utf8(snapshot), owedBytes, tag), sum: sumOf(amounts) }
}

/** Throws `RangeError` if the sum has more than 64 bits. */
export function nodeOf(left: TreeNode, right: TreeNode): TreeNode {
  const sum = left.sum + right.sum
  if (sum > most) throw new RangeError(`not a sum of 64 bits: ${sum}`)
  innerBytes.set(left.hash, 1)
  writeU64(inner, 33, left.sum)
  innerBytes.set(right.hash, 41)
  writeU64(inner, 73, right.sum)
  return { hash: hash(innerBytes), sum }
}
