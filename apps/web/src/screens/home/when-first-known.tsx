import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { balancesQuery, gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import type { Session } from '../../shell/session.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'

/**
 * Waits for the answers that say what stands first for a player, an open round or a first deposit,
 * so that what is below doesn't move once it is on screen.
 */
export function WhenFirstKnown({ player, children }: { player: Session; children: ReactNode }) {
  const rounds = useQuery(openRoundsQuery(player.id))
  const games = useQuery(gamesQuery())
  const balances = useQuery(balancesQuery(player.id))
  // The last answer would draw all of it in one task: it is drawn in pieces, a moment later.
  const areRead = useDeferredValue(!rounds.isPending && !games.isPending && !balances.isPending)
  if (areRead) return children
  return (
    <Loading>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="mt-8 h-28 rounded-xl" />
    </Loading>
  )
}
