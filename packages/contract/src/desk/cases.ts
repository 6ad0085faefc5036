import type { Call } from '../call.ts'
import {
  boolean,
  data,
  integer,
  list,
  money,
  nullable,
  object,
  optional,
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { acted, get, pageOf, post } from './parts.ts'

/* The inbox: cases as threads of messages. */

/** `open`: waits for an operator; `waiting`: is answered, and waits for who wrote. */
export const caseStates = ['open', 'waiting', 'closed'] as const

const line = {
  case: integer,
  /** Null for a visitor, who has only an email address, which is masked. */
  player: nullable(integer),
  name: nullable(text),
  email: nullable(text),
  /** What the reported chain transaction was for. */
  event: nullable(text),
  amount: nullable(money),
  state: word(...caseStates),
  /** The operator who has the case. */
  holder: nullable(text),
  at: time,
  lastAt: time,
  /** The beginning of the newest message, and whether the house wrote it. */
  words: nullable(text),
  isOurs: boolean,
  hasPictures: boolean,
}
const caseLine = object(line)
export type CaseLine = Value<typeof caseLine>

/**
 * Open cases, the oldest first, or others, newest first. `text` searches all of them: by number,
 * player, address, chain hash or words.
 */
export const listInbox = pageOf(
  'listInbox',
  { cases: list(caseLine) },
  {
    state: optional(word(...caseStates)),
    /** Lists only this operator's cases. */
    holder: optional(integer),
    text: optional(text),
  },
)

const message = object({
  id: text,
  /** A note is for operators alone. */
  writer: word('player', 'house', 'note'),
  operator: nullable(text),
  text,
  at: time,
  pictures: list(text),
})
export type CaseMessage = Value<typeof message>

const thread = object({
  ...line,
  /** The id of the operator who has the case. */
  takenBy: nullable(integer),
  hash: nullable(text),
  messages: list(message),
  /** The operators who may take it. */
  colleagues: list(object({ operator: integer, name: text })),
})
export type CaseThread = Value<typeof thread>

export const readCase = {
  ...get('readCase'),
  query: object({ case: integer }),
  answer: data(thread),
} as const satisfies Call

/** A picture as base64 of WebP: no address shows it by itself. */
export const readCasePicture = {
  ...get('readCasePicture'),
  query: object({ picture: text }),
  answer: data(object({ webp: text })),
} as const satisfies Call

const ofCase = { caseId: ['case', integer], reason: text } as const

/** The newest message on the screen, or null: the call is refused if a newer one has come. */
const seen = nullable(text)

/** The player reads it under Support and by mail, a visitor by mail. */
export const answerCase = {
  ...post('answerCase'),
  body: object({ ...ofCase, answer: text, closes: boolean, seen }),
  answer: acted,
} as const satisfies Call
/** Closes without an answer; refused for a reported chain transaction of an open account. */
export const closeCase = {
  ...post('closeCase'),
  body: object({ ...ofCase, seen }),
  answer: acted,
} as const satisfies Call
/** `from`: the holder on the screen; refused if another operator has the case by now. */
export const assignCase = {
  ...post('assignCase'),
  body: object({ ...ofCase, from: nullable(integer), operator: nullable(integer) }),
  answer: acted,
} as const satisfies Call
export const noteCase = {
  ...post('noteCase'),
  body: object({ ...ofCase, note: text }),
  answer: acted,
} as const satisfies Call
