import { type Money, moneyToWire } from '@pipkin/money'
import { type CallResult, call } from '../../../api/call.ts'

/**
 * Asks for a payout. Where nobody knows whether the last request arrived, the same amount is asked for under the same key,
 * also after a reload: it is paid once. An answer ends the key.
 */
export async function requestWithdrawal(
  playerId: number,
  amount: Money,
): Promise<CallResult<'paymentWithdrawal'>> {
  const kept = sessionStorage.getItem(storageKey)
  const intention = `${playerId} ${amount} `
  const idempotencyKey = kept?.startsWith(intention) ? kept.slice(intention.length) : crypto.randomUUID()
  sessionStorage.setItem(storageKey, `${intention}${idempotencyKey}`)
  const result = await call('paymentWithdrawal', {
    body: { userId: playerId, amount: moneyToWire(amount), Method: 'fkr', StatusMsg: 'Withdraw' },
    idempotencyKey,
  })
  if (result.ok || (result.kind === 'refused' && result.status === 200)) sessionStorage.removeItem(storageKey)
  return result
}

const storageKey = 'openWithdrawal'
