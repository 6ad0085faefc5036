import { z } from 'zod'
import * as calls from '../activity.ts'
import { cursor, dayOrInstant, pageLimit, playerId, timeZone } from './scalars.ts'
import { spec } from './spec.ts'

const page = z.object({ player: playerId, timeZone, cursor, limit: pageLimit })
const period = { player: playerId, from: dayOrInstant, to: dayOrInstant, timeZone }

export const activity = {
  listTodayActivity: spec(calls.listTodayActivity, {
    summary: "The rounds since midnight in the player's time zone, newest first",
    session: 'required',
    input: page,
    own: true,
    refusals: [],
  }),
  listPreviousActivity: spec(calls.listPreviousActivity, {
    summary: 'The rounds before that midnight, newest first',
    session: 'required',
    input: page,
    own: true,
    refusals: [],
  }),
  totalActivity: spec(calls.totalActivity, {
    summary: 'What settled rounds staked and returned, and the net after each of them',
    session: 'required',
    input: z.object(period),
    own: true,
    refusals: [],
  }),
  exportHistory: spec(calls.exportHistory, {
    summary: 'The activity as CSV, or the history of proofs as JSON (`docs/fairness.md`)',
    session: 'required',
    input: z.object({ ...period, format: z.enum(['csv', 'proofs']) }),
    own: true,
    refusals: [],
    limit: { name: 'export', attempts: 20, windowSeconds: 3_600 },
  }),
}
