import type { Call } from '../call.ts'
import { amount } from '../inputs.ts'
import { limitKind, limitPeriod } from '../limit-refusals.ts'
import { breakKind, breakLength } from '../limits.ts'
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
  word,
} from '../wire.ts'
import { acted, get, ofPlayer, pageOf, post } from './parts.ts'

/* Safer play as operators see it. They may make it tighter, never looser. */

const who = { player: integer, name: nullable(text) }
const whichLimit = { kind: limitKind, period: limitPeriod }

const nearLimit = object({
  ...who,
  ...whichLimit,
  amount: money,
  /** For a loss limit, below zero if more was returned than staked. */
  used: money,
  /** In percent. */
  part: integer,
  /** When the oldest counted movement leaves the period. */
  freesAt: nullable(time),
  isOnBreak: boolean,
})
export type NearLimit = Value<typeof nearLimit>
/** Limits that are used to four fifths and more, the most used first. */
export const listNearLimits = pageOf('listNearLimits', { limits: list(nearLimit) }, {})

const longSession = object({
  ...who,
  startedAt: time,
  seconds: integer,
  /** The last bet. */
  playedAt: time,
  staked: money,
  net: money,
  reminderMinutes: nullable(integer),
})
export type LongSession = Value<typeof longSession>
/** Sessions that have run for an hour and more, the longest first. */
export const listLongSessions = pageOf('listLongSessions', { sessions: list(longSession) }, {})

const breakFields = {
  kind: breakKind,
  at: time,
  until: time,
  /** Null: until an operator ends it, on a written request after `until`. */
  endsAt: nullable(time),
  /** Who gave it, and why; null where the player took it. */
  givenBy: nullable(text),
  givenWhy: nullable(text),
  endedBy: nullable(text),
  endedWhy: nullable(text),
}
const playerBreak = object({ ...who, ...breakFields })
export type PlayerBreak = Value<typeof playerBreak>
/** Breaks of a kind: those that last, the first to end first, or those that are over. */
export const listBreaks = pageOf(
  'listBreaks',
  { breaks: list(playerBreak) },
  { kind: breakKind, over: optional(word('yes')) },
)

const pendingLimit = object({
  ...who,
  ...whichLimit,
  amount: money,
  /** Null: no limit. */
  becomes: nullable(money),
  askedAt: time,
  /** From then on the player may confirm it. */
  from: time,
})
export type PendingLimit = Value<typeof pendingLimit>
/** Raises and ends of limits that wait, the next first. */
export const listPendingLimits = pageOf('listPendingLimits', { limits: list(pendingLimit) }, {})

const reminderSeen = object({
  ...who,
  at: time,
  /** Since when bets waited. */
  dueAt: time,
  sessionAt: time,
  staked: money,
  net: money,
})
export type ReminderSeen = Value<typeof reminderSeen>
/** Reminders that players have looked at, the newest first. */
export const listRemindersSeen = pageOf('listRemindersSeen', { reminders: list(reminderSeen) }, {})

const keptReward = object({
  ...who,
  friend: integer,
  amount: money,
  since: time,
  /** When the break that it waits for ends; null if that is over. */
  breakUntil: nullable(time),
})
export type KeptReward = Value<typeof keptReward>
/** Rewards that wait for the end of their player's break, the oldest first. */
export const listKeptRewards = pageOf('listKeptRewards', { rewards: list(keptReward) }, {})

export const riskSigns = [
  'chasing',
  'deposits',
  'sessions',
  'nights',
  'stakes',
  'limits',
  'raises',
  'breaks',
] as const
const riskSign = {
  sign: word(...riskSigns),
  /** The level from which a row counts: minutes, an hour or percent; null if each one counts. */
  level: nullable(integer),
  /** The number of rows within `days` from which it is a sign. */
  threshold: integer,
  days: integer,
  points: integer,
  rows: integer,
}
export type RiskSign = Value<ReturnType<typeof object<typeof riskSign>>>
const risk = object({
  ...who,
  /** The sum of the signs' points. */
  score: integer,
  signs: list(object(riskSign)),
  countedAt: time,
  isOnBreak: boolean,
  /** What an operator noted last. */
  note: nullable(object({ at: time, by: text, what: text })),
})
export type Risk = Value<typeof risk>
/** Players with signs of risk, the highest score first. */
export const listRisks = pageOf('listRisks', { risks: list(risk) }, {})

const playerSafety = object({
  limits: list(
    object({
      ...whichLimit,
      amount: money,
      /** Null for a stake limit, which isn't used up. */
      used: nullable(money),
      part: nullable(integer),
      freesAt: nullable(time),
      pending: nullable(object({ amount: nullable(money), from: time })),
    }),
  ),
  breaks: list(object({ ...breakFields, lasts: boolean })),
  reminderMinutes: nullable(integer),
  /** Null while the player doesn't play. */
  session: nullable(object({ startedAt: time, seconds: integer, staked: money, net: money })),
  /** Signs of risk now, each with its newest rows. */
  signs: list(object({ ...riskSign, newest: list(object({ at: time, amount: nullable(money) })) })),
  /** The version of the terms that the player has accepted. */
  terms: integer,
})
export type PlayerSafety = Value<typeof playerSafety>
export const readPlayerSafety = {
  ...get('readPlayerSafety'),
  query: object({ player: integer }),
  answer: data(playerSafety),
} as const satisfies Call

/** A first or a lower limit, at once. */
export const lowerLimit = {
  ...post('lowerLimit'),
  body: object({ player: integer, ...whichLimit, amount, reason: text }),
  answer: acted,
} as const satisfies Call
/** A break or an exclusion, at once, unless a longer one lasts. */
export const giveBreak = {
  ...post('giveBreak'),
  body: object({ player: integer, kind: breakKind, length: breakLength, reason: text }),
  answer: acted,
} as const satisfies Call
/** What was done about a player at risk; the reason says it. */
export const noteSafety = { ...post('noteSafety'), ...ofPlayer } as const satisfies Call
