import type { TransactionRow } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { send } from '../../../api/call.ts'
import { answerOf } from '../../../api/queries.ts'

/** The player's movements, newest first, page by page. `all` brings lost and tied bets too. */
export function useTransactions(playerId: number, all: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['transactions', playerId, all],
    queryFn: async ({ pageParam, signal }) =>
      answerOf(
        await send(
          'transactions',
          { query: { User_Id: playerId, all, cursor: pageParam } },
          signal,
        ),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.Next,
  })
  const rows: TransactionRow[] | undefined = query.data?.pages.flatMap((page) => page.Data)
  return { ...query, rows }
}
