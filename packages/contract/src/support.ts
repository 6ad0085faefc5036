import { z } from 'zod'
import { amountIn, amountOut, cursor, pageLimit, playerId, text, timeOut } from './scalars.ts'
import type { CallSpec } from './spec.ts'

const event = z.enum(['Deposit', 'Withdraw'])

/** What a notification is about. */
export const noticeKinds = [
  'deposit',
  'depositFailed',
  'withdrawal',
  'refund',
  'received',
  'reward',
  'bonus',
  'password',
  'support',
] as const

export const support = {
  insertLogs: {
    summary: 'Reports a chain transaction that went astray: opens a case, credits nothing',
    session: 'required',
    body: z.object({ userid: playerId, TXHash: text(200), amount: amountIn, event }),
    own: 'userid',
    answer: z.object({ Data: z.object({ case: z.number() }) }),
    refusals: ['invalidHash', 'invalidAmount'],
  },
  supportCases: {
    summary: 'The own cases, newest first',
    session: 'required',
    query: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({
      Data: z.array(
        z.object({
          case: z.number(),
          event,
          amount: amountOut,
          TXHash: z.string(),
          state: z.enum(['open', 'closed']),
          answer: z.string().nullable(),
          DateTime: timeOut,
        }),
      ),
    }),
    refusals: [],
  },
  notifications: {
    summary: 'What happened to the account, newest first',
    session: 'required',
    query: z.object({ User_Id: playerId, cursor, limit: pageLimit }),
    own: 'User_Id',
    answer: z.object({
      Data: z.array(
        z.object({
          Id: z.string(),
          kind: z.enum(noticeKinds),
          text: z.string(),
          DateTime: timeOut,
          read: z.boolean(),
          /** The screen that shows more. */
          link: z.string(),
        }),
      ),
      /** Counted up to 100. */
      Unread: z.number(),
      Next: z.string().optional(),
    }),
    refusals: [],
  },
  readNotifications: {
    summary: 'Marks all notifications as read',
    session: 'required',
    body: z.object({ User_Id: playerId }),
    own: 'User_Id',
    answer: z.object({}),
    refusals: [],
  },
  events: {
    summary:
      'Server-sent events: `balance`, `deposit`, `withdrawal`, `received`, `notice`. Hints to read again, never data',
    session: 'required',
    answer: z.object({}),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
