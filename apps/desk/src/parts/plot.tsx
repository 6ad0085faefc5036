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
  const figures = series.flatMap(({ amounts }) => amounts)
  const scale = scaleOf(figures, places.length, as === 'bars' ? 8 : 1)
  return (
    <Card className="mt-4 p-4">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <h2 className="mr-auto text-h3">{title}</h2>
        {series.map(({ name }, nth) => (
          <p key={name} className="flex items-center gap-2 text-cap text-ink2">
            <span
              aria-hidden
              className={cx('size-3 rounded-xs forced-color-adjust-none', looks[nth]?.swatch)}
            />
            {name}
          </p>
        ))}
      </div>
      {figures.every((figure) => figure === null) ? (
        <p className="mt-3 text-ink2">Nothing was counted in this time.</p>
      ) : (
        <svg
          role="img"
          aria-label={`${title}: ${series.map(({ name }) => name).join(' and ')}, ${places[0]} to ${places.at(-1)}`}
          viewBox={`0 0 ${width} ${height}`}
          // On a phone it is half as wide, with its letters.
          className="mt-3 block max-h-80 w-full overflow-visible text-[13px] max-[600px]:text-[20px]"
        >
          <Axes places={places} scale={scale} textOf={textOf} />
          {series.map(({ name, amounts }, nth) =>
            as === 'bars' ? (
              <path
                key={name}
                d={barsOf(amounts, nth, series.length, scale)}
                className={looks[nth]?.fill}
              />
            ) : (
              <path
                key={name}
                d={lineOf(amounts, scale)}
                className={cx(
                  'fill-none stroke-[2.5px] [stroke-linecap:round]',
                  looks[nth]?.stroke,
                )}
              />
            ),
          )}
        </svg>
      )}
    </Card>
  )
}

type Scale = ReturnType<typeof scaleOf>

/** Where places and sizes are in the plot, which has room for `least` places at least. */
function scaleOf(figures: readonly Figure[], count: number, least: number) {
  const top = niceAbove(Math.max(0, ...figures.map(Number)))
  const low = -niceAbove(Math.max(0, ...figures.map((figure) => -Number(figure))))
  const span = top - low || 1
  const place = (width - left) / Math.max(count, least)
  return {
    ticks: [...new Set([low, 0, top / 2, top])],
    place,
    x: (at: number) => left + (at + 0.5) * place,
    // From the lowest size up, so that a plot of zeros has them at its foot.
    y: (size: number) => height - bottom - ((size - low) / span) * (height - bottom - 8),
  }
}

function barsOf(amounts: readonly Figure[], nth: number, of: number, { place, x, y }: Scale) {
  const thick = Math.min((place * 0.72) / of, 22)
  const bar = (amount: Figure, at: number) =>
    amount === null
      ? ''
      : `M${x(at) + (nth - of / 2) * thick} ${y(0)}h${thick - 1}V${y(Number(amount))}h${1 - thick}z`
  return amounts.map(bar).join('')
}

function lineOf(amounts: readonly Figure[], { x, y }: Scale) {
  const isFirst = (at: number) => at === 0 || amounts[at - 1] === null
  const point = (amount: Figure, at: number) => {
    if (amount === null) return ''
    const there = `${x(at)} ${y(Number(amount))}`
    // A line of no length is a dot, if there is no other figure beside it.
    return isFirst(at) ? `M${there}h0` : `L${there}`
  }
  return amounts.map(point).join('')
}

interface AxesProps extends Pick<PlotProps, 'places'> {
  scale: Scale
  textOf: (figure: number) => string
}

function Axes({ places, scale: { ticks, x, y }, textOf }: AxesProps) {
  const last = places.length - 1
  // Name the middle place only if there is room between the first and the last name.
  const middle = places.length < 7 ? [] : [Math.floor(last / 2)]
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width}`} className="fill-none stroke-line" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" className="fill-ink2">
            {textOf(tick)}
          </text>
        </g>
      ))}
      {[...new Set([0, ...middle, last])].map((at) => (
        <text
          key={at}
          x={nameAt(at, places.length, x(at))}
          y={height - 5}
          textAnchor={anchorOf(at, places.length)}
          className={cx(
            'fill-ink2 max-[600px]:translate-y-1.5',
            middle.includes(at) && 'max-[600px]:hidden',
          )}
        >
          {places[at]}
        </text>
      ))}
    </>
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
