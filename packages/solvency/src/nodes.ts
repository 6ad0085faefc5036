import { hash, join, lengthPrefixed, macUnder, utf8 } from '@pipkin/games/bytes'

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

/** 8 bytes, big-endian. Throws `RangeError` on less than nothing and on too much. */
function u64(value: bigint): Uint8Array {
  if (value < 0n || value > most) throw new RangeError(`not a sum of 64 bits: ${value}`)
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

export const sumOf = (amounts: Amounts): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/**
 * The number that hides a player's leaves, from 32 secret bytes. The player's id is hashed with
 * them, so that no two players can be given one number, and with it one leaf.
 */
export const ownNonce = (secret: Uint8Array, player: string): Uint8Array =>
  hash(utf8('fkr-own-nonce'), lengthPrefixed(utf8(player)), secret)

/** What a player's leaves of a snapshot end with. */
export const ownTag = (nonce: Uint8Array, snapshot: string): Uint8Array =>
  macUnder(nonce)(utf8(snapshot))

/** Throws `RangeError` where an amount is below zero. */
export const leafOf = (snapshot: string, amounts: Amounts, tag: Uint8Array): TreeNode => ({
  hash: hash(Uint8Array.of(0), utf8(snapshot), join(...amounts.map(u64)), tag),
  sum: sumOf(amounts),
})

/** Throws `RangeError` where the sums are more than 64 bits hold. */
export function nodeOf(left: TreeNode, right: TreeNode): TreeNode {
  const sum = left.sum + right.sum
  u64(sum)
  return {
    hash: hash(Uint8Array.of(1), left.hash, u64(left.sum), right.hash, u64(right.sum)),
    sum,
  }
}
