import type { Money } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import type { Hex, Receipt } from '../chain/chain.ts'
import { moneyOf, moved } from '../chain/token.ts'
import { endDeposit } from './give-up-deposit.ts'
import type { Operation } from './operation.ts'
import { putToReview } from './put-to-review.ts'
import type { Agreement, Worker } from './worker.ts'

export type DepositVerdict = { credit: Money } | { failed: string } | { review: string } | 'wait'

/**
 * What becomes of a deposit whose receipt is deep enough: credited is what arrived at the house,
 * whatever was asked for.
 */
export function judgeDeposit(
  op: Pick<Operation, 'amount'>,
  receipt: Receipt,
  house: Hex,
  agreement: Agreement,
): DepositVerdict {
  if (!receipt.succeeded) return { failed: 'reverted' }
  const credit = moneyOf(moved(receipt.transfers, house).got)
  if (credit === 0n) return { failed: 'nothingArrived' }
  if (credit > op.amount) return { review: 'tooMuch' }
  if (agreement === 'unknown') return 'wait'
  return agreement === 'yes' ? { credit } : { review: 'balanceDiffers' }
}

export async function settleDeposit(
  worker: Worker,
  op: Operation,
  receipt: Receipt,
  agreement: Agreement,
): Promise<void> {
  const verdict = judgeDeposit(op, receipt, worker.key.address, agreement)
  if (verdict === 'wait') return
  if ('review' in verdict) return putToReview(worker, op, verdict.review)
  if ('failed' in verdict) return void (await endDeposit(worker, op, receipt.block, verdict.failed))
  await one(
    worker.database.rows(sql`select cashier.confirm_deposit($1, $2, $3, $4, $5)`, [
      op.player,
      op.id,
      receipt.hash,
      receipt.block,
      verdict.credit,
    ]),
  )
}
