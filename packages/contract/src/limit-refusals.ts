import { integer, money, nullable, object, optional, time, word } from './wire.ts'

/* Apart from the calls about limits: screens that bet, deposit and send don't load those. */

export const limitKind = word('deposit', 'loss', 'stake')
/** A stake limit is for a round and has none. */
export const limitPeriod = nullable(word('day', 'week', 'month'))

/** The time played since the log-in, or since the first bet after an hour without one. */
export const playSession = object({
  startedAt: time,
  seconds: integer,
  staked: money,
  returned: money,
  net: money,
})

/** What the refusals by limits, breaks and the reminder bring along, at each call that has them. */
export const limitRefusalData = {
  limitReached: object({
    limit: object({ kind: limitKind, period: limitPeriod, left: money, resetsAt: nullable(time) }),
  }),
  onBreak: object({ break: object({ until: time }) }),
} as const

export const reminderRefusalData = {
  reminderDue: object({
    /** A pause lasts until then, where the profile has one. */
    reminder: object({ session: playSession, until: optional(time) }),
  }),
} as const
