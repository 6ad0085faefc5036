import { expect, test } from 'vitest'
import { sinceLogIn } from './since-log-in.ts'

const minute = 60_000
test.each([
  [-5 * minute, 'less than a minute'],
  [59_999, 'less than a minute'],
  [minute, '1 minute'],
  [6 * minute, '6 minutes'],
  [60 * minute, '1 hour'],
  [119 * minute, '1 hour'],
  [48 * 60 * minute, '48 hours'],
])('%i ms ago are %s', (agoMs, text) =>
  expect(sinceLogIn(agoMs)).toBe(`You logged in ${text} ago.`),
)
