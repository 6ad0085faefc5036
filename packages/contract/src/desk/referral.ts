import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
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
  type Value,
} from '../wire.ts'
import { acted, get, ofPlayer, pageOf, post, versions } from './parts.ts'

/** The referral programme: what it gave and cost, who brought friends, and rings of friends. */

const count = object({ sum: money, count: integer })

const referral = object({
  /** Movements before this time are counted. */
  upto: time,
  /** All that was ever given, and the unlocked part of it, which is the cost. */
  given: count,
  unlocked: count,
  /** The last 31 days (UTC) in which something was given or unlocked, newest first. */
  days: list(object({ day: text, given: money, times: integer, unlocked: money })),
})
export type Referral = Value<typeof referral>
export const readReferral = {
  ...get('readReferral'),
  answer: data(referral),
} as const satisfies Call

const terms = object({
  version: integer,
  /** What a friend's first sign-in earns the friend, and the referrers above, the nearest first. */
  friend: money,
  levels: list(money),
  /** What unlocks it. */
  deposits: money,
  staked: money,
  /** The most that is given in a day. */
  dailyBudget: money,
  /** Rewards of a referrer beyond this, in a day or in all, wait for an operator. */
  referrerDay: money,
  referrerTotal: money,
  reviewAfterDays: integer,
})
export type DeskReferralTerms = Value<typeof terms>
export const readReferralTerms = {
  ...get('readReferralTerms'),
  answer: data(terms),
} as const satisfies Call

export const listTermVersions = pageOf('listTermVersions', versions, {})

/** For friends who come from now on. */
export const changeReferralTerms = {
  ...post('changeReferralTerms'),
  body: object({
    version: integer,
    friend: amount,
    levels: list(amount),
    deposits: amount,
    staked: amount,
    dailyBudget: amount,
    referrerDay: amount,
    referrerTotal: amount,
    reviewAfterDays: integer,
    reason: text,
  }),
  answer: acted,
} as const satisfies Call

const referrer = object({
  player: integer,
  name: nullable(text),
  rewards: integer,
  earned: money,
  unlocked: money,
  isRing: boolean,
  frozen: boolean,
})
export type Referrer = Value<typeof referrer>
export const listReferrers = pageOf('listReferrers', { referrers: list(referrer) }, {})

const reward = object({
  friend: integer,
  referrer: nullable(integer),
  amount: money,
  since: time,
  /** `address`, `network`, `cap` and `time`. */
  reasons: list(text),
})
export type WaitingReward = Value<typeof reward>
/** A hundred at most, the oldest first. */
export const listWaitingRewards = {
  ...get('listWaitingRewards'),
  answer: data(list(reward)),
} as const satisfies Call

const unlockedReward = object({
  /** Who got it. */
  player: integer,
  friend: integer,
  amount: money,
  givenAt: time,
  unlockedAt: time,
})
export type UnlockedReward = Value<typeof unlockedReward>
/** Newest first; of one day (UTC), where it is given. */
export const listUnlocked = pageOf(
  'listUnlocked',
  { rewards: list(unlockedReward) },
  { day: optional(text) },
)

const ring = object({
  /** The referrer. */
  player: integer,
  name: nullable(text),
  foundAt: time,
  friends: integer,
  frozen: integer,
  refused: integer,
  shares: list(text),
  locked: money,
  unlocked: money,
})
export type Ring = Value<typeof ring>
export const listRings = pageOf('listRings', { rings: list(ring) }, {})

const member = object({
  player: integer,
  name: text,
  /** True for the friend, false for the referrer. */
  isFriend: boolean,
  shares: list(text),
  decision: nullable(text),
  /** The rewards for this friend. */
  locked: money,
  unlocked: money,
  signedInAt: nullable(time),
  deposited: money,
  staked: money,
  wallets: money,
  frozen: boolean,
  byHouse: boolean,
  closed: boolean,
})
export type RingMember = Value<typeof member>
const ringSums = object({
  friends: integer,
  deposited: money,
  staked: money,
  locked: money,
  unlocked: money,
  wallets: money,
})
export type RingSums = Value<typeof ringSums>
export const readRing = {
  ...get('readRing'),
  query: object({ player: integer }),
  answer: data(
    object({
      /** The referrer, and at most the first two hundred friends. */
      members: list(member),
      /** Sums over all friends of the ring, listed or not. */
      sums: ringSums,
      /** The things that several of them have used, and who used each. */
      ties: list(object({ how: text, what: text, players: list(integer) })),
    }),
  ),
} as const satisfies Call

/** Locks the rewards for a friend for ever, even if the friend plays enough. */
export const refuseRewards = { ...post('refuseRewards'), ...ofPlayer } as const satisfies Call
/** Lets the rewards for a friend unlock once the friend has deposited and staked enough. */
export const approveRewards = { ...post('approveRewards'), ...ofPlayer } as const satisfies Call
