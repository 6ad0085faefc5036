import type { OperationState } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths, moneyText } from '@pipkin/money'
import {
  type LimitReached,
  type OnBreak,
  refuseLimited,
  refuseOnBreak,
} from '../../ledger/refuse-by-limits.ts'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { IdempotencyKey } from '../../platform/http/call.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'

type Answer =
  | { refusal: 'invalidAmount' | 'addressNotLinked' | 'inProgress' | 'keyReused' }
  | LimitReached
  | OnBreak
  | { refusal: 'depositTooSmall'; least: number }
  | { refusal?: never; id: string; state: OperationState }

/**
 * A player reports that a linked wallet has approved an amount to the house. It is written down;
 * the worker pulls it, and credits what arrives. The same report while it is on its way finds the
 * same deposit.
 */
export async function requestDeposit(
  { database, surroundings }: CashierDeps,
  { player, from, amount }: InputOf<'requestDeposit'>,
  key: IdempotencyKey | null,
): Promise<Result<'requestDeposit'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(
      sql`select cashier.request_deposit($1, $2, $3, $4, $5, $6) as answer`,
      [player, surroundings.newId(), amount, lower(from), key?.key, key?.inputHash],
    ),
  )
  if (answer.refusal === 'depositTooSmall')
    return refuse(answer.refusal, { parts: { n: moneyText(hundredths(BigInt(answer.least))) } })
  if (answer.refusal === 'limitReached') return refuseLimited(answer)
  if (answer.refusal === 'onBreak') return refuseOnBreak(answer)
  if (answer.refusal) return refuse(answer.refusal)
  return done<'requestDeposit'>({
    transactionId: transactionIdOf(player, answer.id),
    state: answer.state,
  })
}
