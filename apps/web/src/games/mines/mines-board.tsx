import './mines-board.css'
import { timesText } from '@pipkin/games'
import type { MinesRules } from '@pipkin/games/mines'
import { Art, type ArtName } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { BoardGrid, placeName } from '../table/board-grid.tsx'
import type { MinesSeen } from './on-screen.ts'

const columns = 5

interface MinesBoardProps {
  rules: MinesRules
  /** Null before a bet. */
  view: MinesSeen | null
  /** The tile whose answer is on its way. */
  opening: number | null
  /** Null while no tile can be opened. */
  onOpen: ((cell: number) => void) | null
}

/** 25 tiles. Once the round has ended all are shown, those that weren't opened in outline. */
export function MinesBoard({ rules, view, opening, onOpen }: MinesBoardProps) {
  return (
    <BoardGrid
      label="Mines board"
      columns={columns}
      count={rules.cells}
      className="square-board grid grid-cols-5 gap-2 rounded-[1.625rem] bg-tint-board p-3.25 wide:gap-2.5 wide:p-4"
      cell={(cell, tabIndex) => {
        const tile = tileAt(view, cell)
        const open = onOpen !== null && tile.kind === 'hidden'
        return (
          <button
            type="button"
            tabIndex={tabIndex}
            aria-label={`${placeName(cell, columns)}, ${nameOf(tile)}`}
            aria-disabled={!open || undefined}
            aria-busy={cell === opening || undefined}
            onClick={() => open && onOpen(cell)}
            className={cx(
              'mines-tile',
              `mines-tile-${tile.kind}`,
              tile.dim && 'mines-tile-dim',
              cell === opening && 'mines-tile-opening',
            )}
          >
            {tile.kind === 'safe' && (
              <>
                <Art name={flowerOf(rules, tile.multiplier)} size={32} />
                <b>{timesText(tile.multiplier)}</b>
              </>
            )}
            {(tile.kind === 'mine' || tile.kind === 'hit') && <Art name="bomb" size={30} />}
          </button>
        )
      }}
    />
  )
}

interface Tile {
  readonly kind: 'hidden' | 'safe' | 'mine' | 'hit'
  readonly multiplier: number
  /** Not opened, shown because the round has ended. */
  readonly dim: boolean
}

/** What the player may see of a tile. */
export function tileAt(view: MinesSeen | null, cell: number): Tile {
  const opened = view?.revealed.find((one) => one.cell === cell)
  if (opened)
    return {
      kind: opened.multiplier > 0 ? 'safe' : 'hit',
      multiplier: opened.multiplier,
      dim: false,
    }
  const multiplier = view?.multipliers?.[cell]
  if (multiplier === undefined) return { kind: 'hidden', multiplier: 0, dim: false }
  return { kind: multiplier > 0 ? 'safe' : 'mine', multiplier, dim: true }
}

function nameOf({ kind, multiplier, dim }: Tile): string {
  switch (kind) {
    case 'hidden':
      return 'hidden'
    case 'safe':
      return `${dim ? 'safe, not opened, ' : ''}${multiplier / 100} times`
    default:
      return 'mine'
  }
}

/** All that a tile may turn out to be. */
export const pictures: readonly ArtName[] = ['bomb', 'tulip', 'cherry-blossom', 'sunflower']

/** The sunflower marks the highest payout. */
export function flowerOf(rules: MinesRules, multiplier: number): ArtName {
  if (multiplier === Math.max(...rules.multipliers.map(([each]) => each))) return 'sunflower'
  return multiplier < 100 ? 'tulip' : 'cherry-blossom'
}
