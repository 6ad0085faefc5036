import { z } from 'zod'
import * as calls from '../limits.ts'
import { cursor, money, pageLimit, timeZone } from './scalars.ts'
import { spec } from './spec.ts'

export const whichLimit = {
  kind: z.enum(['deposit', 'loss', 'stake']),
  period: z.enum(['day', 'week', 'month']).nullable(),
}
/** A limit of stakes has no period, every other one has. */
export const isLimit = ({ kind, period }: { kind: string; period: string | null }) =>
  (kind === 'stake') === (period === null)
export const whichBreak = {
  kind: z.enum(['timeout', 'exclusion']),
  length: z.enum(['24h', '7d', '30d', '6w', '1m', '2m', '3m', '6m', '1y', '5y', 'ever']),
}

export const limits = {
  readLimits: spec(calls.readLimits, {
    summary: 'The limits, what is used of them, the break, the reminder and the session',
    session: 'required',
    refusals: [],
  }),
  playHistory: spec(calls.playHistory, {
    summary: 'What was staked, returned, deposited and withdrawn by session, day or month',
    session: 'required',
    input: z.object({
      by: z.enum(['session', 'day', 'month']),
      timeZone,
      cursor,
      limit: pageLimit,
    }),
    refusals: [],
  }),
  setLimit: spec(calls.setLimit, {
    summary:
      'Sets a limit: a first or lower one counts at once, a raise and the end wait for confirmLimit',
    session: 'required',
    input: z
      .object({
        ...whichLimit,
        amount: money.nullable(),
        timeZone,
      })
      .refine(isLimit, 'a stake limit alone has no period'),
    refusals: ['invalidAmount', 'limitTooHigh'],
    keyed: 'reply',
    // Each change is kept.
    limit: { name: 'limit player', attempts: 120, windowSeconds: 3_600 },
  }),
  confirmLimit: spec(calls.confirmLimit, {
    summary: 'Confirms a raise, or the end of a limit, once its time has come',
    session: 'required',
    input: z.object(whichLimit).refine(isLimit, 'a stake limit alone has no period'),
    refusals: ['noLimitPending', 'limitTooSoon'],
    keyed: 'reply',
  }),
  setReminder: spec(calls.setReminder, {
    summary: 'Sets the minutes between two looks at the session, 5 to 60; null: none',
    session: 'required',
    input: z.object({ minutes: z.number().int().min(5).max(60).nullable() }),
    refusals: [],
    keyed: 'reply',
  }),
  takeBreak: spec(calls.takeBreak, {
    summary: 'Begins a time-out or a self-exclusion at once; a longer one lasts',
    session: 'required',
    input: z.object(whichBreak),
    refusals: ['breakNotOffered'],
    keyed: 'reply',
  }),
  acknowledgeReminder: spec(calls.acknowledgeReminder, {
    summary: 'The player has looked at the session: bets go on until the next reminder',
    session: 'required',
    refusals: [],
    keyed: 'reply',
  }),
  setBirthDate: spec(calls.setBirthDate, {
    summary: 'Says when the player was born, once, where a rule asks for the age',
    session: 'required',
    input: z.object({ birthDate: z.iso.date().refine((day) => day >= '1900', 'before 1900') }),
    refusals: ['birthDateFixed', 'underAge'],
    keyed: 'reply',
  }),
  declineDepositLimit: spec(calls.declineDepositLimit, {
    summary: 'Chooses to deposit without a limit, where the profile lets the player',
    session: 'required',
    refusals: ['depositLimitDue'],
    keyed: 'reply',
  }),
}
