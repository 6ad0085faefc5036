import './burst.css'
import { Art } from '../../ui/art.tsx'

const colours = ['var(--butter-lip)', 'var(--clay)', 'var(--win)']

/** Nine pips around a trophy, once. Only where the return is more than the stake. */
export function Burst() {
  return (
    <span aria-hidden className="relative grid h-15 w-16 shrink-0 place-items-center">
      <Art name="trophy" size={42} />
      {Array.from({ length: 9 }, (_, pip) => {
        const turn = ((pip * 40 - 80) * Math.PI) / 180
        return (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place in the ring.
            key={pip}
            className="burst-pip absolute size-1.75 rounded-full"
            style={{
              left: 28.5 + 31 * Math.cos(turn),
              top: 26.5 + 29 * Math.sin(turn),
              background: colours[pip % colours.length],
            }}
          />
        )
      })}
    </span>
  )
}
