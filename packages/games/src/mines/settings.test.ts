import { expect, test } from 'vitest'
import { mines } from './index.ts'
import { minesDemoOf, minesRules } from './settings.ts'

test('the demo of the usual rules has the specification’s multipliers', () => {
  expect(minesDemoOf(minesRules)).toEqual({
    ...minesRules,
    multipliers: [
      [50, 4],
      [100, 7],
      [150, 4],
    ],
  })
})

test('the demo has the mines, the hard rounds and the tiles of each rank of the rules in force', () => {
  const changed = {
    ...minesRules,
    winPercentage: 80,
    mines: 5,
    multipliers: [
      [220, 3],
      [20, 9],
      [90, 8],
    ] as const,
  }
  expect(minesDemoOf(changed)).toEqual({
    ...changed,
    multipliers: [
      [50, 9],
      [100, 8],
      [150, 3],
    ],
  })
})

test.each([
  [[[90, 15]], [[100, 15]]],
  [
    [
      [40, 10],
      [300, 5],
    ],
    [
      [50, 10],
      [150, 5],
    ],
  ],
  [
    [
      [40, 5],
      [60, 4],
      [80, 3],
      [300, 3],
    ],
    [
      [50, 5],
      [100, 7],
      [150, 3],
    ],
  ],
] as const)('multipliers %j become %j, and the rules stay rules of Mines', (given, shown) => {
  const demo = minesDemoOf({ ...minesRules, multipliers: given })
  expect(demo.multipliers).toEqual(shown)
  expect(mines.parseRules(demo)).toEqual(demo)
})
