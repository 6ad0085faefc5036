import type { Notice } from '@pipkin/contract'
import { clockText, shortDayText } from '../../browser/dates.ts'
import { cx } from '../../ui/cx.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Link } from '../../ui/link.tsx'
import type { DayGroup } from './day-group.ts'
import { noticeLooks } from './notice-look.ts'

/** A notice, which links to the screen that shows more, if there is one. */
export function NoticeCard({ notice, group }: { notice: Notice; group: DayGroup }) {
  const { title, tone, icon: Icon } = noticeLooks[notice.kind]
  const when = group === 'Today' ? clockText(notice.at) : shortDayText(notice.at)
  const look = cx(
    // As in a row of a list: where text is large, it goes below the tile.
    'flex flex-wrap items-start gap-x-3 gap-y-1 rounded-lg bg-surface px-3.5 py-3',
    notice.isRead ? 'shadow-e1' : 'edged',
  )
  const content = (
    <>
      <IconTile tone={tone}>
        <Icon size={20} />
      </IconTile>
      <span className="min-w-0 grow basis-34">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="grow basis-24 text-row [overflow-wrap:anywhere]">
            {notice.title ?? title}
          </span>
          <span className="flex shrink-0 items-center gap-3 text-cap text-ink2">
            {when}
            {!notice.isRead && (
              <span className="size-2.25 rounded-full bg-link">
                <span className="sr-only">New</span>
              </span>
            )}
          </span>
        </span>
        <span className="mt-0.5 block text-sm whitespace-pre-line text-ink2 [overflow-wrap:anywhere]">
          {notice.text}
        </span>
      </span>
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
