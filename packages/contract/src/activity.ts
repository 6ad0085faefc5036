import type { Answer, Call } from './call.ts'
import { roundStatus } from './game-views.ts'
import { data, integer, list, money, object, optional, text, time, word } from './wire.ts'

const page = object({
  player: ['User_Id', integer],
  /** An IANA time zone's name; the server's own where it is left out. */
  timeZone: ['tz', optional(text)],
  cursor: optional(text),
  limit: optional(integer),
})

const rows = object({
  rounds: [
    'Data',
    list(
      object({
        /** When the bet was placed. */
        placedAt: ['DateTime', time],
        stake: ['Bet_Amt', money],
        /** All that the round credited, stake included. */
        payout: ['Return_Amt', money],
        status: ['Status', roundStatus],
        gameName: ['Game_Name', text],
        /** What the payout is above the stake, else 0. */
        gain: ['TotalWin', money],
        transactionId: ['Transaction_Id', text],
      }),
    ),
  ],
  /** The cursor of the next page. */
  next: ['Next', optional(text)],
})

/** The rounds since midnight in the player's time zone, newest first. */
export const listTodayActivity = {
  name: 'listTodayActivity',
  method: 'GET',
  path: 'todayActivity',
  query: page,
  answer: rows,
} as const satisfies Call
export type ActivityRow = Answer<typeof listTodayActivity>['rounds'][number]

/** The rounds before that midnight, newest first. */
export const listPreviousActivity = {
  name: 'listPreviousActivity',
  method: 'GET',
  path: 'PreviousActivity',
  query: page,
  answer: rows,
} as const satisfies Call

/** Each end is a day in the asked time zone, the whole of it, or an instant with its offset. */
const period = {
  player: ['User_Id', integer],
  from: optional(text),
  to: optional(text),
  timeZone: ['tz', optional(text)],
} as const

export const totalActivity = {
  name: 'totalActivity',
  method: 'GET',
  path: 'activityTotals',
  query: object(period),
  answer: data(
    object({
      rounds: integer,
      staked: money,
      returned: money,
      net: money,
      /** At most 200: of more rounds, the net after every Nth. */
      points: list(object({ at: time, net: money })),
    }),
  ),
} as const satisfies Call
export type ActivityTotals = Answer<typeof totalActivity>

/** Answers a file: the activity as CSV, or the history of proofs as JSON. */
export const exportHistory = {
  name: 'exportHistory',
  method: 'GET',
  path: 'exportHistory',
  kind: 'file',
  query: object({ ...period, format: word('csv', 'proofs') }),
} as const satisfies Call
