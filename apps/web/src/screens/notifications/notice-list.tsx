import { EmptyState } from '../../ui/empty.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { type DayGroup, dayGroup } from './day-group.ts'
import { NoticeCard } from './notice-card.tsx'
import type { useNotifications } from './use-notifications.ts'

const groups: readonly DayGroup[] = ['Today', 'Yesterday', 'Earlier']

/** The notices under the names of their days, newest first. */
export function NoticeList({
  notifications,
}: {
  notifications: ReturnType<typeof useNotifications>
}) {
  const { notices, isError, refetch } = notifications
  if (!notices)
    return isError ? <ErrorState onRetry={() => void refetch()} /> : <ListSkeleton rows={5} />
  if (notices.length === 0)
    return (
      <EmptyState
        message="No Data Found !"
        hint="What happens to your account will show up here."
      />
    )
  const now = new Date()
  return (
    <>
      {groups.map((group) => {
        const inGroup = notices.filter(({ at }) => dayGroup(at, now) === group)
        return (
          inGroup.length > 0 && (
            <section key={group} className="mt-4 first:mt-0.5">
              <h2 className="mx-0.5 text-cap text-ink2">{group}</h2>
              <ul className="mt-2 grid gap-2">
                {inGroup.map((notice) => (
                  <NoticeCard key={notice.id} notice={notice} group={group} />
                ))}
              </ul>
            </section>
          )
        )
      })}
      <MoreRows
        more={notifications.hasNextPage}
        loading={notifications.isFetchingNextPage}
        failed={notifications.isFetchNextPageError}
        onMore={() => void notifications.fetchNextPage()}
      />
    </>
  )
}
