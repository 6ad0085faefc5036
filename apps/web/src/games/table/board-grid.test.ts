import { expect, test } from 'vitest'
import { nextCell, placeName } from './board-grid.tsx'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 4, 4],
  ['ArrowLeft', 5, 5],
  ['ArrowLeft', 6, 5],
  ['ArrowDown', 7, 12],
  ['ArrowDown', 22, 22],
  ['ArrowUp', 3, 3],
  ['ArrowUp', 13, 8],
  ['Home', 13, 10],
  ['End', 13, 14],
  ['Enter', 13, null],
])('%s on cell %d of five columns leads to %s', (key, at, to) =>
  expect(nextCell(key, at, 5, 25)).toBe(to),
)

test('cells are called by row and column', () => {
  expect(placeName(7, 5)).toBe('Row 2, column 3')
  expect(placeName(8, 3)).toBe('Row 3, column 3')
})
