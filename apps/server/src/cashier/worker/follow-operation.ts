import { one, sql } from '../../platform/database/database.ts'
import type { Block, Receipt } from '../chain/chain.ts'
import type { Agreement, ChainWorker } from './chain-worker.ts'
import { settleDeposit } from './end-deposit.ts'
import { settleWithdrawal } from './end-withdrawal.ts'
import type { OperationInFlight } from './operation.ts'
import { replaceStuck } from './replace-stuck.ts'
import { findReceipt, sendSigned } from './signed-bytes.ts'

/**
 * Moves a signed operation on. Only a receipt of one of its own hashes decides, and only when it is
 * deep enough. Without a receipt, the stored bytes are sent again.
 */
export async function followOperation(
  worker: ChainWorker,
  op: OperationInFlight,
  head: Block,
  agreement: Agreement,
): Promise<void> {
  const receipt = await findReceipt(worker, op)
  if (receipt === null) {
    if (op.minedBlock !== null) await recordDropped(worker, op)
    return sendSigned(worker, op, (await replaceStuck(worker, op)) ?? op.raw)
  }
  if (op.minedHash !== receipt.hash || op.minedBlock !== receipt.block)
    await recordMined(worker, op, receipt)
  if (head.number - receipt.block + 1n < worker.settings.confirmations) return
  // A node that lags may still show a receipt from a branch that the chain has left.
  if ((await worker.chain.hashOf(receipt.block)) !== receipt.blockHash) return
  return op.kind === 'deposit'
    ? settleDeposit(worker, op, receipt, agreement)
    : settleWithdrawal(worker, op, receipt, agreement)
}

const recordMined = ({ database }: ChainWorker, op: OperationInFlight, receipt: Receipt) =>
  one(
    database.rows(sql`select cashier.record_mined($1, $2, $3, $4, $5)`, [
      op.player,
      op.id,
      receipt.hash,
      receipt.block,
      receipt.gas,
    ]),
  )

const recordDropped = ({ database }: ChainWorker, op: OperationInFlight) =>
  one(
    database.rows(sql`select cashier.record_dropped($1, $2, $3)`, [
      op.player,
      op.id,
      op.minedBlock,
    ]),
  )
