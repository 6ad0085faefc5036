import type { Notice } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call, send } from '../../api/call.ts'
import { answerOf, refetchCalls } from '../../api/queries.ts'
import { tryAgain } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.ts'

/** What happened to the account, newest first, page by page. */
export function useNotifications(playerId: number) {
  const query = useInfiniteQuery({
    queryKey: ['notifications', playerId],
    queryFn: async ({ pageParam, signal }) =>
      answerOf(
        await send('notifications', { query: { User_Id: playerId, cursor: pageParam } }, signal),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.Next,
  })
  const pages = query.data?.pages
  const notices: Notice[] | undefined = pages?.flatMap((page) => page.Data)

  async function markAllRead() {
    const result = await call('readNotifications', { body: { User_Id: playerId } })
    if (!result.ok) return toast.error(tryAgain)
    await refetchCalls('notifications')
  }

  return { ...query, notices, unread: pages?.[0]?.Unread ?? 0, markAllRead }
}
