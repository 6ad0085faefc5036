import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
import {
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { acted, get, pageOf, post } from './parts.ts'

/** What the house took and gave, from figures that the worker counts. Days and months are UTC's. */

const played = {
  bets: integer,
  stakes: money,
  returns: money,
  /** Stakes less returns: what the house took. */
  gross: money,
}
const gamePeriod = object({ game: integer, name: text, ...played })
const period = object({
  /** Its first day, `2026-11-01`. */
  start: text,
  ...played,
  /** For withdrawals and sends. */
  fees: money,
  /** To friends and to their referrers. */
  rewards: money,
  toFriends: money,
  toReferrers: money,
  /** Put into wallets by operators, less what they took. */
  adjustments: money,
  deposits: money,
  /** What was sent to the chain, without fees. */
  withdrawals: money,
  /** In the chain's coin, and what it was worth. */
  gasCoins: text,
  gas: money,
  games: list(gamePeriod),
})
export type MoneyPeriod = Value<typeof period>

export const moneyUnits = ['day', 'month'] as const
export type MoneyUnit = (typeof moneyUnits)[number]
export const readMoney = {
  ...get('readMoney'),
  query: object({ by: word(...moneyUnits), before: optional(text) }),
  answer: data(
    object({
      /** Movements before this time are counted. */
      upto: time,
      /** 31 days or 12 months, newest first; those without a movement are left out. */
      periods: list(period),
      /** Since the beginning. */
      all: period,
      /** `before` of the next page; null after the last one. */
      next: nullable(text),
    }),
  ),
} as const satisfies Call

const snapshot = object({
  snapshot: text,
  takenAt: time,
  owed: money,
  held: money,
  players: integer,
})
export type Snapshot = Value<typeof snapshot>
export const listSnapshots = pageOf('listSnapshots', { snapshots: list(snapshot) }, {})

/** The kinds of movements that no round makes; the last two make up a figure. */
export const listedKinds = [
  'deposit',
  'withdraw',
  'withdraw_paid',
  'withdraw_refund',
  'send',
  'received',
  'winning_transfer',
  'referral_transfer',
  'referral_earning',
  'bonus',
  'adjustment',
  'fees',
  'rewards',
] as const
export type ListedKind = (typeof listedKinds)[number]

const movement = object({
  id: text,
  player: integer,
  name: nullable(text),
  at: time,
  amount: money,
  fee: money,
  /** The deposit or withdrawal that it belongs to. */
  transaction: nullable(text),
  other: nullable(integer),
})
export type HouseMovement = Value<typeof movement>
/** Newest first; of one day or month, if `start` is given. */
export const listMovements = pageOf(
  'listMovements',
  { movements: list(movement) },
  { kind: word(...listedKinds), by: optional(word(...moneyUnits)), start: optional(text) },
)

const operation = object({
  transaction: text,
  player: integer,
  at: time,
  amount: money,
  fee: money,
  state: text,
  address: text,
})
export type UnderWay = Value<typeof operation>
export const operationKinds = ['deposit', 'withdrawal'] as const
/** Deposits or withdrawals that have not ended, the oldest first. */
export const listUnderWay = pageOf(
  'listUnderWay',
  { operations: list(operation) },
  { kind: word(...operationKinds) },
)

const transfer = object({
  hash: text,
  block: integer,
  sender: text,
  receiver: text,
  player: nullable(integer),
  /** Rounded down to 1/100 fkr. */
  amount: money,
})
export type UnmatchedTransfer = Value<typeof transfer>
/** Transfers of the house that belong to no operation; a hundred at most. Dust is left out. */
export const listUnmatched = {
  ...get('listUnmatched'),
  answer: data(list(transfer)),
} as const satisfies Call

export const wallets = ['deposit', 'win', 'bonus', 'referral'] as const
/** As players know them. */
export const walletNames = {
  deposit: 'Deposit',
  win: 'Win',
  bonus: 'Bonus',
  referral: 'Referral',
} as const
/** Corrects a balance: adds the amount, or takes it if it is below zero. */
export const adjustBalance = {
  ...post('adjustBalance'),
  body: object({
    player: integer,
    wallet: word(...wallets),
    amount,
    /** What the player reads. */
    note: text,
    reason: text,
  }),
  answer: acted,
} as const satisfies Call
