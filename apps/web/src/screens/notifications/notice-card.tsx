import type { Notice } from '@pipkin/contract'
import { clockText, dayInYearText } from '../../browser/dates.ts'
import { cx } from '../../ui/cx.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Link } from '../../ui/link.tsx'
import type { DayGroup } from './day-group.ts'
import { noticeLooks } from './notice-look.ts'

/** A notice, which links to the screen that shows more, if there is one. */
export function NoticeCard({ notice, group }: { notice: Notice; group: DayGroup }) {
  const { title, tone, icon: Icon } = noticeLooks[notice.kind]
  const when = group === 'Today' ? clockText(notice.at) : dayInYearText(notice.at)
  const look = cx(
    'flex items-start gap-3 rounded-lg bg-surface px-3.5 py-3',
    notice.isRead ? 'shadow-e1' : 'edged',
  )
  const content = (
    <>
      <IconTile tone={tone}>
        <Icon size={20} />
      </IconTile>
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="grow basis-24 text-row [overflow-wrap:anywhere]">
            {notice.title ?? title}
          </span>
          <span className="shrink-0 text-cap text-ink2">{when}</span>
        </span>
        <span className="mt-0.5 block text-sm whitespace-pre-line text-ink2 [overflow-wrap:anywhere]">
          {notice.text}
        </span>
      </span>
      {!notice.isRead && (
        <span className="mt-1.5 size-2.25 shrink-0 rounded-full bg-link">
          <span className="sr-only">New</span>
        </span>
      )}
    </>
  )
  return (
    <li>
      {notice.link === undefined ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to={notice.link} className={cx(look, 'active:bg-sunken')}>
          {content}
        </Link>
      )}
    </li>
  )
}
