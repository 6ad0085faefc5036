import type { OperationState } from '@pipkin/contract'
import type { InputOf, PlayRules } from '@pipkin/contract/schemas'
import { hundredths, moneyText, zero } from '@pipkin/money'
import { ledgerRules } from '../../ledger/ledger-rules.ts'
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
import { OutsideFailure } from '../../platform/process/outside-failure.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'

type Answer =
  | {
      refusal:
        | 'invalidAmount'
        | 'depositsPaused'
        | 'addressNotLinked'
        | 'depositLimitDue'
        | 'termsDue'
        | 'inProgress'
        | 'keyReused'
    }
  | LimitReached
  | OnBreak
  | { refusal: 'depositTooSmall'; least: number }
  | { refusal?: never; id: string; state: OperationState }

/**
 * A player reports that a linked wallet has approved an amount to the house. It is written down;
 * the worker pulls it, and credits what arrives. The same report while it is on its way finds the
 * same deposit. The profile may ask for a limit first, and for an answer of the register: which may
 * begin an exclusion, and says what went to other operators.
 */
export async function requestDeposit(
  { database, surroundings, askRegister }: CashierDeps,
  { player, from, amount }: InputOf<'requestDeposit'>,
  key: IdempotencyKey | null,
  profile: PlayRules,
): Promise<Result<'requestDeposit'>> {
  const elsewhere = askRegister ? await askRegister(player) : zero
  if (elsewhere === null && profile.register === 'required')
    throw new OutsideFailure('the register of excluded players is silent')
  const rules = { ...ledgerRules(profile), elsewhere: Number(elsewhere ?? zero) }
  const { answer } = await one(
    database.rows<{ answer: Answer }>(
      sql`select cashier.request_deposit($1, $2, $3, $4, $5, $6, $7) as answer`,
      [
        player,
        surroundings.newId(),
        amount,
        lower(from),
        key?.key,
        key?.inputHash,
        JSON.stringify(rules),
      ],
    ),
  )
  if (answer.refusal === 'depositTooSmall')
    return refuse(answer.refusal, { parts: { n: moneyText(hundredths(answer.least)) } })
  if (answer.refusal === 'limitReached') return refuseLimited(answer)
  if (answer.refusal === 'onBreak') return refuseOnBreak(answer)
  if (answer.refusal) return refuse(answer.refusal)
  return done<'requestDeposit'>({
    transactionId: transactionIdOf(player, answer.id),
    state: answer.state,
  })
}
