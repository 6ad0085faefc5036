import { expect, test } from 'vitest'
import { timesOf } from './times-of.ts'

test('a check runs as often as is said', () => {
  expect(timesOf('FLIPS', '10000')).toBe(10_000)
})

test.each(['0', '', 'x', '-1', '1.5', 'Infinity'])('a check that runs %j times is none', (text) => {
  expect(() => timesOf('FLIPS', text)).toThrow(
    `FLIPS has to be a whole number above 0, and is ${text}`,
  )
})
