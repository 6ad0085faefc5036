import type { InputOf } from '@pipkin/contract/schemas'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { IdempotencyKey } from '../platform/http/call.ts'
import type { TransferDeps } from './transfer-deps.ts'

const statement = sql`select ledger.move_to_deposit($1, $2, $3, $4, $5, $6) as answer`

/** The ledger's kind of movement, by the wallet that the money leaves. */
const kinds = { win: 'winning_transfer', referral: 'referral_transfer' } as const

type Answer =
  | {
      refusal: 'invalidAmount' | 'playerUnknown' | 'winUnfunded' | 'referralUnfunded' | 'keyReused'
    }
  | { refusal?: never; id: string }

/**
 * Moves from Win or Referral to Deposit, without a fee. Referral rewards that are locked stay where
 * they are.
 */
export async function moveToDeposit(
  { database, surroundings }: TransferDeps,
  { player, from, amount }: InputOf<'moveToDeposit'>,
  key: IdempotencyKey | null,
): Promise<Result<'moveToDeposit'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [
      player,
      surroundings.newId(),
      kinds[from],
      amount,
      key?.key,
      key?.inputHash,
    ]),
  )
  if (answer.refusal) return refuse(answer.refusal)
  return done<'moveToDeposit'>(
    { transactionId: transactionIdOf(player, answer.id) },
    'Amount Transfer successful',
  )
}
