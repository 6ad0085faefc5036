import { expect, test } from 'vitest'
import { timeZone as browserTimeZone } from '../../browser/dates.ts'
import { rangeOf } from './period.ts'

test('today is one day, the previous activity everything before it', () => {
  const timeZone = browserTimeZone()
  const justAfterMidnight = new Date(2026, 11, 1, 0, 0, 1)
  expect(rangeOf('today', justAfterMidnight)).toEqual({
    from: '2026-12-01',
    to: '2026-12-01',
    timeZone,
  })
  expect(rangeOf('previous', justAfterMidnight)).toEqual({ to: '2026-11-30', timeZone })
})
