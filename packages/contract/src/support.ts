import type { Answer, Call } from './call.ts'
import { amount, file } from './inputs.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  spelt,
  text,
  time,
  word,
} from './wire.ts'

const event = spelt({ deposit: 'Deposit', withdrawal: 'Withdraw' })

/** Reports a chain transaction that went astray: opens a case, without a credit. */
export const openCase = {
  name: 'openCase',
  method: 'POST',
  path: 'insertLogs',
  body: object({ player: ['userid', integer], chainHash: ['TXHash', text], amount, event }),
  answer: data(object({ caseId: ['case', integer] })),
} as const satisfies Call

/** The player's reports, newest first. */
export const listCases = {
  name: 'listCases',
  method: 'GET',
  path: 'supportCases',
  query: object({ player: ['User_Id', integer] }),
  answer: data(
    list(
      object({
        caseId: ['case', integer],
        event,
        amount: money,
        chainHash: ['TXHash', text],
        state: word('open', 'closed'),
        answer: nullable(text),
        openedAt: ['DateTime', time],
      }),
    ),
  ),
} as const satisfies Call

/** The most letters of a message. */
export const longestMessage = 4_000

/**
 * Writes a message, with a picture or without, in a case of one's own or, where none is named, in a
 * new one.
 */
export const writeToSupport = {
  name: 'writeToSupport',
  method: 'POST',
  path: 'supportMessage',
  kind: 'form',
  body: object({
    player: ['User_Id', integer],
    caseId: ['case', optional(integer)],
    text,
    picture: optional(file),
  }),
  answer: data(object({ caseId: ['case', integer] })),
} as const satisfies Call

/** Writes without a session; the answer is mailed. */
export const writeAsVisitor = {
  name: 'writeAsVisitor',
  method: 'POST',
  path: 'supportVisitor',
  body: object({ email: ['Email_Id', text], text }),
  answer: data(object({ caseId: ['case', integer] })),
} as const satisfies Call

const threadLine = {
  caseId: ['case', integer],
  /** What the reported chain transaction was for. */
  event: nullable(event),
  amount: nullable(money),
  chainHash: ['TXHash', nullable(text)],
  /** `open`: waits for support; `waiting`: for the player. */
  state: word('open', 'waiting', 'closed'),
  openedAt: ['DateTime', time],
} as const

/** All cases of the player, reports and free text alike; the one that last changed comes first. */
export const listThreads = {
  name: 'listThreads',
  method: 'GET',
  path: 'supportThreads',
  query: object({ player: ['User_Id', integer] }),
  answer: data(
    list(object({ ...threadLine, words: nullable(text), lastAt: ['Last_DateTime', time] })),
  ),
} as const satisfies Call
export type ThreadLine = Answer<typeof listThreads>[number]

/** The messages of a case of the player, the oldest first. */
export const readThread = {
  name: 'readThread',
  method: 'GET',
  path: 'supportThread',
  query: object({ player: ['User_Id', integer], caseId: ['case', integer] }),
  answer: data(
    object({
      ...threadLine,
      messages: list(
        object({
          id: ['Id', text],
          /** Whether support wrote it. */
          isAnswer: ['answer', boolean],
          text,
          sentAt: ['DateTime', time],
          pictures: list(text),
        }),
      ),
    }),
  ),
} as const satisfies Call
export type Thread = Answer<typeof readThread>

/** A picture of a message of the player as base64 of WebP: no address shows it by itself. */
export const readMessagePicture = {
  name: 'readMessagePicture',
  method: 'GET',
  path: 'supportPicture',
  query: object({ player: ['User_Id', integer], picture: text }),
  answer: data(object({ webp: text })),
} as const satisfies Call
