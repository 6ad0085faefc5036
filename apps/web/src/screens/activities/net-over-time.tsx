import type { ActivityTotals } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { ChartLine } from 'lucide-react'
import { clockText, dayTimeText, shortDayText } from '../../browser/dates.ts'
import { MoneyAndWorth, useWorthText, type WorthText } from '../../forms/worth.tsx'
import { PlotOrTable } from '../../ui/plot-or-table.tsx'
import { NetPlot } from './net-plot.tsx'
import type { Period } from './period.ts'

/** The running net as a line, and behind it the same as a table. */
export function NetOverTime({ totals, period }: { totals: ActivityTotals; period: Period }) {
  const worth = useWorthText()
  const { points } = totals
  const edge = period === 'today' ? clockText : shortDayText
  const [first, last] = [points[0], points.at(-1)]
  const each = totals.rounds > 1 && points.length === totals.rounds ? 'each of ' : ''
  return (
    <PlotOrTable
      className="mt-3"
      plot={<NetPlot nets={points.map(({ net }) => net)} label={inWords(totals, points, worth)} />}
      icon={ChartLine}
      table={{
        label: 'Net after each round',
        rows: points,
        // Two rounds may end at the same time.
        keyOf: (_, place) => place,
        first: { head: 'Round of', cell: ({ at }) => dayTimeText(at) },
        figures: [
          { head: 'Net', strong: true, cell: ({ net }) => <MoneyAndWorth of={net} signed /> },
        ],
      }}
      from={first && edge(first.at)}
      to={last && edge(last.at)}
    >
      Net after {each}
      {roundsText(totals.rounds)}
    </PlotOrTable>
  )
}

type Point = ActivityTotals['points'][number]

const roundsText = (count: number, kind = ''): string =>
  `${count} ${kind}${count === 1 ? 'round' : 'rounds'}`

/** `Net over 6 settled rounds: lowest −45, highest 0, at the end −20`. */
function inWords({ rounds }: ActivityTotals, points: readonly Point[], worth: WorthText): string {
  const nets = points.map(({ net }) => net)
  const sorted = nets.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const text = (net: Money | undefined) =>
    net === undefined ? '' : `${moneyText(net)}${worth(net)}`
  return `Net over ${roundsText(rounds, 'settled ')}: lowest ${text(sorted[0])}, highest ${text(sorted.at(-1))}, at the end ${text(nets.at(-1))}`
}
