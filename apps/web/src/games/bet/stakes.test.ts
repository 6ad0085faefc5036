import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { lessThan, moreThan, readyStakes } from './stakes.ts'

const limits = { minimum: fkr(10), maximum: fkr(200), step: fkr(20) }

test.each([
  ['', 10, 10],
  ['0', 10, 10],
  ['10', 30, 10],
  ['30', 50, 10],
  ['31', 50, 30],
  ['45', 50, 30],
  ['190', 190, 170],
  ['200', 190, 190],
  ['999999', 190, 190],
])('from %j: more is %d, less is %d', (text, more, less) => {
  expect(moreThan(text, limits)).toBe(fkr(more))
  expect(lessThan(text, limits)).toBe(fkr(less))
})

test('ready stakes are the minimum and 2, 5, 10 times it, clipped, each once', () => {
  const stakes = (minimum: number, maximum: number, step: number) =>
    readyStakes({ minimum: fkr(minimum), maximum: fkr(maximum), step: fkr(step) })
  expect(stakes(10, 200, 10)).toEqual([fkr(10), fkr(20), fkr(50), fkr(100)])
  expect(stakes(5, 20, 5)).toEqual([fkr(5), fkr(10), fkr(20)])
  expect(stakes(5, 30, 5)).toEqual([fkr(5), fkr(10), fkr(25), fkr(30)])
  expect(stakes(10, 10, 5)).toEqual([fkr(10)])
})
