import type { Money } from '@pipkin/money'
import type { Answer, Call } from './call.ts'
import {
  boolean,
  type Codec,
  data,
  integer,
  list,
  money,
  named,
  object,
  optional,
  text,
  type Value,
  word,
} from './wire.ts'

const terms = {
  /** What a friend's first sign-in earns the referrer, and the friend. */
  reward: money,
  friendReward: money,
  /** What the friend must have deposited and staked in all before either can be used. */
  unlock: object({
    deposits: money,
    staked: money,
    /**
     * What the friend must have contributed for the referrer's reward: fees, and what games keep of
     * the stakes by their published returns.
     */
    kept: money,
    /** The stakes that contribute that amount in the game that keeps the least. */
    keptByStakes: ['kept_by_stakes', money],
  }),
} as const

/**
 * A reward's state. `locked`: the friend has still to deposit or play. `waiting`: an operator has
 * to look at it.
 */
const rewardState = /* @__PURE__ */ word('locked', 'waiting', 'unlocked', 'refused')
export type RewardState = Value<typeof rewardState>

const outOf = object({ have: money, need: money })

export const readInvite = {
  name: 'readInvite',
  method: 'GET',
  path: 'invitecodeByUserId',
  query: object({ player: ['userId', integer] }),
  answer: data(
    object({
      ...terms,
      inviteCode: text,
      link: text,
      /** The player's own reward as a friend, and its progress. */
      own: optional(
        object({ state: rewardState, amount: money, deposits: outOf, staked: outOf, kept: outOf }),
      ),
    }),
  ),
} as const satisfies Call
export type Invite = Answer<typeof readInvite>
export type OwnReward = NonNullable<Invite['own']>

export const readReferralTerms = {
  name: 'readReferralTerms',
  method: 'GET',
  path: 'referralTerms',
  answer: data(object(terms)),
} as const satisfies Call
export type ReferralTerms = Answer<typeof readReferralTerms>

const page = object({
  player: ['referrer_id', integer],
  cursor: optional(text),
  limit: optional(integer),
})

/**
 * A player whom the viewer brought, directly or through others. A referral's id is the friend's:
 * there is one for ever.
 */
const referral = {
  referralId: ['referral_id', integer],
  /** 1 for the viewer's own friends, 2 for theirs, … */
  level: integer,
  name: ['referred_user_name', text],
  referrerName: ['referrer_name', text],
  /** Whether what it earned can't be moved yet. */
  isLocked: ['locked', boolean],
  /**
   * The state of what it earned, and the friend's progress: 0, 25, 50, 75 or 100 %, so the viewer
   * doesn't learn the friend's amounts. Left out if the viewer earned no reward.
   */
  reward: optional(object({ state: rewardState, deposited: integer, played: integer })),
} as const
export type RewardProgress = NonNullable<Value<typeof referral.reward>>

export interface TeamMember {
  readonly referralId: number
  readonly level: number
  readonly name: string
  readonly referrerName: string
  readonly isLocked: boolean
  readonly reward?: RewardProgress | undefined
  readonly player: number
  /** What this referral has earned the viewer; never the friend's own money. */
  readonly earned: Money
  readonly members: readonly TeamMember[]
}

const teamMember: Codec<TeamMember> = /* @__PURE__ */ named('TeamMember', () => teamMemberFields)
const teamMemberFields: Codec<TeamMember> = /* @__PURE__ */ object({
  ...referral,
  player: ['referred_user_id', integer],
  earned: ['referred_current_balance', money],
  members: ['nestedReferrals', list(teamMember)],
})

/** A page of the team, by level. It nests at most 20 deep; deeper members start as roots. */
export const listTeam = {
  name: 'listTeam',
  method: 'GET',
  path: 'refer-team',
  query: page,
  answer: object({ members: ['referralLinks', list(teamMember)], next: ['Next', optional(text)] }),
} as const satisfies Call

/** What the team has earned the player, a row per reward, newest first. */
export const listEarnings = {
  name: 'listEarnings',
  method: 'GET',
  path: 'level-earning',
  query: page,
  answer: object({
    earnings: [
      'referralLinks',
      list(object({ ...referral, earned: ['total_money_referred', money] })),
    ],
    /** With the first page: what each level gives for a friend today, and has earned in all. */
    levels: [
      'Levels',
      optional(list(object({ level: integer, reward: money, friends: integer, earned: money }))),
    ],
    next: ['Next', optional(text)],
  }),
} as const satisfies Call
export type LevelEarning = Answer<typeof listEarnings>['earnings'][number]
export type EarningLevel = NonNullable<Answer<typeof listEarnings>['levels']>[number]
