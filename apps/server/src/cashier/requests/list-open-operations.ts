import type { OpenOperation } from '@pipkin/contract'
import type { PlayerId } from '@pipkin/contract/schemas'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { CashierDeps } from '../cashier-deps.ts'

/** The player's deposits and withdrawals on their way, the newest first. */
export async function listOpenOperations(
  { database }: Pick<CashierDeps, 'database'>,
  player: PlayerId,
): Promise<Result<'listOpenOperations'>> {
  const open = await database.rows<Omit<OpenOperation, 'transactionId'> & { id: string }>(
    sql`select operation_id as id, kind, amount, state, at as "requestedAt" from cashier.operations
        where player_id = $1 and state in ('requested', 'signed', 'mined', 'review')
        order by at desc, operation_id desc limit 100`,
    [player],
  )
  return done<'listOpenOperations'>(
    open.map(({ id, ...row }) => ({ ...row, transactionId: transactionIdOf(player, id) })),
  )
}
