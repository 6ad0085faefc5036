import { one, sql } from '../../platform/database/database.ts'
import { unitsOf } from '../chain/token.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/**
 * The token refuses the pull. An approval may still be on its way, so it is waited for; then the
 * deposit is rejected.
 */
export async function giveUpDeposit(worker: Worker, op: Operation): Promise<void> {
  const { chain, key, settings } = worker
  const wanted = unitsOf(op.amount)
  const [approved, held] = await Promise.all([
    chain.approved(op.address, key.address),
    chain.tokens(op.address),
  ])
  const reason = approved < wanted ? 'notApproved' : held < wanted ? 'walletShort' : 'tokenRefuses'
  if (reason !== 'walletShort' && op.ageMs < settings.patienceMs) return
  await endDeposit(worker, op, null, reason)
}

/**
 * Ends a deposit without a credit. `block` is the judged receipt's, null where nothing was signed.
 */
export const endDeposit = (
  { database }: Worker,
  op: Operation,
  block: bigint | null,
  reason: string,
) =>
  one(
    database.rows(sql`select cashier.end_deposit($1, $2, $3, $4)`, [
      op.player,
      op.id,
      block,
      reason,
    ]),
  )
