import { z } from 'zod'
import * as notices from '../notices.ts'
import { listCases, openCase } from '../support.ts'
import { cursor, money, pageLimit, playerId, text } from './scalars.ts'
import { spec } from './spec.ts'

export const support = {
  openCase: spec(openCase, {
    summary: 'Reports a chain transaction that went astray: opens a case, credits nothing',
    session: 'required',
    input: z.object({
      player: playerId,
      chainHash: text(200),
      amount: money,
      event: z.enum(['deposit', 'withdrawal']),
    }),
    own: true,
    refusals: ['invalidHash', 'invalidAmount'],
  }),
  listCases: spec(listCases, {
    summary: 'The own cases, newest first',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  listNotices: spec(notices.listNotices, {
    summary: 'What happened to the account, newest first',
    session: 'required',
    input: z.object({ player: playerId, cursor, limit: pageLimit }),
    own: true,
    refusals: [],
  }),
  markNoticesRead: spec(notices.markNoticesRead, {
    summary: 'Marks all notifications as read',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  followEvents: spec(notices.followEvents, {
    summary:
      'Server-sent events: `balance`, `deposit`, `withdrawal`, `received`, `notice`. Hints to read again, never data',
    session: 'required',
    refusals: [],
  }),
}
