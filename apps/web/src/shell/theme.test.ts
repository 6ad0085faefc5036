import { expect, test } from 'vitest'
import { isDark } from './theme.ts'

test.each([
  [null, true, true],
  [null, false, false],
  ['true', false, true],
  ['false', true, false],
])('kept %s, system dark %s: dark is %s', (kept, system, dark) =>
  expect(isDark(kept, system)).toBe(dark),
)
