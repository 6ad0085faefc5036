import { expect, test } from 'vitest'
import { dayText, dayTimeText } from './dates.ts'

test('day, three letters of the month, year', () => {
  expect(dayText(new Date(2026, 8, 5, 23, 59).toISOString())).toBe('5 Sep 2026')
  expect(dayTimeText(new Date(2026, 10, 20, 9, 3).toISOString())).toBe('20 Nov 2026, 09:03')
})
