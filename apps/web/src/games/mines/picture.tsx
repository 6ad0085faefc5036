import { viewOf } from '@pipkin/games'
import type { MinesRound } from '@pipkin/games/mines'
import { Bomb, Check } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { OutcomePicture } from '../game-screens.ts'

export function picture(round: MinesRound): OutcomePicture {
  const { revealed, mines = [] } = viewOf(round)
  const opened = new Set(revealed.map(({ cell }) => cell))
  return {
    className: 'grid-cols-[repeat(5,1.25rem)]',
    cells: Array.from({ length: round.rules.cells }, (_, cell) => (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        key={cell}
        isMine={mines.includes(cell)}
        isOpen={opened.has(cell)}
      />
    )),
  }
}

function Cell({ isMine, isOpen }: { isMine: boolean; isOpen: boolean }) {
  const look = isOpen
    ? isMine
      ? 'bg-loss text-surface'
      : 'bg-leaf-ink text-leaf'
    : isMine
      ? 'bg-loss-tint text-loss'
      : 'bg-surface'
  return (
    <span className={cx('grid size-5 place-items-center rounded-[6px]', look)}>
      {isMine ? <Bomb size={13} /> : isOpen && <Check size={13} />}
    </span>
  )
}
