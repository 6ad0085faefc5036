import { type Board, boardText, emptyCells, type Mark, resultForX, withMark } from './board.ts'

const known = new Map<string, number>()

const other = (mark: Mark): Mark => (mark === 'X' ? 'O' : 'X')

/** What X gets (1 win, 0 tie, −1 loss) when both play perfectly from here on, `next` first. */
function valueForX(board: Board, next: Mark): number {
  const ended = resultForX(board)
  if (ended !== null) return ended
  const key = boardText(board)
  const before = known.get(key)
  if (before !== undefined) return before
  const values = emptyCells(board).map((cell) =>
    valueForX(withMark(board, cell, next), other(next)),
  )
  const value = next === 'X' ? Math.max(...values) : Math.min(...values)
  known.set(key, value)
  return value
}

/**
 * The cells from which a mark reaches its best result under perfect play, ascending; by result
 * alone, not by speed.
 */
export function bestCells(board: Board, mark: Mark): number[] {
  const sign = mark === 'X' ? 1 : -1
  const cells = emptyCells(board)
  const worths = cells.map((cell) => sign * valueForX(withMark(board, cell, mark), other(mark)))
  const best = Math.max(...worths)
  return cells.filter((_, i) => worths[i] === best)
}
