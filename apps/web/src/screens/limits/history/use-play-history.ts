import { type PlayPeriod, playHistory } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { pagedQuery } from '../../../api/paged-query.ts'
import { answerOf, readCall } from '../../../api/queries.ts'
import { timeZone as browserTimeZone } from '../../../browser/dates.ts'
import type { By } from './history-texts.ts'

export type History = ReturnType<typeof usePlayHistory>

/** The history by session, day or month, newest first, page by page. */
export function usePlayHistory(by: By) {
  const timeZone = browserTimeZone()
  const query = useInfiniteQuery({
    ...pagedQuery([playHistory.name, by, timeZone], (cursor, signal) =>
      readCall(playHistory, { by, timeZone, cursor }, signal),
    ),
    // A round may have ended since it was read.
    staleTime: 0,
  })
  const first = query.data?.pages[0]
  const rows = query.data?.pages.flatMap((page) => page.rows).filter(isWorthShowing)
  return { ...query, first, rows }
}

/** A session that has just begun has nothing to show. */
const isWorthShowing = ({ staked, returned, deposited, withdrawn }: PlayPeriod): boolean =>
  [staked, returned, deposited, withdrawn].some((amount) => amount !== 0n)

/** The whole history, for a file. Throws a `CallError` where a page can't be read. */
export async function readWholeHistory(by: By): Promise<readonly PlayPeriod[]> {
  const rows: PlayPeriod[] = []
  let cursor: string | undefined
  do {
    const asked = { by, timeZone: browserTimeZone(), cursor, limit: 100 }
    const page = answerOf(await call(playHistory, asked))
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor !== undefined)
  return rows
}
