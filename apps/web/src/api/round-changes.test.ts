import { expect, test } from 'vitest'
import { expectEvent, isExpected, whileAnswering } from './round-changes.ts'

test('a bet and its end are announced once each, together or apart', async () => {
  expectEvent('placed', 'apart')
  expectEvent('ended', 'apart')
  expect(await isExpected({ placed: ['apart'] })).toBe(true)
  expect(await isExpected({ ended: ['apart'] })).toBe(true)
  expect(await isExpected({ ended: ['apart'] })).toBe(false)

  expectEvent('placed', 'together')
  expectEvent('ended', 'together')
  expect(await isExpected({ placed: ['together'], ended: ['together'] })).toBe(true)
})

test('an event about anything else, or about another tab’s round too, asks for a read', async () => {
  expectEvent('placed', 'own')
  expect(await isExpected({})).toBe(false)
  expect(await isExpected({ placed: ['own', 'other'] })).toBe(false)
})

test('an event that comes before the answer waits for it', async () => {
  const bet = Promise.withResolvers<void>()
  const answer = whileAnswering(async () => {
    await bet.promise
    expectEvent('placed', 'early')
  })
  const known = isExpected({ placed: ['early'] })
  bet.resolve()
  await answer
  expect(await known).toBe(true)
})
