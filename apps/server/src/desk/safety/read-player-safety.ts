import type { DeskInput } from '@pipkin/contract/desk/rules'
import { z } from 'zod'
import { breakIntervals } from '../../ledger/break-lengths.ts'
import { money, time } from '../../ledger/json-values.ts'
import { one, sql } from '../../platform/database/database.ts'
import {
  type DeskDeps,
  type DeskReadDeps,
  type DeskResult,
  type DeskSession,
  done,
  refuse,
} from '../desk-deps.ts'
import { actBy } from '../do-act.ts'
import { signOfJson } from './list-risks.ts'

/** What `desk.read_safety` answers. */
const sheet = z.object({
  limits: z.array(
    z.object({
      kind: z.enum(['deposit', 'loss', 'stake']),
      period: z.enum(['day', 'week', 'month']).nullable(),
      amount: money,
      used: money.nullable(),
      part: z.int().nullable(),
      resets_at: time.nullable(),
      pending: z.object({ amount: money.nullable(), from: time }).nullable(),
    }),
  ),
  breaks: z.array(
    z.object({
      kind: z.enum(['timeout', 'exclusion']),
      at: time,
      until: time,
      ends_at: time.nullable(),
      lasts: z.boolean(),
      given_by: z.string().nullable(),
      given_why: z.string().nullable(),
      ended_by: z.string().nullable(),
      ended_why: z.string().nullable(),
    }),
  ),
  reminder_minutes: z.int().nullable(),
  session: z.object({ started_at: time, seconds: z.int(), staked: money, net: money }),
  is_playing: z.boolean(),
  terms: z.int().nullable(),
})

/** What `desk.read_risk` answers. */
const signs = z.array(
  signOfJson.extend({ newest: z.array(z.object({ at: time, amount: money.nullable() })) }),
)

const read = sql`select desk.read_safety($1) as sheet, desk.read_risk($1) as signs`

/** A player's limits, breaks, reminder, session and signs of risk. */
export async function readPlayerSafety(
  { database }: DeskReadDeps,
  { player }: DeskInput<'readPlayerSafety'>,
): Promise<DeskResult<'readPlayerSafety'>> {
  const row = await one(database.rows<{ sheet: unknown; signs: unknown }>(read, [player]))
  if (row.sheet === null) return refuse('unknownPlayer')
  const { limits, breaks, session, ...rest } = sheet.parse(row.sheet)
  const { started_at: startedAt, ...play } = session
  return done<'readPlayerSafety'>({
    limits: limits.map(({ resets_at: freesAt, ...limit }) => ({ ...limit, freesAt })),
    breaks: breaks.map(({ ends_at, given_by, given_why, ended_by, ended_why, ...one }) => ({
      ...one,
      endsAt: ends_at,
      givenBy: given_by,
      givenWhy: given_why,
      endedBy: ended_by,
      endedWhy: ended_why,
    })),
    reminderMinutes: rest.reminder_minutes,
    session: rest.is_playing ? { startedAt, ...play } : null,
    signs: signs.parse(row.signs),
    terms: rest.terms ?? 1,
  })
}

/** A break of a length that a profile knows, on the operator's word. */
export const giveBreak = (
  deps: DeskDeps,
  session: DeskSession,
  { player, kind, length, reason }: DeskInput<'giveBreak'>,
) =>
  actBy(deps, 'giveBreak', session, {
    reason,
    values: { player, kind, lasts: breakIntervals[length] },
  })
