import { expect, test } from 'vitest'
import { type Board, lineCells } from './board.ts'

const board = (text: string): Board =>
  [...text].map((mark) => (mark === 'X' || mark === 'O' ? mark : null))

test('the cells of a line, of two lines at once, and of none', () => {
  expect([...lineCells(board('XXXOO....'), 'X')]).toEqual([0, 1, 2])
  expect([...lineCells(board('XXXOO....'), 'O')]).toEqual([])
  expect([...lineCells(board('XXXXOOXOO'), 'X')].sort()).toEqual([0, 1, 2, 3, 6])
})
