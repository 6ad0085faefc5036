import { expect, test } from 'vitest'
import { fraction, minus, one, plus, times } from '../exact/fraction.ts'
import { judgeRules, returnsOf } from '../returns/index.ts'
import { slotRules } from './settings.ts'

test('every spin returns 31/32', () => expect(returnsOf(slotRules).best).toEqual(fraction(31, 32)))

test.each([0, 25, 50, 99])(
  'with %i percent of kind rounds it is 31/32 · (p + 0.625 (1 − p))',
  (winPercentage) => {
    const p = fraction(winPercentage, 100)
    const share = plus(p, times(fraction(5, 8), minus(one, p)))
    expect(returnsOf({ ...slotRules, winPercentage }).best).toEqual(times(fraction(31, 32), share))
  },
)

test('settings that return the stake or more are refused', () => {
  expect(judgeRules({ ...slotRules, jackpotPays: 249 }).ok).toBe(true)
  expect(judgeRules({ ...slotRules, jackpotPays: 250 }).ok).toBe(false)
})
