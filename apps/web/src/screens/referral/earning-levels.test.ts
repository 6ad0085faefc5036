import { fkr, hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { earnedInAll, rateText } from './earning-levels.ts'

const level = (earned: bigint) => ({
  level: 1,
  reward: fkr(100),
  friends: 1,
  earned: hundredths(earned),
})

test('levels add up to the hundredth', () =>
  expect(earnedInAll([level(10n), level(10_000n), level(20n)])).toBe(10_030n))

test('without levels the earned sum is zero', () => expect(earnedInAll([])).toBe(0n))

test.each([
  [10_000n, '100 a friend'],
  [2_550n, '25.50 a friend'],
  [0n, 'Nothing at this time'],
])('a reward of %d hundredths: %s', (reward, text) =>
  expect(rateText({ reward: hundredths(reward) })).toBe(text),
)
