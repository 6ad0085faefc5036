import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

/** A card of rows with hairlines between them. */
export function List({
  children,
  label,
  className,
}: {
  children: ReactNode
  label?: string
  className?: string
}) {
  return (
    <Card className={className}>
      <ul aria-label={label} className="divide-y divide-line">
        {children}
      </ul>
    </Card>
  )
}

export interface ListRowProps {
  /** An `IconTile` or `Avatar`. */
  start?: ReactNode
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  /** Leads to a screen … */
  to?: string
  /** … or does something; a row with neither is plain. */
  onPress?: () => void
  /** A menu's row: 53 px, with a chevron if it leads on. */
  dense?: boolean
}

export function ListRow({ start, title, note, end, to, onPress, dense }: ListRowProps) {
  const inside = (
    <>
      {/* With large text the end goes below, so that the title keeps its width. */}
      <span className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-3 gap-y-1 break-words">
        <span className="flex min-w-0 grow basis-34 flex-wrap items-center gap-3">
          {start}
          <span className="min-w-0 grow basis-12">
            <span className="block text-row">{title}</span>
            {note !== undefined && <span className="block text-cap text-ink2">{note}</span>}
          </span>
        </span>
        {end}
      </span>
      {dense && to !== undefined && (
        <ChevronRight size={19} aria-hidden className="shrink-0 text-ink2" />
      )}
    </>
  )
  const look = cx(
    'flex w-full min-w-0 items-center gap-3 px-3.5 text-left',
    dense && note === undefined ? 'py-1.25' : 'py-2.25',
    (to !== undefined || onPress) && 'active:bg-sunken',
  )
  return (
    <li
      className={cx(
        'flex first:*:rounded-t-lg last:*:rounded-b-lg',
        dense ? 'min-h-13.25' : 'min-h-15.5',
      )}
    >
      {to !== undefined ? (
        <Link to={to} className={look}>
          {inside}
        </Link>
      ) : onPress ? (
        <button type="button" onClick={onPress} className={look}>
          {inside}
        </button>
      ) : (
        <div className={cx(look, 'relative')}>{inside}</div>
      )}
    </li>
  )
}
