import type { Answer, Call } from './call.ts'
import { amount } from './inputs.ts'
import { limitKind, limitPeriod, playSession } from './limit-refusals.ts'
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
} from './wire.ts'

export const breakKind = word('timeout', 'exclusion')
export const breakLength = word(
  '24h',
  '7d',
  '30d',
  '6w',
  '1m',
  '2m',
  '3m',
  '6m',
  '1y',
  '5y',
  'ever',
)

const limits = data(
  object({
    /** The name of the rules that the operator has chosen, and what they offer. */
    profile: text,
    offers: object({
      /** How long a raise waits before it can be confirmed. */
      coolingHours: integer,
      /** How long the end of a limit waits. */
      endHours: integer,
      /** Both wait for the end of the limit's running period too. */
      afterPeriod: boolean,
      breaks: list(object({ kind: breakKind, length: breakLength })),
      /** What a deposit asks for: see the profiles (`schemas/play-profiles.ts`). */
      depositLimit: object({
        ask: word('offered', 'default', 'needed'),
        periods: list(word('day', 'week', 'month')),
        /** The highest limit of a month that this player may set. */
        most: nullable(money),
        isNet: boolean,
      }),
      /** The time after which bets wait for a look at the session, and the length of the pause. */
      realityCheck: nullable(object({ minutes: integer, pauseMinutes: integer })),
      demo: word('open', 'afterAge', 'none'),
      sends: boolean,
      /** A bet or a deposit that a used-up limit refuses ends the session. */
      logsOutAtLimit: boolean,
      idleMinutes: nullable(integer),
      topPrizeOdds: boolean,
      asksBirthDate: boolean,
      /** Where help is found, as the operator set it. */
      help: list(object({ name: text, url: text })),
    }),
    limits: list(
      object({
        kind: limitKind,
        period: limitPeriod,
        amount: money,
        /** For a loss limit, below zero if more was returned than staked. */
        used: money,
        /** The part that was used in the player's other accounts; left out without any. */
        usedElsewhere: optional(money),
        left: money,
        /** When the oldest counted movement leaves the period; null without one. */
        resetsAt: nullable(time),
        /** In this period the player was warned that a large part of it is used. */
        warned: boolean,
        /** A waiting raise, or end of the limit (null). `confirmed`: it doesn't wait any more. */
        pending: nullable(object({ amount: nullable(money), from: time, confirmed: boolean })),
      }),
    ),
    reminderMinutes: nullable(integer),
    break: nullable(object({ kind: breakKind, until: time })),
    session: playSession,
    /** `2000-02-29`; null where the player hasn't said. */
    birthDate: nullable(text),
    /** The player chose to deposit without a limit. */
    declinesDepositLimit: boolean,
  }),
)

/** The player's limits, what is used of them, the break, the reminder and the session. */
export const readLimits = {
  name: 'readLimits',
  method: 'GET',
  path: 'limits',
  answer: limits,
} as const satisfies Call
export type Limits = Answer<typeof readLimits>
export type Limit = Limits['limits'][number]
export type LimitKind = Limit['kind']
export type LimitPeriod = Limit['period']
export type PlaySession = Limits['session']
export type Break = Limits['offers']['breaks'][number]

/** Sets a limit; null asks for its end. A raise and the end wait, and are confirmed then. */
export const setLimit = {
  name: 'setLimit',
  method: 'POST',
  path: 'setLimit',
  body: object({
    kind: limitKind,
    period: limitPeriod,
    amount: nullable(amount),
    /** The time zone whose midnight begins a month; kept with the limit when it is first set. */
    timeZone: ['tz', optional(text)],
  }),
  answer: limits,
} as const satisfies Call

/**
 * What was staked, returned, deposited and withdrawn by session, day or month, newest first. Days
 * and months are those of the time zone that the limits keep, else of the asked one. A deposit
 * counts when it is credited, a withdrawal with its fee when it is asked for; one that comes back
 * is taken off when it does.
 */
export const playHistory = {
  name: 'playHistory',
  method: 'GET',
  path: 'playHistory',
  query: object({
    by: word('session', 'day', 'month'),
    timeZone: ['tz', optional(text)],
    cursor: optional(text),
    limit: optional(integer),
  }),
  answer: object({
    rows: [
      'Data',
      list(
        object({
          from: time,
          /** The end of the day or month, also where it is to come. */
          to: time,
          /** The time played. */
          seconds: integer,
          staked: money,
          returned: money,
          net: money,
          deposited: money,
          withdrawn: money,
        }),
      ),
    ],
    /** The cursor of the next page. */
    next: ['Next', optional(text)],
    timeZone: ['Time_Zone', text],
    /** Since the account was opened; `net` is what was deposited less what was withdrawn. */
    lifetime: ['Lifetime', object({ deposited: money, withdrawn: money, net: money })],
  }),
} as const satisfies Call
export type PlayHistory = Answer<typeof playHistory>
export type PlayPeriod = PlayHistory['rows'][number]

/** The second act of a raise or an end, once its time has come. */
export const confirmLimit = {
  name: 'confirmLimit',
  method: 'POST',
  path: 'confirmLimit',
  body: object({ kind: limitKind, period: limitPeriod }),
  answer: limits,
} as const satisfies Call

/** Sets how often a bet waits until the player has looked at the session; null: never. */
export const setReminder = {
  name: 'setReminder',
  method: 'POST',
  path: 'setReminder',
  body: object({ minutes: nullable(integer) }),
  answer: limits,
} as const satisfies Call

/** Begins a time-out or a self-exclusion. A longer one lasts. */
export const takeBreak = {
  name: 'takeBreak',
  method: 'POST',
  path: 'takeBreak',
  body: object({ kind: breakKind, length: breakLength }),
  answer: limits,
} as const satisfies Call

/** The player has seen the reminder; bets go on. */
export const acknowledgeReminder = {
  name: 'acknowledgeReminder',
  method: 'POST',
  path: 'acknowledgeReminder',
  answer: limits,
} as const satisfies Call

/** The player's birth date, once: it can't be changed. */
export const setBirthDate = {
  name: 'setBirthDate',
  method: 'POST',
  path: 'setBirthDate',
  body: object({ birthDate: text }),
  answer: limits,
} as const satisfies Call

/** The player chooses to deposit without a limit, where the profile lets them. */
export const declineDepositLimit = {
  name: 'declineDepositLimit',
  method: 'POST',
  path: 'declineDepositLimit',
  answer: limits,
} as const satisfies Call
