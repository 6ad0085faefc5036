import { listNotices, markNoticesRead, type Notice } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { pagedQuery } from '../../api/paged-query.ts'
import { readCall, refetchCalls } from '../../api/queries.ts'
import { tryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.ts'

/** What happened to the account, newest first, page by page. */
export function useNotifications(player: number) {
  const query = useInfiniteQuery(
    pagedQuery([listNotices.name, player], (cursor, signal) =>
      readCall(listNotices, { player, cursor }, signal),
    ),
  )
  const pages = query.data?.pages
  const notices: Notice[] | undefined = pages?.flatMap((page) => page.notices)

  async function markAllRead() {
    const result = await call(markNoticesRead, { player })
    if (!result.ok) return toast.error(tryAgain)
    await refetchCalls('listNotices')
  }

  return { ...query, notices, unread: pages?.[0]?.unread ?? 0, markAllRead }
}
