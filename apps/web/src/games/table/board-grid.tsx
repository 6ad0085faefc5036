import './board-grid.css'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'

interface BoardGridProps {
  label: string
  columns: number
  count: number
  className: string
  /** A cell: one button. `tabIndex` is its own, so that Tab finds the board once. */
  cell: (index: number, tabIndex: 0 | -1) => ReactNode
}

/** A board as a grid that arrow keys go through; each cell names itself. */
export function BoardGrid({ label, columns, count, className, cell }: BoardGridProps) {
  const [at, setAt] = useState(0)
  const buttonsIn = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLButtonElement>('button')]

  function pressKey(event: KeyboardEvent<HTMLDivElement>) {
    const next = nextCell(event.key, at, columns, count)
    if (next === null) return
    event.preventDefault()
    buttonsIn(event.currentTarget)[next]?.focus()
  }
  function follow(event: FocusEvent<HTMLDivElement>) {
    const focused = buttonsIn(event.currentTarget).findIndex((button) => button.matches(':focus'))
    if (focused >= 0) setAt(focused)
  }

  const rows = Array.from({ length: count / columns }, (_, row) => row * columns)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a board isn't a table of data.
    <div role="grid" aria-label={label} className={className} onKeyDown={pressKey} onFocus={follow}>
      {rows.map((first) => (
        // biome-ignore lint/a11y/useSemanticElements: see above.
        <div key={first} role="row" tabIndex={-1} className="contents">
          {Array.from({ length: columns }, (_, column) => first + column).map((index) => (
            // biome-ignore lint/a11y/useSemanticElements: see above.
            <div key={index} role="gridcell" tabIndex={-1} className="grid">
              {cell(index, index === at ? 0 : -1)}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** The cell that a key leads to, not beyond the edge; null where the key isn't one of these. */
export function nextCell(key: string, at: number, columns: number, count: number): number | null {
  const column = at % columns
  switch (key) {
    case 'ArrowRight':
      return column === columns - 1 ? at : at + 1
    case 'ArrowLeft':
      return column === 0 ? at : at - 1
    case 'ArrowDown':
      return at + columns < count ? at + columns : at
    case 'ArrowUp':
      return at - columns >= 0 ? at - columns : at
    case 'Home':
      return at - column
    case 'End':
      return at - column + columns - 1
    default:
      return null
  }
}

/** `Row 2, column 3`: how cells are called. */
export const placeName = (index: number, columns: number): string =>
  `Row ${Math.floor(index / columns) + 1}, column ${(index % columns) + 1}`
