import { z } from 'zod'
import { amountOut, cursor, flag, pageLimit, playerId, timeOut } from './scalars.ts'
import type { CallSpec } from './spec.ts'

/** The amounts of the four wallets, or their signed changes. */
const fourWallets = z.object({
  CurrentBalance: amountOut,
  Winning_Amount: amountOut,
  Bonus: amountOut,
  ReferalAmount: amountOut,
})

/** What a row of the transactions list is. `Loss` and `Tie` are derived from the round. */
export const transactionStatuses = [
  'amtplaced',
  'PartialWin',
  'Win',
  'Loss',
  'Tie',
  'referral_earning',
  'Winning Transfer',
  'Send',
  'Recieved',
  'Bonus',
  'Deposit',
  'Withdraw',
  'Referal Transfer',
] as const

export const wallet = {
  walletList: {
    summary: 'The four balances',
    session: 'required',
    query: z.object({ UserId: playerId }),
    own: 'UserId',
    answer: z.object({
      Data: fourWallets.extend({
        /** How much of the balances can't be used yet. */
        Locked: z.object({ Bonus: amountOut, ReferalAmount: amountOut }),
        /** Stakes of open rounds and unpaid withdrawals, already debited. */
        OnHold: amountOut,
      }),
    }),
    refusals: [],
  },
  transactions: {
    summary: "The movements of the player's wallets, newest first",
    session: 'required',
    query: z.object({ User_Id: playerId, cursor, limit: pageLimit, all: flag }),
    own: 'User_Id',
    answer: z.object({
      Data: z.array(
        z.object({
          Id: z.string(),
          User_Id: z.number(),
          Amount: amountOut,
          Transaction_Id: z.string(),
          Pro_TransactionId: z.string().nullable(),
          Out_TransactionId: z.string().nullable(),
          Game_Id: z.number().nullable(),
          Method: z.string().nullable(),
          DateTime: timeOut,
          StatusMsg: z.enum(transactionStatuses),
          senderId: z.number().nullable(),
          receiverId: z.number().nullable(),
          Wallets: fourWallets,
        }),
      ),
      Next: z.string().optional(),
    }),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
