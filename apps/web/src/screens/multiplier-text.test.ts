import { expect, test } from 'vitest'
import { multiplierText } from './multiplier-text.ts'

test.each([
  [50, '0.5×'],
  [100, '1×'],
  [225, '2.25×'],
  [205, '2.05×'],
  [0, '0×'],
])('%i hundredths are %s', (multiplier, text) => expect(multiplierText(multiplier)).toBe(text))
