import type { Call } from '../call.ts'
import {
  data,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  time,
  type Value,
  word,
} from '../wire.ts'
import { acted, get, pageOf, post } from './parts.ts'

/* What the house says to its players, and the terms that they accept. */

/** `offer`: marketing, which players on a break don't get. */
export const noticeKinds = ['service', 'offer'] as const
export const noticeStates = ['draft', 'scheduled', 'live', 'ended'] as const

const notice = object({
  id: text,
  /** Null: to all players. */
  player: nullable(integer),
  name: nullable(text),
  kind: word(...noticeKinds),
  title: text,
  words: text,
  from: time,
  until: time,
  madeBy: text,
  publishedAt: nullable(time),
  /** Who proposed a draft's publication, which waits for a second person. */
  proposer: nullable(text),
})
export type HouseNotice = Value<typeof notice>
export const listHouseNotices = pageOf(
  'listHouseNotices',
  { notices: list(notice) },
  { state: optional(word(...noticeStates)) },
)

/** Keeps a draft, in place of the one that it replaces. */
export const draftNotice = {
  ...post('draftNotice'),
  body: object({
    replaces: nullable(text),
    player: nullable(integer),
    kind: word(...noticeKinds),
    title: text,
    words: text,
    from: time,
    until: time,
    reason: text,
  }),
  answer: acted,
} as const satisfies Call

const ofNotice = { body: object({ notice: text, reason: text }), answer: acted }
export const dropNotice = { ...post('dropNotice'), ...ofNotice } as const satisfies Call
/** To one player at once; to all it takes a second person. */
export const publishNotice = { ...post('publishNotice'), ...ofNotice } as const satisfies Call
export const endNotice = { ...post('endNotice'), ...ofNotice } as const satisfies Call

const terms = object({
  id: text,
  /** Null: the draft. */
  version: nullable(integer),
  words: text,
  effectiveAt: time,
  madeBy: text,
  publishedAt: nullable(time),
  /** The number of players who have accepted this very version. */
  accepted: integer,
})
export type TermsVersion = Value<typeof terms>
/** The newest first, the draft before them. Version 1 is the text that the app comes with. */
export const listTerms = {
  ...get('listTerms'),
  answer: data(list(terms)),
} as const satisfies Call

/** Keeps a draft, in place of the one that it replaces. */
export const draftTerms = {
  ...post('draftTerms'),
  body: object({ replaces: nullable(text), words: text, effective: time, reason: text }),
  answer: acted,
} as const satisfies Call
const ofTerms = { body: object({ terms: text, reason: text }), answer: acted }
export const dropTerms = { ...post('dropTerms'), ...ofTerms } as const satisfies Call
export const publishTerms = { ...post('publishTerms'), ...ofTerms } as const satisfies Call

const accepted = object({ player: integer, name: nullable(text), version: integer, at: time })
export type Accepted = Value<typeof accepted>
/** Who has accepted which version, the newest first. */
export const listAccepted = pageOf(
  'listAccepted',
  { accepted: list(accepted) },
  { player: optional(integer) },
)
