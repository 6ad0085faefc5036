import { type Health as Read, readHealth } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, shownWith } from '../parts/in-tests.tsx'
import { Health } from './health.tsx'

const now: Read['now'] = {
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
}
const shown = (changed: Partial<Read['now']>) => {
  const health = { now: { ...now, ...changed }, alarms: [], samples: [] }
  return shownWith(<Health />, answered(readHealth, { span: 'hour' }, health))
}

test('what waits is said by its age, and that none does', () => {
  expect(shown({}).match(/>none</g)).toHaveLength(4)
  const some = shown({ payoutAge: 600, mails: 2, mailAge: 30 })
  expect(some).toContain('>10 min<')
  expect(some).toContain('>2, the oldest for 30 s<')
})
