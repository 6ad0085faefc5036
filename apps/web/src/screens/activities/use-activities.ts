import type { ActivityRow } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../api/call.ts'
import { answerOf } from '../../api/queries.ts'
import { timeZone } from '../../ui/dates.ts'
import type { Period } from './period.ts'

const calls = { today: 'todayActivity', previous: 'previousActivity' } as const

export type Activities = ReturnType<typeof useActivities>

/** The rounds of a period, newest first, page by page. */
export function useActivities(playerId: number, period: Period) {
  const name = calls[period]
  const tz = timeZone()
  const query = useInfiniteQuery({
    queryKey: [name, playerId, tz],
    queryFn: async ({ pageParam, signal }) =>
      answerOf(await send(name, { query: { User_Id: playerId, tz, cursor: pageParam } }, signal)),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.Next,
  })
  const rows: ActivityRow[] | undefined = query.data?.pages.flatMap((page) => page.Data)
  return { ...query, rows }
}
