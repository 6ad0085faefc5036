import { subtract } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import type { Hex, Receipt } from '../chain/chain.ts'
import { moved, unitsOf } from '../chain/token.ts'
import type { Agreement, ChainWorker } from './chain-worker.ts'
import { type Operation, putToReview } from './operation.ts'

export type WithdrawalVerdict = 'paid' | 'wait' | { refund: string } | { review: string }

/** Judges a withdrawal whose receipt is deep enough, by the tokens that left the house. */
export function judgeWithdrawal(
  op: Pick<Operation, 'amount' | 'fee'>,
  receipt: Receipt,
  house: Hex,
  agreement: Agreement,
): WithdrawalVerdict {
  if (!receipt.succeeded) return { refund: 'reverted' }
  const { gave } = moved(receipt.transfers, house)
  if (gave === unitsOf(subtract(op.amount, op.fee))) return 'paid'
  if (gave !== 0n) return { review: 'otherAmount' }
  // By its events no token left, but a token whose events lie must not get a second payment.
  if (agreement === 'unknown') return 'wait'
  return agreement === 'yes' ? { refund: 'nothingMoved' } : { review: 'balanceDiffers' }
}

/** Marks a withdrawal as paid, refunds or reviews it by its receipt. */
export async function settleWithdrawal(
  worker: ChainWorker,
  op: Operation,
  receipt: Receipt,
  agreement: Agreement,
): Promise<void> {
  const verdict = judgeWithdrawal(op, receipt, worker.key.address, agreement)
  if (verdict === 'wait') return
  if (verdict !== 'paid')
    return 'review' in verdict
      ? putToReview(worker, op, receipt.block, verdict.review)
      : void (await refundWithdrawal(worker, op, receipt.block, verdict.refund))
  await one(
    worker.database.rows(sql`select cashier.pay_withdrawal($1, $2, $3, $4, $5)`, [
      op.player,
      op.id,
      worker.newId(),
      receipt.hash,
      receipt.block,
    ]),
  )
}

/**
 * Refunds a withdrawal whose payment the token refuses though the house has enough, after
 * `patienceMs`: the token may be paused.
 */
export async function giveUpWithdrawal(worker: ChainWorker, op: Operation): Promise<void> {
  if (op.ageMs >= worker.settings.patienceMs)
    await refundWithdrawal(worker, op, null, 'tokenRefuses')
}

/** Gives a withdrawal back in full. `block` is the judged receipt's; null before signing. */
const refundWithdrawal = (
  { database, newId }: ChainWorker,
  op: Operation,
  block: bigint | null,
  reason: string,
) =>
  one(
    database.rows(sql`select cashier.refund_withdrawal($1, $2, $3, $4, $5)`, [
      op.player,
      op.id,
      newId(),
      block,
      reason,
    ]),
  )
