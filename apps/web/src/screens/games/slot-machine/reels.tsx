import { Art, type ArtName } from '../../../ui/art.tsx'
import { cx } from '../../../ui/cx.ts'
import type { Reel } from './spin.ts'

/** The symbols of the rules, in their order. */
const fruits: readonly ArtName[] = ['cherries', 'lemon', 'grapes', 'watermelon']
const names = ['cherry', 'lemon', 'grapes', 'watermelon']

interface ReelsProps {
  /** Null where motion is unwelcome and a spin is on: then words stand for it. */
  reels: readonly Reel[] | null
  /** The result, once it may be told. */
  result: readonly number[] | undefined
}

export function Reels({ reels, result }: ReelsProps) {
  const spinning = reels === null || reels.some((reel) => reel.spinning)
  const label = result
    ? `Reels: ${result.map((symbol) => names[symbol] ?? symbol).join(', ')}`
    : spinning
      ? 'Spinning…'
      : 'Reels'
  return (
    <div role="img" aria-label={label} className="rounded-2xl bg-world-board p-3.75">
      <div className="relative grid grid-cols-3 gap-2.5">
        {(reels ?? [null, null, null]).map((reel, place) => (
          <ReelWindow
            // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
            key={place}
            reel={reel}
          />
        ))}
        {reels === null && (
          <span className="absolute inset-0 grid place-items-center text-h2 text-world-ink">Spinning…</span>
        )}
      </div>
    </div>
  )
}

function ReelWindow({ reel }: { reel: Reel | null }) {
  return (
    <div
      className={cx(
        'flex h-49.5 flex-col items-center justify-center gap-6.5 overflow-hidden rounded-lg bg-cell',
        reel?.matched
          ? 'shadow-[inset_0_0_0_2.5px_var(--slot-ink)]'
          : 'shadow-[inset_0_10px_14px_-10px_rgba(80,30,10,.28),inset_0_-10px_14px_-10px_rgba(80,30,10,.28)]',
      )}
    >
      <Fruit symbol={reel?.above ?? null} />
      <Fruit symbol={reel?.middle ?? null} middle />
      <Fruit symbol={reel?.below ?? null} />
    </div>
  )
}

/** Keeps its room where there is none. */
function Fruit({ symbol, middle }: { symbol: number | null; middle?: boolean }) {
  const name = symbol === null ? undefined : fruits[symbol]
  const size = middle ? 76 : 56
  if (!name) return <span aria-hidden className="shrink-0" style={{ width: size, height: size }} />
  return <Art name={name} size={size} className={middle ? '' : 'opacity-26'} />
}
