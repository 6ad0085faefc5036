import { z } from 'zod'
import {
  amountOut,
  cursor,
  dayOrInstant,
  pageLimit,
  playerId,
  text,
  timeOut,
  timeZone,
} from './scalars.ts'
import type { CallSpec } from './spec.ts'

const list = {
  session: 'required',
  query: z.object({ User_Id: playerId, tz: timeZone, cursor, limit: pageLimit }),
  own: 'User_Id',
  answer: z.object({
    Data: z.array(
      z.object({
        /** When the bet was placed. */
        DateTime: timeOut,
        Bet_Amt: amountOut,
        /** All that the round credited, stake included. */
        Return_Amt: amountOut,
        Status: z.enum(['Pending', 'Win', 'Loss', 'PartialWin', 'Tie']),
        Game_Name: z.string(),
        /** What the return is above the stake, else 0. */
        TotalWin: amountOut,
        Transaction_Id: z.string(),
      }),
    ),
    Next: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Omit<CallSpec, 'summary'>

export const activity = {
  todayActivity: {
    summary: "The rounds since midnight in the player's time zone, newest first",
    ...list,
  },
  previousActivity: { summary: 'The rounds before that midnight, newest first', ...list },
  activityTotals: {
    summary: 'What settled rounds staked and returned, and the net after each of them',
    session: 'required',
    query: z.object({ User_Id: playerId, from: dayOrInstant, to: dayOrInstant, tz: timeZone }),
    own: 'User_Id',
    answer: z.object({
      Data: z.object({
        rounds: z.number(),
        staked: amountOut,
        returned: amountOut,
        net: amountOut,
        /** At most 200: of more rounds, the net after every so many. */
        points: z.array(z.object({ at: timeOut, net: amountOut })),
      }),
    }),
    refusals: [],
  },
  exportHistory: {
    summary: 'The activity as CSV, or the history of proofs as JSON (`docs/fairness.md`)',
    session: 'required',
    query: z.object({
      User_Id: playerId,
      from: dayOrInstant,
      to: dayOrInstant,
      tz: timeZone,
      format: z.enum(['csv', 'proofs']),
    }),
    own: 'User_Id',
    /** Sent as a file, piece by piece. */
    answer: z.object({
      name: text(100),
      type: z.string(),
      content: z.custom<AsyncIterable<string>>(),
    }),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
