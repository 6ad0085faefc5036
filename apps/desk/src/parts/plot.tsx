import { homeShortensFrom, hundredths, type Money, shortMoneyText } from '@pipkin/money'
import { Card } from '../../../web/src/ui/card.tsx'
import { cx } from '../../../web/src/ui/cx.ts'

const looks = [
  { stroke: 'stroke-info', fill: 'fill-info', swatch: 'bg-info' },
  { stroke: 'stroke-pending', fill: 'fill-pending', swatch: 'bg-pending' },
  { stroke: 'stroke-loss', fill: 'fill-loss', swatch: 'bg-loss' },
] as const

type Figure = Money | number | null

/** Three series at most, with an amount for each place, oldest first; null is a gap. */
interface PlotProps {
  title: string
  places: readonly string[]
  series: readonly { readonly name: string; readonly amounts: readonly Figure[] }[]
  /** Bars stand beside each other, lines lie over each other. */
  as: 'bars' | 'lines'
  /** Formats the figures at the axis; by default as money. */
  textOf?: (figure: number) => string
}

const width = 560
const height = 190
const left = 58
const bottom = 22

/** A plot of figures over time. The table beside it says the same in figures. */
export function Plot({ title, places, series, as, textOf = tickText }: PlotProps) {
  const all = series.flatMap(({ amounts }) => amounts)
  const top = niceAbove(Math.max(0, ...all.map(Number)))
  const low = -niceAbove(Math.max(0, ...all.map((amount) => -Number(amount))))
  const span = top - low || 1
  const y = (size: number) => 8 + ((top - size) / span) * (height - bottom - 8)
  const place = (width - left) / Math.max(places.length, as === 'bars' ? 8 : 1)
  const x = (at: number) => left + (at + 0.5) * place
  const thick = Math.min((place * 0.72) / series.length, 22)
  const bar = (nth: number) => (amount: Figure, at: number) => {
    if (amount === null) return ''
    const from = x(at) + (nth - series.length / 2) * thick
    return `M${from} ${y(0)}h${thick - 1}V${y(Number(amount))}h${1 - thick}z`
  }
  const line = (amount: Figure, at: number, all: readonly Figure[]) =>
    amount === null
      ? ''
      : `${at === 0 || all[at - 1] === null ? 'M' : 'L'}${x(at)} ${y(Number(amount))}`
  const ticks = [...new Set([low, 0, top / 2, top])]
  // Name the middle place only if there is room between the first and the last name.
  const middle = places.length < 7 ? [] : [Math.floor((places.length - 1) / 2)]
  const named = [...new Set([0, ...middle, places.length - 1])]
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 className="mr-auto text-h3">{title}</h2>
        {series.map(({ name }, nth) => (
          <p key={name} className="flex items-center gap-2 text-cap text-ink2">
            <span aria-hidden className={cx('size-3 rounded-xs', looks[nth]?.swatch)} />
            {name}
          </p>
        ))}
      </div>
      <svg
        role="img"
        aria-label={`${title}: ${series.map(({ name }) => name).join(' and ')}, ${places[0]} to ${places.at(-1)}`}
        viewBox={`0 0 ${width} ${height}`}
        className="mt-3 block max-h-80 w-full text-[13px]"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${left} ${y(tick)}H${width}`} className="fill-none stroke-line" />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-ink2">
              {textOf(tick)}
            </text>
          </g>
        ))}
        {named.map((at) => (
          <text
            key={at}
            x={nameAt(at, places.length, x(at))}
            y={height - 5}
            textAnchor={anchorOf(at, places.length)}
            className="fill-ink2"
          >
            {places[at]}
          </text>
        ))}
        {series.map(({ name, amounts }, nth) =>
          as === 'bars' ? (
            <path key={name} d={amounts.map(bar(nth)).join('')} className={looks[nth]?.fill} />
          ) : (
            <path
              key={name}
              d={amounts.map(line).join('')}
              className={cx('fill-none stroke-[2.5px]', looks[nth]?.stroke)}
            />
          ),
        )}
      </svg>
    </Card>
  )
}

/** The first and the last name end where the plot does. */
const anchorOf = (at: number, count: number) =>
  at === count - 1 ? 'end' : at === 0 ? 'start' : 'middle'
const nameAt = (at: number, count: number, middle: number) =>
  at === count - 1 ? width : at === 0 ? left : middle

/** `2.5K`: no zeros at the end. */
const tickText = (tick: number): string =>
  shortMoneyText(hundredths(BigInt(Math.round(tick))), homeShortensFrom).replace(
    /\.?0+(?=[KMBT]$)/,
    '',
  )

/** The next of 1, 2, 2.5, 5, 10, … at or above. */
function niceAbove(size: number): number {
  if (size <= 0) return 0
  const ten = 10 ** Math.floor(Math.log10(size))
  return ten * ([1, 2, 2.5, 5, 10].find((step) => step * ten >= size) ?? 10)
}
