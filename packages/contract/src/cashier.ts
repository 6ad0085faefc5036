import type { Answer, Call } from './call.ts'
import { amount } from './inputs.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  object,
  optional,
  text,
  time,
  word,
  wrapped,
} from './wire.ts'

/** Where a deposit or a withdrawal is on its way. */
const operationState = word(
  'requested',
  'signed',
  'mined',
  'confirmed',
  'failed',
  'rejected',
  'review',
  'refunded',
)

/** The chain, the token and the house address; the own linked wallets. */
export const describeChain = {
  name: 'describeChain',
  method: 'GET',
  path: 'find-walletAdr',
  answer: data(
    object({
      chainId: integer,
      rpcUrl: text,
      token: text,
      symbol: text,
      decimals: integer,
      house: text,
      confirmations: integer,
      linked: list(text),
      explorerUrl: text,
      /** True only on the local default: the demo wallet may be offered. */
      isLocal: ['local', boolean],
    }),
  ),
} as const satisfies Call
export type ChainInfo = Answer<typeof describeChain>

/** A Sign-In-with-Ethereum text that names this player: single use, 5 minutes. */
export const challengeWallet = {
  name: 'challengeWallet',
  method: 'POST',
  path: 'walletChallenge',
  body: object({ address: text }),
  answer: data(object({ message: text })),
} as const satisfies Call

export const linkWallet = {
  name: 'linkWallet',
  method: 'POST',
  path: 'linkWallet',
  body: object({ message: text, signature: text }),
  answer: data(object({ address: text })),
} as const satisfies Call

/** Reports an approval; the deposit is credited when it is confirmed on the chain. */
export const requestDeposit = {
  name: 'requestDeposit',
  method: 'POST',
  path: 'paymentDeposit',
  body: wrapped(
    'transactionData',
    object(
      { player: ['userId', integer], from: ['fromAdr', text], amount },
      { Method: 'fkr', StatusMsg: 'Deposit' },
    ),
  ),
  answer: data(object({ transactionId: ['Transaction_Id', text], state: operationState })),
} as const satisfies Call

/** Pays from Deposit to the player's newest linked wallet, less 10 %. */
export const requestWithdrawal = {
  name: 'requestWithdrawal',
  method: 'POST',
  path: 'paymentWithdrawal',
  body: object({ player: ['userId', integer], amount }, { Method: 'fkr', StatusMsg: 'Withdraw' }),
  answer: data(
    object({
      transactionId: ['Transaction_Id', text],
      amountToSend: money,
      address: text,
      state: operationState,
    }),
  ),
} as const satisfies Call

const operationStatus = data(
  object({
    state: operationState,
    amount: money,
    credited: optional(money),
    chainHash: ['txHash', optional(text)],
    confirmations: optional(integer),
    /** Why it failed, in a sentence. */
    reason: optional(text),
  }),
)
const transactionId = object({ transactionId: ['Transaction_Id', text] })

export const readDeposit = {
  name: 'readDeposit',
  method: 'GET',
  path: 'depositStatus',
  query: transactionId,
  answer: operationStatus,
} as const satisfies Call

export const readWithdrawal = {
  name: 'readWithdrawal',
  method: 'GET',
  path: 'withdrawalStatus',
  query: transactionId,
  answer: operationStatus,
} as const satisfies Call
export type OperationStatus = Answer<typeof readDeposit>
export type OperationState = OperationStatus['state']

/** The deposits and withdrawals on their way. */
export const listOpenOperations = {
  name: 'listOpenOperations',
  method: 'GET',
  path: 'openOperations',
  query: object({ player: ['User_Id', integer] }),
  answer: data(
    list(
      object({
        transactionId: ['Transaction_Id', text],
        kind: word('deposit', 'withdrawal'),
        amount: money,
        state: operationState,
        requestedAt: ['DateTime', time],
      }),
    ),
  ),
} as const satisfies Call
export type OpenOperation = Answer<typeof listOpenOperations>[number]
