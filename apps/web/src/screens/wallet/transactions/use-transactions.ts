import { listTransactions, type Transaction } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { pagedQuery } from '../../../api/paged-query.ts'
import { readCall } from '../../../api/queries.ts'

/** The player's transactions, newest first, page by page. `all` adds lost and tied bets. */
export function useTransactions(player: number, all: boolean) {
  const query = useInfiniteQuery(
    pagedQuery([listTransactions.name, player, all], (cursor, signal) =>
      readCall(listTransactions, { player, all, cursor }, signal),
    ),
  )
  const rows: Transaction[] | undefined = query.data?.pages.flatMap((page) => page.transactions)
  return { ...query, rows }
}
