import { type ActivityRow, listPreviousActivity, listTodayActivity } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagedQuery } from '../../api/paged-query.ts'
import { readCall } from '../../api/queries.ts'
import { timeZone as browserTimeZone } from '../../browser/dates.ts'
import type { Period } from './period.ts'

const calls = { today: listTodayActivity, previous: listPreviousActivity } as const

export type Activities = ReturnType<typeof useActivities>

/** The rounds of a period, newest first, page by page. */
export function useActivities(player: number, period: Period) {
  const contract = calls[period]
  const timeZone = browserTimeZone()
  const query = useInfiniteQuery(
    pagedQuery([contract.name, player, timeZone], (cursor, signal) =>
      readCall(contract, { player, timeZone, cursor }, signal),
    ),
  )
  const rows: ActivityRow[] | undefined = query.data?.pages.flatMap((page) => page.rounds)
  return { ...query, rows }
}
