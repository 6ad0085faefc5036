import type { Call } from './call.ts'
import { amount, wholeAmount } from './inputs.ts'
import { limitRefusalData } from './limit-refusals.ts'
import { data, integer, money, object, optional, spelt, text } from './wire.ts'

/** Sends from Deposit to another player's Deposit, less the fee: at first 2 %. */
export const sendMoney = {
  name: 'sendMoney',
  method: 'POST',
  path: 'walletTransfer',
  body: object({
    player: ['senderId', integer],
    amount: ['transferAmount', wholeAmount],
    receiver: ['receiverId', integer],
    /** What the player saw as the fee. Old clients leave it out. */
    fee: optional(amount),
  }),
  answer: data(object({ transactionId: ['Transaction_Id', text], amountToSend: money })),
  refusalData: { onBreak: limitRefusalData.onBreak, feeChanged: object({ fee: money }) },
} as const satisfies Call

/** Moves from Win, or from what is unlocked of Referral, to Deposit. */
export const moveToDeposit = {
  name: 'moveToDeposit',
  method: 'POST',
  path: 'internalTransfer',
  body: object({
    player: ['userId', integer],
    amount: ['transferAmount', amount],
    from: ['transferType', spelt({ win: 'Winning', referral: 'Referal' })],
  }),
  answer: data(object({ transactionId: ['Transaction_Id', text] })),
} as const satisfies Call

/** The masked name of the player who would receive, to compare before sending. */
export const findReceiver = {
  name: 'findReceiver',
  method: 'GET',
  path: 'receiver',
  query: object({ receiver: ['id', integer] }),
  answer: data(object({ name: text })),
} as const satisfies Call
