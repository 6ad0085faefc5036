import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { parseTransactionId } from '../../ledger/transaction-id.ts'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { CashierDeps } from '../cashier-deps.ts'

/**
 * Cancels an unsigned deposit: from then on its approval is never used. Asked again it answers the
 * same, so it needs no key.
 */
export async function cancelDeposit(
  { database }: Pick<CashierDeps, 'database'>,
  player: PlayerId,
  { transactionId }: InputOf<'cancelDeposit'>,
): Promise<Result<'cancelDeposit'>> {
  const wanted = parseTransactionId(transactionId)
  if (wanted?.player !== player) return refuse('notFound')
  const { cancelled } = await one(
    database.rows<{ cancelled: boolean | null }>(
      sql`select cashier.cancel_deposit($1, $2) as cancelled`,
      [player, wanted.id],
    ),
  )
  if (cancelled === null) return refuse('notFound')
  return cancelled ? done<'cancelDeposit'>({ state: 'rejected' }) : refuse('depositUnderWay')
}
