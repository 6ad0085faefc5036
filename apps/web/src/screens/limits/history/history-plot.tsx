import type { PlayPeriod } from '@pipkin/contract'
import { add, type Money, moneyText, signedMoneyText, zero } from '@pipkin/money'
import { ChartColumn } from 'lucide-react'
import { MoneyAndWorth, useWorthText } from '../../../forms/worth.tsx'
import { PlotOrTable } from '../../../ui/plot-or-table.tsx'
import { type By, periodTitle, ways } from './history-texts.ts'

/** More bars than these would be too thin to tell apart on a phone. */
const mostBars = 30

interface HistoryPlotProps {
  by: By
  /** Newest first. */
  rows: readonly PlayPeriod[]
  timeZone: string
}

/** The newest periods as bars, the oldest at the left, and behind them the same as a table. */
export function HistoryPlot({ by, rows, timeZone }: HistoryPlotProps) {
  const newest = rows.slice(0, mostBars)
  const one = ways.find(({ value }) => value === by)?.one
  return (
    <PlotOrTable
      plot={<Bars rows={newest.toReversed()} one={one} />}
      icon={ChartColumn}
      table={{
        label: 'The history as a table',
        rows: newest,
        keyOf: ({ from }) => from.getTime(),
        first: { head: 'From', cell: (row) => periodTitle(by, row, timeZone) },
        figures: [
          { head: 'Net', strong: true, cell: ({ net }) => <MoneyAndWorth of={net} signed /> },
          { head: 'Deposited', cell: ({ deposited }) => <MoneyAndWorth of={deposited} /> },
          { head: 'Withdrawn', cell: ({ withdrawn }) => <MoneyAndWorth of={withdrawn} /> },
        ],
      }}
    >
      The last {newest.length === 1 ? one : `${newest.length} ${one}s`}
    </PlotOrTable>
  )
}

/** Two plots with a common axis of time. A loss isn't painted red, a gain isn't celebrated. */
function Bars({ rows, one }: { rows: readonly PlayPeriod[]; one: string | undefined }) {
  const nets = rows.map(({ net }) => net)
  const worth = useWorthText()
  const range = (amounts: readonly Money[]) => {
    const sorted = amounts.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    return [sorted[0] ?? zero, sorted.at(-1) ?? zero].map(
      (amount) => `${signedMoneyText(amount)}${worth(amount)}`,
    )
  }
  const [lowest, highest] = range(nets)
  const sum = (amounts: readonly Money[]) => {
    const all = add(...amounts)
    return `${moneyText(all)}${worth(all)}`
  }
  return (
    <>
      <PlotTitle title="Net" />
      {rows.some(({ staked, net }) => staked !== 0n || net !== 0n) ? (
        <BarPlot
          label={`Net by ${one}: lowest ${lowest}, highest ${highest}`}
          height={72}
          series={[{ look: 'fill-ink', amounts: nets.map(Number) }]}
        />
      ) : (
        <NoBars says="No bets" />
      )}
      <PlotTitle title="Deposits up, withdrawals down" />
      {rows.some(({ deposited, withdrawn }) => deposited !== 0n || withdrawn !== 0n) ? (
        <BarPlot
          label={`By ${one}, in all ${sum(rows.map(({ deposited }) => deposited))} deposited, ${sum(rows.map(({ withdrawn }) => withdrawn))} withdrawn`}
          height={52}
          series={[
            { look: 'fill-info', amounts: rows.map(({ deposited }) => Number(deposited)) },
            { look: 'fill-pending', amounts: rows.map(({ withdrawn }) => -Number(withdrawn)) },
          ]}
        />
      ) : (
        <NoBars says="Nothing deposited or withdrawn" />
      )}
    </>
  )
}

/** Where each bar would be of no height. */
const NoBars = ({ says }: { says: string }) => (
  <p className="py-3 text-center text-sm text-ink2">{says}</p>
)

const PlotTitle = ({ title }: { title: string }) => (
  <p aria-hidden className="mt-2.5 mb-1 text-cap text-ink2 first:mt-0">
    {title}
  </p>
)

interface BarPlotProps {
  label: string
  height: number
  /** For each kind of bar, what it is in each period, in 1/100 fkr. */
  series: readonly { readonly look: string; readonly amounts: readonly number[] }[]
}

const width = 330

/** Bars over and under a zero line, which is always in sight. */
function BarPlot({ label, height, series }: BarPlotProps) {
  const all = [0, ...series.flatMap(({ amounts }) => amounts)]
  const top = Math.max(...all)
  const span = top - Math.min(...all) || 1
  const y = (size: number) => 2 + ((top - size) / span) * (height - 4)
  const place = width / Math.max(series[0]?.amounts.length ?? 0, 6)
  const thick = Math.min(place * 0.7, 26)
  /** Downwards; the smallest amount is seen too. */
  const length = (size: number) => Math.max(Math.abs(y(size) - y(0)), 1.5) * (size > 0 ? -1 : 1)
  const bar = (size: number, at: number) =>
    size === 0
      ? ''
      : `M${at * place + (place - thick) / 2} ${y(0)}h${thick}v${length(size)}h${-thick}z`
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ height }}
      className="block w-full"
    >
      {series.map(({ look, amounts }) => (
        <path key={look} d={amounts.map(bar).join('')} className={look} />
      ))}
      <path
        d={`M0 ${y(0)}H${width}`}
        className="fill-none stroke-edge stroke-[1.5px] [stroke-dasharray:2_5] [vector-effect:non-scaling-stroke]"
      />
    </svg>
  )
}
