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
    if ((await findReceipt(worker, op)) === null) await judgeUsedNonce(worker, op)
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
 * Another chain transaction has the operation's nonce, deep enough: before that, a node that lags
 * might only not show the receipt yet. If the operation was signed before a restore, the time that
 * the restore has lost may have replaced it, and it is set aside.
 */
async function judgeUsedNonce(worker: ChainWorker, op: OperationInFlight): Promise<void> {
  const { chain, database, key, alarm, settings } = worker
  const deep = (await chain.head()).number - BigInt(settings.confirmations) + 1n
  if ((await chain.nonceAt(key.address, deep)) <= op.nonce) return
  const { isRestored } = await one(
    database.rows<{ isRestored: boolean }>(
      sql`select cashier.review_replaced($1, $2, $3) as "isRestored"`,
      [op.player, op.id, deep],
    ),
  )
  if (isRestored) alarm('review', { player: op.player, id: op.id, reason: 'restored' })
  else alarm('houseKeyUsedElsewhere', { player: op.player, id: op.id, nonce: op.nonce })
}
