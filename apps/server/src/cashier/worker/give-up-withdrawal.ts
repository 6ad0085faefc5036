import { one, sql } from '../../platform/database/database.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/**
 * The token refuses the payment though the house has enough: it may be a pause, so it is waited
 * for; then it is given back.
 */
export async function giveUpWithdrawal(worker: Worker, op: Operation): Promise<void> {
  if (op.ageMs >= worker.settings.patienceMs)
    await refundWithdrawal(worker, op, null, 'tokenRefuses')
}

/**
 * Gives a withdrawal back in full. `block` is the judged receipt's, null where nothing was signed.
 */
export const refundWithdrawal = (
  { database, newId }: Worker,
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
