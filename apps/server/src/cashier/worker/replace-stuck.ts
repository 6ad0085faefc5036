import { one, sql } from '../../platform/database/database.ts'
import type { Hex } from '../chain/chain.ts'
import type { ChainWorker } from './chain-worker.ts'
import type { OperationInFlight } from './operation.ts'
import { readMostGasPrice } from './read-most-gas-price.ts'
import { findReceipt, recordSigned } from './signed-bytes.ts'

/** By then the fee is 14 times the first one, and an operator decides. */
const mostReplacements = 12

/**
 * Replaces the house's next chain transaction if it has waited too long: the same nonce, call and
 * gas limit with a quarter more fee, up to the operator's ceiling, stored before it is sent. Null
 * where it replaces none.
 */
export async function replaceStuck(
  worker: ChainWorker,
  op: OperationInFlight,
): Promise<Hex | null> {
  const { chain, key, alarm, settings } = worker
  if (op.signedAgoMs < settings.stuckMs) return null
  const { mined } = await chain.nonces(key.address)
  // The first one holds up those behind it.
  if (mined < op.nonce) return null
  if (mined > op.nonce) {
    if ((await findReceipt(worker, op)) !== null) return null
    if (!(await reviewReplaced(worker, op)))
      alarm('houseKeyUsedElsewhere', { player: op.player, id: op.id, nonce: op.nonce })
    return null
  }
  alarm('stuck', { player: op.player, id: op.id, nonce: op.nonce, attempt: op.hashes.length })
  if (op.hashes.length > mostReplacements) return null
  const most = await readMostGasPrice(worker.database)
  const signed = await key.signReplacement(op.raw, most)
  if (signed === null) {
    alarm('feesTooHigh', { player: op.player, id: op.id, most })
    return null
  }
  const stored = await recordSigned(worker, op, {
    nonce: op.nonce,
    attempt: op.hashes.length,
    gas: signed.gas,
    signed,
  })
  return stored === 'stored' ? signed.raw : null
}

/**
 * Sets aside what the time that a restore has lost may have replaced, once the nonce was used deep
 * enough. False where the operation was signed after the restore.
 */
async function reviewReplaced(worker: ChainWorker, op: OperationInFlight): Promise<boolean> {
  const { chain, database, key, alarm, settings } = worker
  const deep = (await chain.head()).number - BigInt(settings.confirmations) + 1n
  const isUsed = (await chain.nonceAt(key.address, deep)) > op.nonce
  const { isRestored } = await one(
    database.rows<{ isRestored: boolean }>(
      sql`select cashier.review_replaced($1, $2, $3) as "isRestored"`,
      [op.player, op.id, isUsed ? deep : null],
    ),
  )
  if (isRestored && isUsed) alarm('review', { player: op.player, id: op.id, reason: 'restored' })
  return isRestored
}
