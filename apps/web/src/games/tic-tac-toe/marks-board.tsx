import './marks-board.css'
import { lineCells, type Mark } from '@pipkin/games/tic-tac-toe'
import { Art, type ArtName } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { BoardGrid, placeName } from '../table/board-grid.tsx'

const columns = 3
export const tokens: readonly ArtName[] = ['token-x', 'token-o']

interface MarksBoardProps {
  board: readonly (Mark | null)[]
  /** The cell of the X that is on its way; shown already. */
  placing: number | null
  /** Null while no cell can be taken. */
  onPlace: ((cell: number) => void) | null
}

/** Nine cells; X and O are stamped. */
export function MarksBoard({ board, placing, onPlace }: MarksBoardProps) {
  const lines = new Set([...lineCells(board, 'X'), ...lineCells(board, 'O')])
  return (
    <BoardGrid
      label="Tic-Tac-Toe board"
      columns={columns}
      count={board.length}
      className="square-board grid grid-cols-3 gap-2.5 rounded-2xl bg-tint-board p-3.5"
      cell={(cell, tabIndex) => {
        const mark = cell === placing ? 'X' : (board[cell] ?? null)
        const open = onPlace !== null && mark === null
        return (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`${placeName(cell, columns)}, ${mark ?? 'empty'}`}
            aria-disabled={!open || undefined}
            onClick={() => open && onPlace(cell)}
            className={cx('mark-cell', lines.has(cell) && 'mark-cell-line')}
          >
            {mark && (
              <Art name={mark === 'X' ? 'token-x' : 'token-o'} size={64} className="mark-stamp" />
            )}
          </button>
        )
      }}
    />
  )
}
