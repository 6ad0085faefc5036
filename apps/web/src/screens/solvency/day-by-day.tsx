import type { Snapshot } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { ChartLine } from 'lucide-react'
import { clockText, dayText, shortDayText } from '../../browser/dates.ts'
import { PlotOrTable } from '../../ui/plot-or-table.tsx'
import { ratioText } from './ratio.ts'

/** Owed and held over time as two lines, and behind them the same as a table. */
export function DayByDay({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const [newest, oldest] = [snapshots[0], snapshots.at(-1)]
  return (
    <PlotOrTable
      plot={<Plot snapshots={snapshots} />}
      icon={ChartLine}
      table={{
        label: 'Owed and held, day by day',
        rows: snapshots,
        keyOf: ({ snapshot }) => snapshot,
        first: {
          head: 'Counted',
          cell: ({ at }) => (
            <>
              {dayText(at)}
              <span className="block text-cap text-ink2">{clockText(at)}</span>
            </>
          ),
        },
        figures: [
          { head: 'Owed', strong: true, cell: ({ owed }) => moneyText(owed) },
          { head: 'Held', strong: true, cell: ({ held }) => moneyText(held) },
          { head: 'Ratio', strong: true, cell: ratioText },
          { head: 'Checked', strong: true, cell: ({ checked }) => checked },
        ],
      }}
      from={oldest && shortDayText(oldest.at)}
      to={newest && shortDayText(newest.at)}
    >
      Owed and held
    </PlotOrTable>
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
      <ul className="mb-2 flex flex-wrap gap-x-4 text-cap text-ink2">
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
  const [least] = inTime
    .filter(({ owed }) => owed > 0n)
    .toSorted((a, b) => Number(a.held * b.owed - b.held * a.owed))
  const over = `Owed and held over ${inTime.length} ${inTime.length === 1 ? 'snapshot' : 'snapshots'}`
  if (!least) return `${over}; nothing was owed`
  return `${over}; held was at least ${ratioText(least)} of what was owed`
}
