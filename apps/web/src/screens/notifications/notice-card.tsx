import type { Notice } from '@pipkin/contract'
import { cx } from '../../ui/cx.ts'
import { clockText, dayInYearText } from '../../ui/dates.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Link } from '../../ui/link.tsx'
import type { DayGroup } from './day-group.ts'
import { noticeLooks } from './notice-look.ts'

/** A notice, which links to the screen that shows more. */
export function NoticeCard({ notice, group }: { notice: Notice; group: DayGroup }) {
  const { title, tone, icon: Icon } = noticeLooks[notice.kind]
  const when = group === 'Today' ? clockText(notice.at) : dayInYearText(notice.at)
  return (
    <li>
      <Link
        to={notice.link}
        className={cx(
          'flex items-start gap-3 rounded-lg bg-surface px-3.5 py-3 active:bg-sunken',
          notice.isRead ? 'shadow-e1' : 'edged',
        )}
      >
        <IconTile tone={tone}>
          <Icon size={20} />
        </IconTile>
        <span className="min-w-0 grow">
          <span className="flex items-baseline justify-between gap-3">
            <span className="text-row">{title}</span>
            <span className="shrink-0 text-cap text-ink2">{when}</span>
          </span>
          <span className="mt-0.5 block text-sm text-ink2 [overflow-wrap:anywhere]">
            {notice.text}
          </span>
        </span>
        {!notice.isRead && (
          <span className="mt-1.5 size-2.25 shrink-0 rounded-full bg-link">
            <span className="sr-only">New</span>
          </span>
        )}
      </Link>
    </li>
  )
}
