import type { Money } from '@pipkin/money'
import { netLine } from './net-line.ts'

/** The box that is stretched to the card's width; lines and dots keep their size. */
const width = 330
const height = 72
const marginX = 5
const marginY = 10
/** With more points the dots would touch. */
const mostDots = 40

/**
 * The running net as a line over its zero line. Ink alone: a loss isn't painted red, a gain isn't
 * celebrated.
 */
export function NetPlot({ nets, label }: { nets: readonly Money[]; label: string }) {
  const { points, zero } = netLine(nets)
  const at = ({ x, y }: { x: number; y: number }) =>
    `${marginX + x * (width - 2 * marginX)} ${marginY + y * (height - 2 * marginY)}`
  const dots = points.length <= mostDots ? points : []
  const last = points.at(-1)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-18 w-full overflow-visible *:fill-none *:[stroke-linecap:round] *:[stroke-linejoin:round] *:[vector-effect:non-scaling-stroke]"
    >
      <path
        d={`M${at({ x: 0, y: zero })}L${at({ x: 1, y: zero })}`}
        className="stroke-edge stroke-[1.5px] [stroke-dasharray:2_5]"
      />
      <path d={`M${points.map(at).join('L')}`} className="stroke-ink stroke-[2.5px]" />
      {/* A dot is a line of no length with round ends: it stays round in the stretched box. */}
      <path d={dots.map((dot) => `M${at(dot)}h0`).join('')} className="stroke-ink stroke-[6px]" />
      {last && <path d={`M${at(last)}h0`} className="stroke-ink stroke-[10px]" />}
    </svg>
  )
}
