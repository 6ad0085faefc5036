import { listInbox } from '@pipkin/contract/desk'
import { expect, test } from 'vitest'
import { answered, shownAt } from '../parts/in-tests.tsx'
import { Cases } from './cases.tsx'

test('an empty list of the own cases, or a later page, doesn’t say that no case waits', () => {
  const shown = (address: string, holder?: number, cursor?: string) => {
    const asked = { state: 'open', holder, text: undefined, cursor, limit: 50 } as const
    const nothing = answered(listInbox, asked, { cases: [], next: null })
    return shownAt(address, <Cases operator={1} />, nothing)
  }
  expect(shown('/')).toContain('No case waits for an answer.')
  expect(shown('/?mine', 1)).toContain('You have none of these.')
  expect(shown('/?after=x', undefined, 'x')).toContain('There are none further down.')
})
