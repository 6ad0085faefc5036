import { expect, test } from 'vitest'
import { nextOf } from './choice-group.tsx'

const all = Array.from({ length: 15 }, () => true)

test.each([
  ['ArrowRight', 14, 0],
  ['ArrowLeft', 0, 14],
  ['ArrowDown', 3, 8],
  ['ArrowDown', 12, 2],
  ['ArrowUp', 2, 12],
  ['Home', 2, -1],
  ['ArrowRight', -1, -1],
])('%s from %d of 15 leads to %d', (key, at, to) => expect(nextOf(key, at, all, 5)).toBe(to))

test('an arrow key goes past closed choices, and stays where no other is open', () => {
  expect(nextOf('ArrowRight', 0, [true, false, true, true], 2)).toBe(2)
  expect(nextOf('ArrowDown', 1, [true, true, true, false], 2)).toBe(-1)
  expect(nextOf('ArrowRight', 1, [false, true, false, false], 2)).toBe(-1)
})
