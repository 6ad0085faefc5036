import type { Transaction } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { openRoundsQuery } from '../../../api/queries.ts'

/**
 * The settled round that a movement belongs to; null for none, and while it is open: then there is
 * nothing to verify yet.
 */
export function useSettledRound(row: Transaction): string | null {
  const mayBeOpen = row.kind === 'stake'
  const open = useQuery({ ...openRoundsQuery(row.player), enabled: mayBeOpen }).data
  const id = row.gameId === null ? null : row.belongsTo
  if (!mayBeOpen) return id
  return open?.every((round) => round.transactionId !== id) ? id : null
}
