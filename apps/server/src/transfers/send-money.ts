import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { IdempotencyKey } from '../platform/http/call.ts'
import type { TransferDeps } from './transfer-deps.ts'

const statement = sql`select ledger.send($1, $2, $3, $4, $5, $6) as answer`

type Answer =
  | { refusal: 'invalidAmount' | 'sameReceiver' | 'receiverUnknown' | 'sendUnfunded' | 'keyReused' }
  | { refusal?: never; id: string; net: number }

/**
 * Sends from the sender's Deposit to the receiver's. `amount` is what leaves; 2 % of it, rounded
 * up, stays with the house.
 */
export async function sendMoney(
  { database, surroundings }: TransferDeps,
  { player, receiver, amount }: InputOf<'sendMoney'>,
  key: IdempotencyKey | null,
): Promise<Result<'sendMoney'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [
      player,
      surroundings.newId(),
      receiver,
      amount,
      key?.key,
      key?.inputHash,
    ]),
  )
  if (answer.refusal) return refuse(answer.refusal)
  return done<'sendMoney'>(
    {
      transactionId: transactionIdOf(player, answer.id),
      amountToSend: hundredths(BigInt(answer.net)),
    },
    'Amount Transfer successful',
  )
}
