import { type Health as Read, readHealth } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, healthInTests, shownWith } from '../parts/in-tests.tsx'
import { Health } from './health.tsx'

const shown = (changed: Partial<Read['now']>) => {
  const health = { ...healthInTests, now: { ...healthInTests.now, ...changed } }
  return shownWith(<Health />, answered(readHealth, { span: 'hour' }, health))
}

test('what waits is said by its age, and that none does', () => {
  expect(shown({}).match(/>none</g)).toHaveLength(4)
  const some = shown({ payoutAge: 600, mails: 2, mailAge: 30 })
  expect(some).toContain('>10 min<')
  expect(some).toContain('>2, the oldest for 30 s<')
})
