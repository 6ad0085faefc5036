import { fkr, hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { netLine } from './net-line.ts'

test('a loss runs down from 0 at the top', () => {
  expect(netLine([fkr(-10), fkr(-40), fkr(-20)])).toEqual({
    points: [
      { x: 0, y: 0 },
      { x: 1 / 3, y: 0.25 },
      { x: 2 / 3, y: 1 },
      { x: 1, y: 0.5 },
    ],
    zero: 0,
  })
})

test('0 stays in sight between a gain and a loss', () => {
  expect(netLine([fkr(30), fkr(-10)]).zero).toBe(0.75)
})

test.each([[[]], [[fkr(0)]], [[hundredths(0n), hundredths(0n)]]])(
  'nothing won or lost is a level line',
  (nets) => {
    const { points, zero } = netLine(nets)
    expect(points.every(({ y }) => y === 0.5)).toBe(true)
    expect(zero).toBe(0.5)
    expect(points.at(-1)?.x).toBe(nets.length === 0 ? 0 : 1)
  },
)
