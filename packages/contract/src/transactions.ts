import { fourWallets } from './balances.ts'
import type { Answer, Call } from './call.ts'
import { flag } from './inputs.ts'
import { integer, list, money, nullable, object, optional, spelt, text, time } from './wire.ts'

/** What a row of the transactions list is. `loss` and `tie` are derived from the round. */
export const transactionKind = spelt({
  stake: 'amtplaced',
  partialWin: 'PartialWin',
  win: 'Win',
  loss: 'Loss',
  tie: 'Tie',
  reward: 'referral_earning',
  winTransfer: 'Winning Transfer',
  sent: 'Send',
  received: 'Recieved',
  bonus: 'Bonus',
  deposit: 'Deposit',
  withdrawal: 'Withdraw',
  referralTransfer: 'Referal Transfer',
  adjustment: 'Adjusted',
})

export const listTransactions = {
  name: 'listTransactions',
  method: 'GET',
  path: 'TransactionByUserId',
  query: object({
    player: ['User_Id', integer],
    cursor: optional(text),
    limit: optional(integer),
    /** With lost bets and ties. */
    all: optional(flag),
  }),
  answer: object({
    transactions: [
      'Data',
      list(
        object({
          id: ['Id', text],
          player: ['User_Id', integer],
          amount: ['Amount', money],
          transactionId: ['Transaction_Id', text],
          /** The round or the operation that it belongs to. */
          belongsTo: ['Pro_TransactionId', nullable(text)],
          /** The chain transaction of a deposit or a withdrawal. */
          chainHash: ['Out_TransactionId', nullable(text)],
          gameId: ['Game_Id', nullable(integer)],
          method: ['Method', nullable(text)],
          at: ['DateTime', time],
          kind: ['StatusMsg', transactionKind],
          sender: ['senderId', nullable(integer)],
          receiver: ['receiverId', nullable(integer)],
          /** The changes of the four wallets. */
          wallets: ['Wallets', object(fourWallets)],
          /** What the house says to an adjustment. */
          note: ['Note', optional(text)],
        }),
      ),
    ],
    next: ['Next', optional(text)],
  }),
} as const satisfies Call
export type Transaction = Answer<typeof listTransactions>['transactions'][number]
export type TransactionKind = Transaction['kind']
