import type { Answer, Call } from './call.ts'
import { amount } from './inputs.ts'
import { data, integer, list, money, nullable, object, spelt, text, time, word } from './wire.ts'

const event = spelt({ deposit: 'Deposit', withdrawal: 'Withdraw' })

/** Reports a chain transaction that went astray: opens a case, credits nothing. */
export const openCase = {
  name: 'openCase',
  method: 'POST',
  path: 'insertLogs',
  body: object({ player: ['userid', integer], chainHash: ['TXHash', text], amount, event }),
  answer: data(object({ caseId: ['case', integer] })),
} as const satisfies Call

/** The own cases, newest first. */
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
export type SupportCase = Answer<typeof listCases>[number]
