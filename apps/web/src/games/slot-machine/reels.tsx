import './reels.css'
import { fruits } from '@pipkin/games/slot-machine'
import type { CSSProperties, ReactNode } from 'react'
import { Art } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { fruitArt } from './fruit-art.ts'
import { type Reel, type StillReel, tickMs } from './spin.ts'

interface ReelsProps {
  symbols: number
  /** Null during a spin where motion is reduced: words replace it. */
  reels: readonly Reel[] | null
  /** The result; left out until it is shown. */
  result: readonly number[] | undefined
}

/** The three reels: one picture to screen readers, with the result in its name. */
export function Reels({ symbols, reels, result }: ReelsProps) {
  const spinning = reels === null || reels.includes('turning')
  const label = result
    ? `Reels: ${result.map((symbol) => fruits[symbol] ?? symbol).join(', ')}`
    : spinning
      ? 'Spinning…'
      : 'Reels'
  return (
    <div role="img" aria-label={label} className="rounded-2xl bg-tint-board p-3.75">
      <div className="relative grid grid-cols-3 gap-2.5">
        {(reels ?? [null, null, null]).map((reel, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
          <ReelWindow key={place} matched={reel !== null && reel !== 'turning' && reel.matched}>
            {reel === 'turning' ? <Strip symbols={symbols} from={place} /> : <Still reel={reel} />}
          </ReelWindow>
        ))}
        {reels === null && (
          <span className="absolute inset-0 grid place-items-center text-h2 text-tint-ink">
            Spinning…
          </span>
        )}
      </div>
    </div>
  )
}

const ReelWindow = ({ matched, children }: { matched: boolean; children: ReactNode }) => (
  <div
    className={cx(
      'relative h-49.5 overflow-hidden rounded-lg bg-cell after:absolute after:inset-0 after:rounded-lg',
      matched
        ? 'after:shadow-[inset_0_0_0_2.5px_var(--rose-ink)]'
        : 'after:shadow-[inset_0_10px_14px_-10px_rgba(80,30,10,.28),inset_0_-10px_14px_-10px_rgba(80,30,10,.28)]',
    )}
  >
    {children}
  </div>
)

/**
 * All symbols one below the other, one tick each, and then the first ones again, so that a turn
 * ends as it began.
 */
function Strip({ symbols, from }: { symbols: number; from: number }) {
  const turn: CSSProperties & Record<'--symbols', number> = {
    '--symbols': symbols,
    animationDuration: `${symbols * tickMs}ms`,
  }
  return (
    <div className="reel-strip" style={turn}>
      {Array.from({ length: symbols + shown }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a symbol of the strip is its place.
        <Fruit key={place} symbol={(from + place) % symbols} size={60} />
      ))}
    </div>
  )
}

/** How many symbols a window has room for. */
const shown = 3

const Still = ({ reel }: { reel: StillReel | null }) => (
  <div
    className={cx(
      'flex h-full flex-col items-center justify-center gap-6.5',
      reel?.landed && 'reel-landed',
    )}
  >
    <Fruit symbol={reel?.above ?? null} size={56} dim />
    <Fruit symbol={reel?.middle ?? null} size={76} />
    <Fruit symbol={reel?.below ?? null} size={56} dim />
  </div>
)

/** Keeps its room while it is empty. */
function Fruit({ symbol, size, dim }: { symbol: number | null; size: number; dim?: boolean }) {
  const name = symbol === null ? undefined : fruitArt[symbol]
  if (!name) return <span aria-hidden className="shrink-0" style={{ width: size, height: size }} />
  return <Art name={name} size={size} className={dim ? 'opacity-26' : ''} />
}
