import type { Receipt } from '../chain/chain.ts'
import type { OperationInFlight } from './operation.ts'
import type { Worker } from './worker.ts'

/** The receipt of whichever of the operation's own hashes has one. */
export async function findReceipt(
  { chain }: Worker,
  { hashes }: OperationInFlight,
): Promise<Receipt | null> {
  // The latest replacement is the likeliest to be mined; all of them share a nonce, so at most one
  // is.
  for (const hash of hashes.toReversed()) {
    const receipt = await chain.receipt(hash)
    if (receipt !== null) return receipt
  }
  return null
}
