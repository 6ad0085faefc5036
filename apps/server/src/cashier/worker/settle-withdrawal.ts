import { subtract } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import type { Hex, Receipt } from '../chain/chain.ts'
import { moved, unitsOf } from '../chain/token.ts'
import { refundWithdrawal } from './give-up-withdrawal.ts'
import type { Operation } from './operation.ts'
import { putToReview } from './put-to-review.ts'
import type { Agreement, Worker } from './worker.ts'

export type WithdrawalVerdict = 'paid' | 'wait' | { refund: string } | { review: string }

/** What becomes of a withdrawal whose receipt is deep enough: what left the house decides. */
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
  // By its events nothing left. A token whose events are not to be trusted gets no second payment
  // out of that.
  if (agreement === 'unknown') return 'wait'
  return agreement === 'yes' ? { refund: 'nothingMoved' } : { review: 'balanceDiffers' }
}

export async function settleWithdrawal(
  worker: Worker,
  op: Operation,
  receipt: Receipt,
  agreement: Agreement,
): Promise<void> {
  const verdict = judgeWithdrawal(op, receipt, worker.key.address, agreement)
  if (verdict === 'wait') return
  if (verdict !== 'paid')
    return 'review' in verdict
      ? putToReview(worker, op, verdict.review)
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
