import { chanceText, timesText } from '@pipkin/games'
import { expect, test } from 'vitest'
import { anyOf, hardShare, kindShare, returnText } from './odds-text.ts'

test.each([
  [8 / 15, '53.3\u00a0%'],
  [7 / 15, '46.6\u00a0%'],
  [1 / 15, '6.6\u00a0%'],
  [15 / 25, '60\u00a0%'],
  [0, '0\u00a0%'],
  [1, '100\u00a0%'],
  [0.1 * 0.6 + 0.9 * 0.36, '38.4\u00a0%'],
])('a chance of %d reads %s', (chance, text) => expect(chanceText(chance)).toBe(text))

test('a return is cut, never rounded up', () => {
  expect(returnText(6076 / 6325)).toBe('96.06\u00a0%')
  expect(returnText(31 / 32)).toBe('96.87\u00a0%')
  expect(returnText(133 / 150)).toBe('88.66\u00a0%')
  expect(returnText(0.76)).toBe('76\u00a0%')
})

test('multipliers and lists in words', () => {
  expect(anyOf([50, 100, 250].map(timesText))).toBe('0.5×, 1× or 2.5×')
  expect(anyOf(['1×'])).toBe('1×')
})

test('shares of rounds in the smallest whole numbers', () => {
  expect(kindShare(10)).toMatchObject({ rounds: '1 round in 10', isAre: 'is' })
  expect(hardShare(10)).toMatchObject({ rounds: '9 rounds in 10', short: '9 in 10', isAre: 'are' })
  expect(hardShare(37)?.rounds).toBe('63 rounds in 100')
  expect(hardShare(100)).toBeNull()
  expect(hardShare(0)?.rounds).toBe('Every round')
})
