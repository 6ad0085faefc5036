import { guessRules } from '@pipkin/games/guess-number'
import { expect, test } from 'vitest'
import { chanceOf } from './chance.ts'
import { even, numberChoice } from './choices.ts'

const numbers = [73, 10, 88, 17, 90, 31, 62, 53, 50, 75, 20, 6, 77, 48, 39]

test('the chance of a choice as it stands', () => {
  expect(chanceOf(guessRules, even, numbers)).toEqual({
    met: 8,
    count: '8 of 15',
    words: '8 of 15, 53.3\u00a0%',
  })
  expect(chanceOf(guessRules, numberChoice(6), numbers).words).toBe('1 of 15, 6.6\u00a0%')
  expect(chanceOf(guessRules, numberChoice(7), numbers).met).toBe(0)
})

test('with hard rounds the count is not yet the chance', () => {
  const rules = { ...guessRules, winPercentage: 50 }
  // 0.5 · 8/15 + 0.5 · (8/15)² = 92/225
  expect(chanceOf(rules, even, numbers).words).toBe('8 of 15 meet it, 40.8\u00a0%')
})
