import type { Answer, Call } from './call.ts'
import { amount } from './inputs.ts'
import { limitRefusalData } from './limit-refusals.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  time,
  word,
  wrapped,
} from './wire.ts'

/** Where a deposit or a withdrawal is on its way. */
export const operationState = word(
  'requested',
  'signed',
  'mined',
  'confirmed',
  'failed',
  'rejected',
  'review',
  'refunded',
)

/** The chain, the token and the house address; the player's linked wallets. */
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
      /** The same with more, newest first. Payouts go to the `paid` one, once it isn't held. */
      wallets: list(
        object({
          address: text,
          linkedAt: time,
          paid: boolean,
          /** No payout goes there until then. */
          heldUntil: nullable(time),
          /**
           * It was linked shortly before the password changed or the account was frozen: it gets no
           * payout until it is linked again.
           */
          doubted: boolean,
        }),
      ),
      explorerUrl: text,
      /** Less is refused; a withdrawal's fee must pay its gas, so this changes with the chain. */
      smallestDeposit: money,
      smallestWithdrawal: money,
      /** No deposit is taken for now: approve nothing. */
      depositsPaused: boolean,
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
  refusalData: limitRefusalData,
} as const satisfies Call

const operationStatus = data(
  object({
    state: operationState,
    amount: money,
    credited: optional(money),
    chainHash: ['txHash', optional(text)],
    confirmations: optional(integer),
    /** The part of a withdrawal that isn't sent, and the address that gets the rest. */
    fee: optional(money),
    /** The fee's share at the time of the request, in hundredths of a percent. */
    feeShare: optional(integer),
    address: optional(text),
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

/** Takes back a deposit that waits. What the house has begun to pull can't be taken back. */
export const cancelDeposit = {
  name: 'cancelDeposit',
  method: 'POST',
  path: 'cancelDeposit',
  body: transactionId,
  answer: data(object({ state: operationState })),
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
