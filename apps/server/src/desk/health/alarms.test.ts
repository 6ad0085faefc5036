import type { Health } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { alarmsOf } from './alarms.ts'

type State = Health['now']

const well: State = {
  payoutAge: null,
  reviewAge: null,
  depositAge: null,
  mailAge: null,
  mails: 0,
  figuresLag: 1,
  logLag: 1,
  head: 100,
  unscanned: 0,
  databaseMb: 10,
  connections: 5,
  auditAge: 3_600,
  auditFindings: 0,
  sampledAt: new Date(),
  firstAuditIn: null,
}
const named = (state: Partial<State>, sampledAgo = 0) =>
  alarmsOf({ ...well, ...state }, sampledAgo).map(({ alarm, says }) => `${alarm}: ${says}`)

test('a house that is well has no alarm', () => {
  expect(named({})).toEqual([])
})

// Each with the last state that is well, and the first that is not.
test.each<[string, Partial<State>, Partial<State>]>([
  ['The last audit found something: 1 findings', { auditFindings: 0 }, { auditFindings: 1 }],
  [
    'A payout has waited for more than ten minutes: 10 minutes',
    { payoutAge: 600 },
    { payoutAge: 601 },
  ],
  ['The scanner is far behind the chain: 101 blocks', { unscanned: 100 }, { unscanned: 101 }],
  ['The log is behind: 5 minutes', { logLag: 300 }, { logLag: 301 }],
  ['The figures are behind: 10 minutes', { figuresLag: 600 }, { figuresLag: 601 }],
  [
    'Mails are not going out: 3 wait, the oldest for 10 minutes',
    { mails: 3, mailAge: 600 },
    { mails: 3, mailAge: 601 },
  ],
  ['No audit for two days: 2 days', { auditAge: 172_800 }, { auditAge: 172_801 }],
  [
    'No audit for two days: there was none',
    { auditAge: null, firstAuditIn: 0 },
    { auditAge: null, firstAuditIn: -1 },
  ],
  [
    'The worker has not looked for minutes: it never has',
    { sampledAt: new Date() },
    { sampledAt: null },
  ],
])('%s', (alarm, stillWell, wrong) => {
  expect(named(stillWell)).toEqual([])
  expect(named(wrong)).toEqual([alarm])
})

test('a worker that stands still for more than three minutes is an alarm', () => {
  expect(named({}, 180)).toEqual([])
  expect(named({}, 181)).toEqual(['The worker has not looked for minutes: 3 minutes ago'])
})

test('of several alarms the worst comes first', () => {
  expect(
    named({ auditAge: 200_000, mailAge: 700, auditFindings: 2, payoutAge: 700 }, 400).map(
      (text) => text.split(':')[0],
    ),
  ).toEqual([
    'The last audit found something',
    'The worker has not looked for minutes',
    'A payout has waited for more than ten minutes',
    'Mails are not going out',
    'No audit for two days',
  ])
})
