import type { Call } from './call.ts'
import { operationState } from './cashier.ts'
import { amount } from './inputs.ts'
import { data, integer, money, object, optional, text } from './wire.ts'

// Apart from the cashier's other calls: the deposit page loads none of these.

/** Payouts under way to it end first. */
export const unlinkWallet = {
  name: 'unlinkWallet',
  method: 'POST',
  path: 'unlinkWallet',
  body: object({ address: text }),
} as const satisfies Call

/** Pays from Deposit to the linked wallet that is `paid`, less the fee: at first 10 %. */
export const requestWithdrawal = {
  name: 'requestWithdrawal',
  method: 'POST',
  path: 'paymentWithdrawal',
  body: object(
    {
      player: ['userId', integer],
      amount,
      /** What the player saw. Old clients leave both out. */
      address: optional(text),
      fee: optional(amount),
    },
    { Method: 'fkr', StatusMsg: 'Withdraw' },
  ),
  refusalData: {
    addressChanged: object({ address: text }),
    feeChanged: object({ fee: money }),
  },
  answer: data(
    object({
      transactionId: ['Transaction_Id', text],
      amountToSend: money,
      address: text,
      state: operationState,
    }),
  ),
} as const satisfies Call
