import { z } from 'zod'
import { text } from '../schemas/scalars.ts'
import * as calls from './cases.ts'
import { act, listed, reason, spec, words } from './rule-parts.ts'

const caseId = z.number().int().min(0).max(999_999)
const seen = z.uuid().nullable()
const operator = z.number().int().min(0).max(1_000_000)

export const caseRules = {
  listInbox: spec(calls.listInbox, {
    summary: 'Cases of a state, or all that a text finds',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: z.object({
      ...listed,
      state: z.enum(calls.caseStates).default('open'),
      holder: operator.optional(),
      text: words(254).optional(),
    }),
  }),
  readCase: spec(calls.readCase, {
    summary: 'A case with its messages and notes',
    session: 'whole',
    duty: 'see',
    input: z.object({ case: caseId }),
  }),
  readCasePicture: spec(calls.readCasePicture, {
    summary: 'A picture of a message',
    session: 'whole',
    duty: 'see',
    input: z.object({ picture: text(40) }),
  }),
  answerCase: act(
    calls.answerCase,
    'Answers a case; the player is notified and mailed',
    z.object({ caseId, answer: words(4_000), closes: z.boolean(), seen, reason }),
  ),
  closeCase: act(
    calls.closeCase,
    'Closes a case without an answer',
    z.object({ caseId, seen, reason }),
  ),
  assignCase: act(
    calls.assignCase,
    'Says who has a case',
    z.object({ caseId, from: operator.nullable(), operator: operator.nullable(), reason }),
  ),
  noteCase: act(
    calls.noteCase,
    'A note for colleagues',
    z.object({ caseId, note: words(4_000), reason }),
  ),
} as const
