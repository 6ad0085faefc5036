import type { TransactionRow } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { openRoundsQuery } from '../../../api/queries.ts'

/**
 * The settled round that a movement belongs to; null for none, and while it is open: then there is
 * nothing to verify yet.
 */
export function useSettledRound(row: TransactionRow): string | null {
  const mayBeOpen = row.StatusMsg === 'amtplaced'
  const open = useQuery({ ...openRoundsQuery(row.User_Id), enabled: mayBeOpen }).data?.Data
  const id = row.Game_Id === null ? null : row.Pro_TransactionId
  if (!mayBeOpen) return id
  return open?.every((round) => round.Transaction_Id !== id) ? id : null
}
