import { z } from 'zod'
import * as notices from '../notices.ts'
import {
  listCases,
  listThreads,
  longestMessage,
  openCase,
  readMessagePicture,
  readThread,
  writeAsVisitor,
  writeToSupport,
} from '../support.ts'
import { acceptTerms, readTerms } from '../terms.ts'
import { cursor, money, pageLimit, playerId, text } from './scalars.ts'
import { spec } from './spec.ts'

/** Forms send line breaks as two letters, a text field counts one. */
const message = z
  .string()
  .transform((words) => words.replaceAll('\r\n', '\n'))
  .pipe(text(longestMessage).trim())
/** A number that no case can have is answered like one that doesn't exist. */
const caseId = z
  .number()
  .int()
  .min(0)
  .transform((id) => (id <= 999_999 ? id : 0))

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
    keyed: 'reply',
  }),
  listCases: spec(listCases, {
    summary: "The player's reports of chain transactions, newest first",
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  writeToSupport: spec(writeToSupport, {
    summary: 'Writes to support, with a picture or without, in a case of the player or a new one',
    session: 'required',
    input: z.object({
      player: playerId,
      caseId: caseId.optional(),
      text: message,
      picture: z.instanceof(Uint8Array).optional(),
    }),
    own: true,
    refusals: ['invalidForm', 'notFound', 'notAPicture', 'tooManyPictures'],
    limit: { name: 'support message', attempts: 40, windowSeconds: 86_400 },
  }),
  writeAsVisitor: spec(writeAsVisitor, {
    summary: 'Writes to support without an account; the answer is mailed',
    session: 'none',
    input: z.object({ email: text(254), text: message }),
    refusals: ['invalidForm'],
  }),
  listThreads: spec(listThreads, {
    summary: 'All cases of the player, the one that last changed first',
    session: 'required',
    input: z.object({ player: playerId }),
    own: true,
    refusals: [],
  }),
  readThread: spec(readThread, {
    summary: 'The messages of a case of the player, the oldest first',
    session: 'required',
    input: z.object({ player: playerId, caseId }),
    own: true,
    refusals: ['notFound'],
  }),
  readMessagePicture: spec(readMessagePicture, {
    summary: 'A picture of a message of the player, as base64 of WebP',
    session: 'required',
    input: z.object({ player: playerId, picture: text(40) }),
    own: true,
    refusals: ['notFound'],
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
  readTerms: spec(readTerms, {
    summary: 'The versions of the terms that were published: the one in effect, and the next',
    session: 'none',
    refusals: [],
  }),
  acceptTerms: spec(acceptTerms, {
    summary: 'Accepts a version of the terms, by its id',
    session: 'required',
    input: z.object({ terms: text(40) }),
    refusals: ['termsOver'],
    keyed: 'reply',
  }),
  followEvents: spec(notices.followEvents, {
    summary:
      'Server-sent events: `balance`, `deposit`, `withdrawal`, `received`, `notice`. Hints to read again, never data',
    session: 'required',
    refusals: [],
  }),
}
