import { type Round, viewOf } from '@pipkin/games'
import { Bomb, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Art, type ArtName } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { replayInWords } from './round-in-words.ts'

/** What the round dealt, as a small picture. */
export function OutcomePicture({ round }: { round: Round }) {
  const view = viewOf(round)
  if ('revealed' in view) return <MinesBoard label={replayInWords(round)} {...view} />
  if ('numbers' in view) return <Numbers label={replayInWords(round)} {...view} />
  if ('board' in view) return <Grid label={replayInWords(round)} {...view} />
  return <Reels label={replayInWords(round)} reels={view.reels ?? []} />
}

function Picture({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <div role="img" aria-label={label} className={cx('grid shrink-0 gap-1', className)}>
      {children}
    </div>
  )
}

const places = (size: number): number[] => Array.from({ length: size }, (_, place) => place)

function MinesBoard({
  label,
  revealed,
  mines = [],
}: {
  label: string
  revealed: readonly { cell: number }[]
  mines?: readonly number[]
}) {
  const opened = new Set(revealed.map(({ cell }) => cell))
  return (
    <Picture label={label} className="grid-cols-[repeat(5,1.25rem)]">
      {places(25).map((cell) => {
        const mine = mines.includes(cell)
        const look = opened.has(cell)
          ? mine
            ? 'bg-loss text-surface'
            : 'bg-mines-ink text-mines'
          : mine
            ? 'bg-loss-tint text-loss'
            : 'bg-surface'
        return (
          <span key={cell} className={cx('grid size-5 place-items-center rounded-[6px]', look)}>
            {mine ? <Bomb size={13} /> : opened.has(cell) && <Check size={13} />}
          </span>
        )
      })}
    </Picture>
  )
}

function Numbers({
  label,
  numbers,
  result,
}: {
  label: string
  numbers: readonly number[]
  result?: number
}) {
  return (
    <Picture label={label} className="grid-cols-[repeat(5,1.625rem)]">
      {numbers.map((number) => (
        <span
          key={number}
          className={cx(
            'grid h-7 place-items-center rounded-[8px] text-cap',
            number === result ? 'bg-guess-ink font-700 text-guess' : 'bg-surface text-ink2',
          )}
        >
          {number}
        </span>
      ))}
    </Picture>
  )
}

const symbols: readonly ArtName[] = ['cherries', 'lemon', 'grapes', 'watermelon']

function Reels({ label, reels }: { label: string; reels: readonly number[] }) {
  return (
    <Picture label={label} className="grid-cols-[repeat(3,2.375rem)]">
      {reels.map((symbol, reel) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
        <span key={reel} className="grid h-14 place-items-center rounded-sm bg-surface">
          <Art name={symbols[symbol] ?? 'cherries'} size={28} />
        </span>
      ))}
    </Picture>
  )
}

function Grid({ label, board }: { label: string; board: readonly ('X' | 'O' | null)[] }) {
  return (
    <Picture label={label} className="grid-cols-[repeat(3,2.25rem)]">
      {board.map((mark, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
        <span key={cell} className="grid size-9 place-items-center rounded-sm bg-surface">
          {mark && <Art name={mark === 'X' ? 'token-x' : 'token-o'} size={24} />}
        </span>
      ))}
    </Picture>
  )
}
