import { z } from 'zod'
import { amountIn, amountOut, playerId, text, timeOut, transactionId } from './scalars.ts'
import type { CallSpec } from './spec.ts'

/** Where a deposit or a withdrawal stands. */
export const operationStates = [
  'requested',
  'signed',
  'mined',
  'confirmed',
  'failed',
  'rejected',
  'review',
  'refunded',
] as const

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const operationState = z.enum(operationStates)

const operationStatus = z.object({
  Data: z.object({
    state: operationState,
    amount: amountOut,
    credited: amountOut.optional(),
    txHash: z.string().optional(),
    confirmations: z.number().optional(),
    reason: z.string().optional(),
  }),
})

export const cashier = {
  findWalletAdr: {
    summary: 'The chain, the token and the house address; the own linked wallets',
    session: 'required',
    answer: z.object({
      Data: z.object({
        chainId: z.number(),
        rpcUrl: z.string(),
        token: z.string(),
        symbol: z.string(),
        decimals: z.number(),
        house: z.string(),
        confirmations: z.number(),
        linked: z.array(z.string()),
        explorerUrl: z.string(),
        /** True only on the local default: the demo wallet may be offered. */
        local: z.boolean(),
      }),
    }),
    refusals: [],
  },
  walletChallenge: {
    summary: 'A Sign-In-with-Ethereum text that names this player: single use, 5 minutes',
    session: 'required',
    body: z.object({ address }),
    answer: z.object({ Data: z.object({ message: z.string() }) }),
    refusals: [],
  },
  linkWallet: {
    summary: 'Links the wallet that signed the text',
    session: 'required',
    body: z.object({ message: text(2000), signature: z.string().regex(/^0x[0-9a-fA-F]{2,4096}$/) }),
    answer: z.object({ Data: z.object({ address: z.string() }) }),
    refusals: ['challengeOver', 'signatureWrong', 'addressTaken'],
  },
  paymentDeposit: {
    summary: 'Reports an approval; the deposit is credited when it is confirmed on the chain',
    session: 'required',
    body: z
      .object({
        transactionData: z.object({
          userId: playerId,
          fromAdr: address,
          amount: amountIn,
          Method: z.literal('fkr'),
          StatusMsg: z.literal('Deposit'),
        }),
      })
      .transform((body) => body.transactionData),
    own: 'userId',
    answer: z.object({ Data: z.object({ Transaction_Id: z.string(), state: operationState }) }),
    refusals: ['invalidAmount', 'addressNotLinked', 'keyReused', 'inProgress'],
    keyed: true,
  },
  depositStatus: {
    summary: 'Where a deposit stands',
    session: 'required',
    query: z.object({ Transaction_Id: transactionId }),
    answer: operationStatus,
    refusals: ['notFound'],
  },
  paymentWithdrawal: {
    summary: "Pays from Deposit to the player's newest linked wallet, less 10 %",
    session: 'required',
    body: z.object({
      userId: playerId,
      amount: amountIn,
      Method: z.literal('fkr'),
      StatusMsg: z.literal('Withdraw'),
    }),
    own: 'userId',
    answer: z.object({
      Data: z.object({
        Transaction_Id: z.string(),
        amountToSend: amountOut,
        address: z.string(),
        state: operationState,
      }),
    }),
    refusals: [
      'invalidAmount',
      'linkWalletFirst',
      'walletTooNew',
      'insufficientBalance',
      'keyReused',
      'inProgress',
    ],
    keyed: true,
  },
  withdrawalStatus: {
    summary: 'Where a withdrawal stands',
    session: 'required',
    query: z.object({ Transaction_Id: transactionId }),
    answer: operationStatus,
    refusals: ['notFound'],
  },
  openOperations: {
    summary: 'Deposits and withdrawals on their way',
    session: 'required',
    query: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({
      Data: z.array(
        z.object({
          Transaction_Id: z.string(),
          kind: z.enum(['deposit', 'withdrawal']),
          amount: amountOut,
          state: operationState,
          DateTime: timeOut,
        }),
      ),
    }),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
