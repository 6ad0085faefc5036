import type { Hex } from '../chain/chain.ts'
import { findReceipt } from './find-receipt.ts'
import type { OperationInFlight } from './operation.ts'
import { recordSigned } from './record-signed.ts'
import type { Worker } from './worker.ts'

/** A fee 14 times the first one is no longer a market's mood: an operator decides. */
const mostReplacements = 12

/**
 * Replaces the house's next chain transaction where it has waited too long: the same nonce, call
 * and gas limit, a fee that is a quarter higher, stored before it is sent. Gives the new bytes, or
 * null where nothing is to be replaced.
 */
export async function replaceStuck(worker: Worker, op: OperationInFlight): Promise<Hex | null> {
  const { chain, key, alarm, settings } = worker
  if (op.signedAgoMs < settings.stuckMs) return null
  const { mined } = await chain.nonces(key.address)
  // Those behind the first one only wait for it.
  if (mined < op.nonce) return null
  if (mined > op.nonce) {
    if ((await findReceipt(worker, op)) === null)
      alarm('houseKeyUsedElsewhere', { player: op.player, id: op.id, nonce: op.nonce })
    return null
  }
  alarm('stuck', { player: op.player, id: op.id, nonce: op.nonce, attempt: op.hashes.length })
  if (op.hashes.length > mostReplacements) return null
  const signed = await key.signReplacement(op.raw)
  const stored = await recordSigned(worker, op, {
    nonce: op.nonce,
    attempt: op.hashes.length,
    signed,
  })
  return stored ? signed.raw : null
}
