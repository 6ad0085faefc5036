import type { Answer, Call, Input } from '@pipkin/contract'
import type {
  CaseMessage,
  CaseThread,
  Figures,
  Health,
  Payout,
  Proposal,
} from '@pipkin/contract/desk'
import { zero } from '@pipkin/money'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'

/** A call with its answer, as the screens' cache holds it. */
interface Answered {
  readonly key: readonly unknown[]
  readonly answer: unknown
}

/** The call that a screen makes, with its answer. */
export const answered = <C extends Call>(
  call: C,
  input: Input<C>,
  answer: Answer<C>,
): Answered => ({ key: [call.name, input], answer })

/** What a screen shows once these calls were answered. */
export const shownWith = (screen: ReactNode, ...answers: readonly Answered[]): string =>
  shownAt('/', screen, ...answers)

/** The same at an address, which names the part of the screen. */
export function shownAt(
  address: string,
  screen: ReactNode,
  ...answers: readonly Answered[]
): string {
  const client = new QueryClient()
  for (const { key, answer } of answers) client.setQueryData(key, answer)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The labels of these elements, in order. */
export const labelsOf = (element: 'a' | 'button', shown: string): (string | undefined)[] =>
  [...shown.matchAll(new RegExp(`<${element}[ >][^>]*>(.*?)</${element}>`, 'g'))].map(
    ([, label]) => label,
  )

const nothing = { sum: zero, count: 0 }
/** What waits and what is held, of a house that has just begun. */
export const figuresInTests: Figures = {
  wallets: { deposit: zero, bonus: zero, win: zero, referral: zero },
  stakes: nothing,
  payouts: { sum: zero, review: 3, oldest: new Date('2026-11-22T12:00:00Z') },
  deposits: nothing,
  owed: zero,
  house: null,
  unexplained: 0,
  cases: 2,
  proposals: 1,
  payoutsPaused: false,
  depositsPaused: false,
  takesTwo: { above: zero, day: zero },
  audit: null,
}

/** What a player has written in a case. */
export const messageInTests = (id: string, text: string): CaseMessage => ({
  id,
  writer: 'player',
  operator: null,
  text,
  at: new Date('2026-11-22T12:00:00Z'),
  pictures: [],
})

/** An open case of a player, with one message. */
export const threadInTests: CaseThread = {
  case: 123_456,
  player: 10_000_001,
  name: 'Meera',
  email: null,
  event: null,
  amount: null,
  state: 'open',
  holder: null,
  at: new Date('2026-11-22T12:00:00Z'),
  lastAt: new Date('2026-11-22T12:00:00Z'),
  words: null,
  isOurs: false,
  hasPictures: false,
  takenBy: null,
  hash: null,
  messages: [messageInTests('a', 'Where is my money?')],
  colleagues: [],
}

/** A payout that waits for a decision. */
export const payoutInTests: Payout = {
  transaction: 'x',
  player: 10_000_001,
  name: 'Meera',
  amount: zero,
  fee: zero,
  ownPart: zero,
  why: 'overLimit',
  address: '0x',
  at: new Date('2026-11-22T12:00:00Z'),
  linkedAt: null,
  disownedAt: null,
  deposited: zero,
  staked: zero,
  lost: zero,
  left: zero,
  accountsOfPerson: 1,
  paidBefore: 0,
  paidSum: zero,
  frozen: false,
  heldBy: null,
  takesTwo: true,
  proposer: null,
  onBrowser: [],
  onAddress: [],
}

/** A payout that one operator wants to release; another has to decide. */
export const proposalInTests: Proposal = {
  proposal: '00000000-0000-7000-8000-000000000000',
  act: 'releasePayout',
  about: '10000001 x',
  reason: 'ticket 7',
  facts: [{ what: 'Amount', value: '11,000 fkr' }],
  changes: [],
  details: [],
  proposer: 'Asha',
  own: false,
  mayDecide: true,
  whyNot: null,
  deciders: ['cashier', 'admin'],
  proposedAt: new Date('2026-11-22T12:00:00Z'),
  decision: null,
  decider: null,
}
/** What operators read if they may not decide. */
export const whoDecides =
  'Only an operator with the role cashier or admin can approve or refuse it.'

/** The house when all is well. */
export const healthInTests: Health = {
  now: {
    payoutAge: 0,
    reviewAge: 0,
    depositAge: 0,
    mailAge: 0,
    mails: 0,
    figuresLag: 1,
    logLag: 1,
    head: 5,
    unscanned: 0,
    databaseMb: 14,
    connections: 11,
    auditAge: 3_600,
    auditFindings: 1,
    sampledAt: new Date('2026-11-22T12:00:00Z'),
    firstAuditIn: null,
  },
  alarms: [],
  samples: [],
}
