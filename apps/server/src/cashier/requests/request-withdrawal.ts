import type { OperationState } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { shownAddress } from '../chain/address.ts'

type Answer =
  | {
      refusal:
        | 'invalidAmount'
        | 'linkWalletFirst'
        | 'walletTooNew'
        | 'insufficientBalance'
        | 'keyReused'
    }
  | { refusal?: never; id: string; amount_to_send: number; address: string; state: OperationState }

/**
 * Debits the whole amount and writes the payment down, in one database transaction; the worker pays
 * it, less 10 %.
 */
export async function requestWithdrawal(
  { database, surroundings, config }: CashierDeps,
  { player, amount }: InputOf<'requestWithdrawal'>,
  key: IdempotencyKey | null,
): Promise<Result<'requestWithdrawal'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(
      sql`
        select cashier.request_withdrawal(
          $1, $2, $3, $4 * interval '1 millisecond', $5, $6) as answer`,
      [player, surroundings.newId(), amount, config.linkedForMs, key?.key, key?.inputHash],
    ),
  )
  if (answer.refusal) return refuse(answer.refusal)
  return done<'requestWithdrawal'>({
    transactionId: transactionIdOf(player, answer.id),
    amountToSend: hundredths(BigInt(answer.amount_to_send)),
    address: shownAddress(answer.address),
    state: answer.state,
  })
}
