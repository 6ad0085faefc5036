import type { OperationState } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths, moneyText } from '@pipkin/money'
import { type HeldAnswer, minuteInUtc, refuseHeld } from '../../ledger/refuse-held.ts'
import { refuseNewFee } from '../../ledger/refuse-new-fee.ts'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse, refuseWith } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { shownAddress } from '../../platform/shown-address.ts'
import { refuseUnconfirmed } from '../../players/factors/confirmations.ts'
import type { CashierDeps } from '../cashier-deps.ts'
import { lower } from '../chain/address.ts'

type Answer =
  | HeldAnswer
  | { refusal: 'addressChanged'; address: string }
  | {
      refusal:
        | 'noSession'
        | 'confirmFirst'
        | 'invalidAmount'
        | 'accountFrozen'
        | 'linkWalletFirst'
        | 'walletDoubted'
        | 'insufficientBalance'
        | 'keyReused'
    }
  | { refusal: 'withdrawalTooSmall'; least: number }
  | { refusal: 'walletTooNew'; until: string }
  | { refusal: 'feeChanged'; fee: number }
  | { refusal?: never; id: string; amount_to_send: number; address: string; state: OperationState }

/**
 * Debits the whole amount and writes the payment down, in one database transaction; the worker pays
 * it, less the fee. `address` and `fee` are what the player saw; if either has changed, the request
 * is refused. The session is judged again once the money is locked.
 */
export async function requestWithdrawal(
  { database, surroundings, config }: CashierDeps,
  { player, amount, address, fee }: InputOf<'requestWithdrawal'>,
  { session, key }: Pick<PlayerCaller, 'session' | 'key'>,
): Promise<Result<'requestWithdrawal'>> {
  const { answer } = await one(
    database.rows<{ answer: Answer }>(
      sql`
        select cashier.request_withdrawal(
          $1, $2, $3, $4 * interval '1 millisecond', $5, $6, $7, $8, $9, $10) as answer`,
      [
        player,
        surroundings.newId(),
        amount,
        config.linkedForMs,
        key?.key,
        key?.inputHash,
        address === undefined ? null : lower(address),
        session.id,
        fee,
        session.tokenHash,
      ],
    ),
  )
  if (answer.refusal === 'withdrawalTooSmall')
    return refuse(answer.refusal, { parts: { n: moneyText(hundredths(answer.least)) } })
  if (answer.refusal === 'walletTooNew')
    return refuse(answer.refusal, { parts: { until: minuteInUtc(new Date(answer.until)) } })
  if (answer.refusal === 'waysOutHeld' || answer.refusal === 'receivedHeld')
    return refuseHeld(answer)
  if (answer.refusal === 'addressChanged')
    return refuseWith('requestWithdrawal', answer.refusal, {
      address: shownAddress(answer.address),
    })
  if (answer.refusal === 'feeChanged') return refuseNewFee(answer)
  if (answer.refusal === 'confirmFirst') return refuseUnconfirmed(database, session)
  if (answer.refusal) return refuse(answer.refusal)
  return done<'requestWithdrawal'>({
    transactionId: transactionIdOf(player, answer.id),
    amountToSend: hundredths(answer.amount_to_send),
    address: shownAddress(answer.address),
    state: answer.state,
  })
}
