import { type LucideIcon, Table2 } from 'lucide-react'
import { type Key, type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

interface Column<R> {
  readonly head: string
  readonly cell: (row: R) => ReactNode
  /** Emphasizes the figure that readers look for first. */
  readonly strong?: boolean
}

interface TableProps<R> {
  label: string
  rows: readonly R[]
  keyOf: (row: R, place: number) => Key
  /** The column that names a row. */
  first: Column<R>
  figures: readonly Column<R>[]
}

interface PlotOrTableProps<R> {
  plot: ReactNode
  /** A small picture of the plot. */
  icon: LucideIcon
  table: TableProps<R>
  /** The labels of the time axis's two ends, beside the button. */
  from?: ReactNode
  to?: ReactNode
  className?: string
  /** What is plotted: the words of the button. */
  children: ReactNode
}

/** A plot, and behind it the same figures as a table. */
export function PlotOrTable<R>(props: PlotOrTableProps<R>) {
  const { plot, icon: Plot, table, from, to, className, children } = props
  const [asTable, setAsTable] = useState(false)
  const shown = useId()
  const Icon = asTable ? Plot : Table2
  return (
    <>
      <div id={shown} className={className}>
        {asTable ? <Figures {...table} /> : plot}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-cap text-ink2">
        <span>{from}</span>
        <button
          type="button"
          aria-pressed={asTable}
          aria-controls={shown}
          onClick={() => setAsTable(!asTable)}
          className="relative flex items-center gap-1.5 before:absolute before:-inset-x-2 before:-inset-y-3.5"
        >
          {children}
          <span className="sr-only">, as a table</span>
          <Icon size={15} aria-hidden className="text-link" />
        </button>
        {to !== undefined && <span>{to}</span>}
      </div>
    </>
  )
}

/** The table, which scrolls within its own box. */
function Figures<R>({ label, rows, keyOf, first, figures }: TableProps<R>) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls.
      tabIndex={0}
      className="max-h-64 overflow-auto rounded-sm"
    >
      <table className="w-full text-sm whitespace-nowrap">
        <thead className="text-right text-cap text-ink2">
          <tr>
            {[first, ...figures].map(({ head }) => (
              <th key={head} scope="col" className="py-1 pl-2 font-520 first:pl-0 first:text-left">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line text-right align-top">
          {rows.map((row, place) => (
            <tr key={keyOf(row, place)}>
              <th scope="row" className="py-1 text-left font-450">
                {first.cell(row)}
              </th>
              {figures.map(({ head, cell, strong }) => (
                <td key={head} className={cx('py-1 pl-2', strong && 'font-680')}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
