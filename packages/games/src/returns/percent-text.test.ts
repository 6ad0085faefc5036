import { expect, test } from 'vitest'
import { fraction, toNumber } from '../exact/fraction.ts'
import { percentText } from './percent-text.ts'

test.each([
  [31, 32, '96.87'],
  [29, 100, '29.00'],
  [133, 150, '88.66'],
  [2, 15, '13.33'],
  [1049, 960, '109.27'],
  [0, 1, '0.00'],
  [1, 1, '100.00'],
  [1, 1000, '0.10'],
  [99_999, 100_000, '99.99'],
  [1, 10_000_000, '0.00'],
  [12, 1, '1200.00'],
])('%i/%i is %s %%', (n, d, text) => expect(percentText(toNumber(fraction(n, d)))).toBe(text))

test('only shares have a text', () => {
  for (const value of [-0.1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => percentText(value)).toThrow(RangeError)
})
