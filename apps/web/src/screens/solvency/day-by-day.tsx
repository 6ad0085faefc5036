import type { Snapshot } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { ChartLine, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { clockText, dayInYearText, dayText } from '../../ui/dates.ts'
import { ratioText } from './ratio.ts'

/** Owed and held over time as two lines, and behind them the same as a table. */
export function DayByDay({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const [asTable, setAsTable] = useState(false)
  const shown = useId()
  const [newest, oldest] = [snapshots[0], snapshots.at(-1)]
  const Icon = asTable ? ChartLine : Table2
  return (
    <>
      <div id={shown}>
        {asTable ? <Table snapshots={snapshots} /> : <Plot snapshots={snapshots} />}
      </div>
      <div className="mt-2 flex items-center justify-between gap-2 text-cap text-ink2">
        <span>{oldest && dayInYearText(oldest.at)}</span>
        <button
          type="button"
          aria-pressed={asTable}
          aria-controls={shown}
          onClick={() => setAsTable(!asTable)}
          className="relative flex items-center gap-1.5 before:absolute before:-inset-x-2 before:-inset-y-3.5"
        >
          {asTable ? 'As lines' : 'As a table'}
          <Icon size={15} aria-hidden className="text-link" />
        </button>
        <span>{newest && dayInYearText(newest.at)}</span>
      </div>
    </>
  )
}

const [width, height, margin] = [330, 96, 8]

/** Held is the full line, owed the dotted one below it; the height begins at 0. */
function Plot({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const inTime = snapshots.toReversed()
  const most = Math.max(1, ...inTime.flatMap(({ held, owed }) => [Number(held), Number(owed)]))
  const last = Math.max(1, inTime.length - 1)
  const line = (of: 'held' | 'owed') => {
    const points = inTime.map(
      (snapshot, index) =>
        `${margin + ((width - 2 * margin) * (inTime.length === 1 ? 1 : index)) / last} ${
          height - margin - ((height - 2 * margin) * Number(snapshot[of])) / most
        }`,
    )
    // A single day is a dot: a line of no length with round ends.
    return `M${points.join('L')}${points.length === 1 ? 'h0' : ''}`
  }
  const width0 = inTime.length === 1 ? 'stroke-[8px]' : 'stroke-[2.5px]'
  return (
    <>
      <ul className="mb-2 flex gap-4 text-cap text-ink2">
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.75 w-5 rounded-full bg-link" /> Held
        </li>
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="w-5 border-t-3 border-dotted border-ink" /> Owed
        </li>
      </ul>
      <svg
        role="img"
        aria-label={inWords(inTime)}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="block h-24 w-full overflow-visible *:fill-none *:[stroke-linecap:round] *:[stroke-linejoin:round] *:[vector-effect:non-scaling-stroke]"
      >
        <path
          d={`M${margin} ${height - margin}H${width - margin}`}
          className="stroke-edge stroke-[1.5px]"
        />
        <path d={line('held')} className={`stroke-link ${width0}`} />
        <path d={line('owed')} className={`stroke-ink [stroke-dasharray:1_6] ${width0}`} />
      </svg>
    </>
  )
}

function inWords(inTime: readonly Snapshot[]): string {
  const least = inTime.toSorted((a, b) => Number(a.held * b.owed - b.held * a.owed))[0]
  return `Owed and held over ${inTime.length} snapshots; held was at least ${least ? ratioText(least) : ''} of what was owed`
}

function Table({ snapshots }: { snapshots: readonly Snapshot[] }) {
  return (
    <section
      aria-label="Owed and held, day by day"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls.
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-sm"
    >
      <table className="w-full text-sm whitespace-nowrap">
        <thead className="text-left text-cap text-ink2">
          <tr>
            <th scope="col" className="py-1 font-520">
              Counted
            </th>
            {['Owed', 'Held', 'Ratio', 'Checked'].map((head) => (
              <th key={head} scope="col" className="py-1 pl-2 text-right font-520">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {snapshots.map((snapshot) => (
            <tr key={snapshot.snapshot}>
              <td className="py-1">
                {dayText(snapshot.at)}
                <span className="block text-cap text-ink2">{clockText(snapshot.at)}</span>
              </td>
              {[
                moneyText(snapshot.owed),
                moneyText(snapshot.held),
                ratioText(snapshot),
                snapshot.checked,
              ].map((text, column) => (
                // The columns never move.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={column} className="py-1 pl-2 text-right font-680">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
