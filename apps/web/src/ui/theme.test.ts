import { expect, test } from 'vitest'
import { isDark } from './theme.ts'

test.each([
  [undefined, true, true],
  [undefined, false, false],
  ['true', false, true],
  ['false', true, false],
])('chosen %s, system dark %s: dark is %s', (chosen, system, dark) =>
  expect(isDark(chosen, system)).toBe(dark),
)
