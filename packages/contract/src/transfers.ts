import { z } from 'zod'
import { amountIn, amountOut, playerId, wholeAmountIn } from './scalars.ts'
import type { CallSpec } from './spec.ts'

/** The specification's words for the wallets that an internal transfer takes from. */
export const transferTypes = ['Winning', 'Referal'] as const

export const transfers = {
  walletTransfer: {
    summary: "Sends from Deposit to another player's Deposit, less 2 %",
    session: 'required',
    body: z.object({ senderId: playerId, transferAmount: wholeAmountIn, receiverId: playerId }),
    own: 'senderId',
    answer: z.object({ Data: z.object({ Transaction_Id: z.string(), amountToSend: amountOut }) }),
    refusals: ['invalidAmount', 'sameReceiver', 'receiverUnknown', 'sendUnfunded', 'keyReused'],
    keyed: true,
  },
  internalTransfer: {
    summary: 'Moves from Win, or from what is unlocked of Referral, to Deposit',
    session: 'required',
    body: z.object({
      userId: playerId,
      transferAmount: amountIn,
      transferType: z.enum(transferTypes),
    }),
    own: 'userId',
    answer: z.object({ Data: z.object({ Transaction_Id: z.string() }) }),
    refusals: ['invalidAmount', 'playerUnknown', 'winUnfunded', 'referralUnfunded', 'keyReused'],
    keyed: true,
  },
  receiver: {
    summary: 'The masked name of whoever would receive, to compare before sending',
    session: 'required',
    query: z.object({ id: playerId }),
    answer: z.object({ Data: z.object({ name: z.string() }) }),
    refusals: ['sameReceiver', 'receiverUnknown'],
  },
} as const satisfies Record<string, CallSpec>
