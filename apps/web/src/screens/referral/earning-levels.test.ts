import { expect, test } from 'vitest'
import { earnedInAll, rateText } from './earning-levels.ts'

const level = (earned: number) => ({ level: 1, reward: 100, friends: 1, earned })

test('levels add up to the hundredth', () =>
  expect(earnedInAll([level(0.1), level(100), level(0.2)])).toBe(10_030n))

test('no levels have earned nothing', () => expect(earnedInAll([])).toBe(0n))

test.each([
  [100, '100 a friend'],
  [25.5, '25.50 a friend'],
  [0, 'Nothing at this time'],
])('a reward of %f: %s', (reward, text) => expect(rateText({ reward })).toBe(text))
