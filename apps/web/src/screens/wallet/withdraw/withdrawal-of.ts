import type { WireBody } from '@pipkin/contract'
import { type Money, moneyToWire } from '@pipkin/money'

/** The request that asks for a payout. */
export const withdrawalOf = (playerId: number, amount: Money): WireBody<'paymentWithdrawal'> => ({
  userId: playerId,
  amount: moneyToWire(amount),
  Method: 'fkr',
  StatusMsg: 'Withdraw',
})
