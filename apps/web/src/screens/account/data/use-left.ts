import { type Balances, listOpenOperations } from '@pipkin/contract'
import { add, type Money, subtract } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { balancesQuery, callQuery, openRoundsQuery } from '../../../api/queries.ts'

/** What a player still has here, and would leave behind. */
export type Left =
  | { readonly known: false; readonly failed: boolean; retry(): void }
  | {
      readonly known: true
      readonly balances: Balances
      /** What can be moved from Referral to Deposit. */
      readonly unlockedReferral: Money
      /** Bonus and locked Referral can't be taken out. */
      readonly total: Money
      readonly rounds: number
      /** Deposits and withdrawals on their way. */
      readonly operations: number
    }

/** Reads what a player still has here. */
export function useLeft(player: number): Left {
  const balances = useQuery(balancesQuery(player))
  const rounds = useQuery(openRoundsQuery(player))
  const operations = useQuery(callQuery(listOpenOperations, { player }))
  const reads = [balances, rounds, operations]
  if (!balances.data || !rounds.data || !operations.data)
    return {
      known: false,
      failed: reads.some(({ isError }) => isError),
      retry: () => {
        for (const { isError, refetch } of reads) if (isError) void refetch()
      },
    }
  const { deposit, win, bonus, referral, locked } = balances.data
  return {
    known: true,
    balances: balances.data,
    unlockedReferral: subtract(referral, locked.referral),
    total: add(deposit, win, bonus, referral),
    rounds: rounds.data.length,
    operations: operations.data.length,
  }
}
