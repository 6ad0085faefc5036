import { fkr, hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { ratioText } from './ratio.ts'

test('the ratio is cut, never rounded up to a hundred', () => {
  expect(ratioText({ held: fkr(15), owed: fkr(10) })).toBe('150.0\u00a0%')
  expect(ratioText({ held: hundredths(99_999n), owed: fkr(1000) })).toBe('99.9\u00a0%')
  expect(ratioText({ held: fkr(71_022), owed: fkr(1000) })).toBe('7,102\u00a0%')
  expect(ratioText({ held: fkr(5), owed: fkr(0) })).toBe('–')
})
