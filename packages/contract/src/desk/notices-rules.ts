import { z } from 'zod'
import { playerId, text } from '../schemas/scalars.ts'
import * as calls from './notices.ts'
import { act, listed, reason, spec, words } from './rule-parts.ts'

const id = z.uuid()
const moment = z.custom<Date>((value) => {
  if (!(value instanceof Date)) return false
  const year = value.getUTCFullYear()
  return year >= 2020 && year < 2200
}, 'not in our time')
/** Forms send line breaks as two letters. */
const lines = (most: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\r\n', '\n'))
    .pipe(text(most).trim().min(1))
const ofNotice = z.object({ notice: id, reason })
const ofTerms = z.object({ terms: id, reason })

export const noticeRules = {
  listHouseNotices: spec(calls.listHouseNotices, {
    summary: 'Notices of a state',
    session: 'whole',
    duty: 'see',
    input: z.object({ ...listed, state: z.enum(calls.noticeStates).default('live') }),
  }),
  draftNotice: act(
    calls.draftNotice,
    'Keeps a draft of a notice to one player or to all',
    z.object({
      replaces: id.nullable(),
      player: playerId.nullable(),
      kind: z.enum(calls.noticeKinds),
      title: words(80).refine((title) => !/\p{Cc}/u.test(title), 'one line'),
      words: lines(2_000),
      from: moment,
      until: moment,
      reason,
    }),
  ),
  dropNotice: act(calls.dropNotice, 'Drops a draft', ofNotice),
  publishNotice: act(
    calls.publishNotice,
    'Publishes a draft as it is; to all players it takes a second person',
    ofNotice,
  ),
  endNotice: act(calls.endNotice, 'Ends a notice before its time', ofNotice),
  listTerms: spec(calls.listTerms, {
    summary: 'All versions of the terms, the draft first',
    session: 'whole',
    duty: 'see',
  }),
  draftTerms: act(
    calls.draftTerms,
    'Keeps a draft of the next version of the terms',
    z.object({ replaces: z.uuid().nullable(), words: lines(20_000), effective: moment, reason }),
  ),
  dropTerms: act(calls.dropTerms, 'Drops the draft of the terms', ofTerms),
  publishTerms: act(
    calls.publishTerms,
    'Publishes the draft as the next version, which each player accepts',
    ofTerms,
  ),
  listAccepted: spec(calls.listAccepted, {
    summary: 'Who has accepted which version of the terms',
    session: 'whole',
    duty: 'see',
    input: z.object({ ...listed, player: playerId.optional() }),
  }),
} as const
