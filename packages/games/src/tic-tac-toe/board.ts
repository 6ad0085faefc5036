export type Mark = 'X' | 'O'

/** The nine cells, row by row. */
export type Board = readonly (Mark | null)[]

export const emptyBoard: Board = Array.from({ length: 9 }, () => null)

const lines = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [0, 3, 6],
  [1, 4, 7],
  [2, 5, 8],
  [0, 4, 8],
  [2, 4, 6],
] as const

const hasLine = (board: Board, mark: Mark): boolean =>
  lines.some(([a, b, c]) => board[a] === mark && board[b] === mark && board[c] === mark)

/** The cells of a mark's lines, which may be two at once; none where it has no line. */
export const lineCells = (board: Board, mark: Mark): ReadonlySet<number> =>
  new Set(lines.filter((line) => line.every((cell) => board[cell] === mark)).flat())

/** One character a cell, `.` where it is empty. */
export const boardText = (board: Board): string => board.map((mark) => mark ?? '.').join('')

/** Empty cells, ascending. */
export const emptyCells = (board: Board): number[] =>
  board.flatMap((mark, cell) => (mark === null ? [cell] : []))

/** The board after a mark. The one before stays as it is. */
export const withMark = (board: Board, cell: number, mark: Mark): Board => board.with(cell, mark)

/** The cells that would give a mark its line at once, ascending. */
export const winningCells = (board: Board, mark: Mark): number[] =>
  emptyCells(board).filter((cell) => hasLine(withMark(board, cell, mark), mark))

/** The result for X: 1 won, 0 tied, −1 lost, null still open. */
export function resultForX(board: Board): 1 | 0 | -1 | null {
  if (hasLine(board, 'X')) return 1
  if (hasLine(board, 'O')) return -1
  return board.includes(null) ? null : 0
}
