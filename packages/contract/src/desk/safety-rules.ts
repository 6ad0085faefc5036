import { z } from 'zod'
import { isLimit, whichBreak, whichLimit } from '../schemas/limits.ts'
import { playerId } from '../schemas/scalars.ts'
import { act, fromZero, listed, ofPlayer, reason, spec } from './rule-parts.ts'
import * as calls from './safety.ts'

const pages = z.object(listed)

export const safetyRules = {
  listNearLimits: spec(calls.listNearLimits, {
    summary: 'Limits of which four fifths and more are used, the most used first',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: pages,
  }),
  listRisks: spec(calls.listRisks, {
    summary: 'Players with signs of risk, the highest score first',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: pages,
  }),
  listLongSessions: spec(calls.listLongSessions, {
    summary: 'Sessions that have run for an hour and more, the longest first',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: pages,
  }),
  listBreaks: spec(calls.listBreaks, {
    summary: 'Breaks or exclusions that last, or that are over',
    session: 'whole',
    duty: 'see',
    input: z.object({
      kind: z.enum(['timeout', 'exclusion']),
      over: z.literal('yes').optional(),
      ...listed,
    }),
  }),
  listPendingLimits: spec(calls.listPendingLimits, {
    summary: 'Raises and ends of limits that wait, the next first',
    session: 'whole',
    duty: 'see',
    input: pages,
  }),
  listRemindersSeen: spec(calls.listRemindersSeen, {
    summary: 'Looks at the session that were due, the newest first',
    session: 'whole',
    duty: 'see',
    input: pages,
  }),
  listKeptRewards: spec(calls.listKeptRewards, {
    summary: "Rewards that wait for the end of their player's break",
    session: 'whole',
    duty: 'see',
    input: pages,
  }),
  readPlayerSafety: spec(calls.readPlayerSafety, {
    summary: "A player's limits, breaks, reminder, session and signs of risk",
    session: 'whole',
    duty: 'see',
    input: z.object({ player: playerId }),
  }),
  lowerLimit: act(
    calls.lowerLimit,
    'A first or a lower limit of a player, at once',
    z
      .object({
        player: playerId,
        ...whichLimit,
        amount: fromZero,
        reason,
      })
      .refine(isLimit, 'a stake limit alone has no period'),
  ),
  giveBreak: act(
    calls.giveBreak,
    'A break or an exclusion for a player, at once',
    z.object({ player: playerId, ...whichBreak, reason }),
  ),
  noteSafety: act(calls.noteSafety, 'Notes what was done about a player at risk', ofPlayer),
} as const
