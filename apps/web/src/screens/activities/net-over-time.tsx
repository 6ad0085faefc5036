import type { ActivityTotals } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { ChartLine, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { MoneyAndWorth, useWorthText, type WorthText } from '../../forms/worth.tsx'
import { clockText, dayInYearText, dayTimeText } from '../../ui/dates.ts'
import { NetPlot } from './net-plot.tsx'
import type { Period } from './period.ts'

/** The running net as a line, and behind it the same as a table. */
export function NetOverTime({ totals, period }: { totals: ActivityTotals; period: Period }) {
  const [asTable, setAsTable] = useState(false)
  const shown = useId()
  const worth = useWorthText()
  const { points } = totals
  const edge = period === 'today' ? clockText : dayInYearText
  const first = points[0]
  const last = points.at(-1)
  const Icon = asTable ? ChartLine : Table2
  const each = points.length === totals.rounds ? 'each of ' : ''
  return (
    <>
      <div id={shown} className="mt-3">
        {asTable ? (
          <NetTable points={points} />
        ) : (
          <NetPlot nets={points.map(({ net }) => net)} label={inWords(totals, points, worth)} />
        )}
      </div>
      <div className="mt-1 flex items-center justify-between gap-2 text-cap text-ink2">
        <span>{first && edge(first.at)}</span>
        <button
          type="button"
          aria-pressed={asTable}
          aria-controls={shown}
          onClick={() => setAsTable(!asTable)}
          className="relative flex items-center gap-1.5 before:absolute before:-inset-x-2 before:-inset-y-3.5"
        >
          Net after {each}
          {totals.rounds} {totals.rounds === 1 ? 'round' : 'rounds'}
          <span className="sr-only">, as a table</span>
          <Icon size={15} aria-hidden className="text-link" />
        </button>
        <span>{last && edge(last.at)}</span>
      </div>
    </>
  )
}

type Point = ActivityTotals['points'][number]

/** `Net over 6 settled rounds: lowest −45, highest 0, now −20`. */
function inWords({ rounds }: ActivityTotals, points: readonly Point[], worth: WorthText): string {
  const nets = points.map(({ net }) => net)
  const sorted = nets.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const text = (net: Money | undefined) =>
    net === undefined ? '' : `${moneyText(net)}${worth(net)}`
  return `Net over ${rounds} settled rounds: lowest ${text(sorted[0])}, highest ${text(sorted.at(-1))}, at the end ${text(nets.at(-1))}`
}

function NetTable({ points }: { points: readonly Point[] }) {
  return (
    <section
      aria-label="Net after each round"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls.
      tabIndex={0}
      className="max-h-54 overflow-y-auto rounded-sm"
    >
      <table className="w-full text-sm">
        <thead className="text-left text-cap text-ink2">
          <tr>
            <th scope="col" className="py-1 font-520">
              Round of
            </th>
            <th scope="col" className="py-1 text-right font-520">
              Net
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {points.map(({ at, net }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rounds may end at the same time.
            <tr key={index}>
              <td className="py-1">{dayTimeText(at)}</td>
              <td className="py-1 text-right font-680">
                <MoneyAndWorth of={net} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
