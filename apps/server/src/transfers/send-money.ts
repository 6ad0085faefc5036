import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { type OnBreak, refuseOnBreak } from '../ledger/refuse-by-limits.ts'
import { type HeldAnswer, refuseHeld } from '../ledger/refuse-held.ts'
import { refuseNewFee } from '../ledger/refuse-new-fee.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { IdempotencyKey, Session } from '../platform/http/call.ts'
import { refuseUnconfirmed } from '../players/factors/confirmations.ts'
import type { TransferDeps } from './transfer-deps.ts'

const statement = sql`
  select ledger.send($1, $2, $3, $4, $5, $6, $7 * interval '1 millisecond', $8, $9, $10) as answer`

type Answer =
  | HeldAnswer
  | OnBreak
  | {
      refusal:
        | 'noSession'
        | 'confirmFirst'
        | 'invalidAmount'
        | 'accountFrozen'
        | 'sameReceiver'
        | 'receiverUnknown'
        | 'sendUnfunded'
        | 'receiverCannot'
        | 'keyReused'
    }
  | { refusal: 'feeChanged'; fee: number }
  | { refusal?: never; id: string; net: number }

/**
 * Sends from the sender's Deposit to the receiver's. `amount` is what leaves; the fee of it stays
 * with the house: `fee` is what the player saw, and no other is taken. What arrives can't leave the
 * receiver's account for `holdMs`. The `session` that asks is judged again under the lock on the
 * money.
 */
export async function sendMoney(
  { database, surroundings, config }: TransferDeps,
  { player, receiver, amount, fee }: InputOf<'sendMoney'>,
  key: IdempotencyKey | null,
  session?: Session,
): Promise<Result<'sendMoney'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(statement, [
      player,
      surroundings.newId(),
      receiver,
      amount,
      key?.key,
      key?.inputHash,
      config.holdMs,
      session?.id,
      fee,
      session?.tokenHash,
    ]),
  )
  if (answer.refusal === 'waysOutHeld' || answer.refusal === 'receivedHeld')
    return refuseHeld(answer)
  if (answer.refusal === 'onBreak') return refuseOnBreak(answer)
  if (answer.refusal === 'feeChanged') return refuseNewFee(answer)
  if (answer.refusal === 'confirmFirst') return refuseUnconfirmed(database, { player })
  if (answer.refusal) return refuse(answer.refusal)
  return done<'sendMoney'>(
    {
      transactionId: transactionIdOf(player, answer.id),
      amountToSend: hundredths(answer.net),
    },
    'Amount Transfer successful',
  )
}
