import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { balancesQuery, gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import type { Session } from '../../shell/session.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Banners } from './banners.tsx'

/**
 * Waits for the answers that decide what comes first for a player, an open round or a first
 * deposit, so that what is below doesn't move once it is on screen.
 */
export function WhenFirstKnown({ player, children }: { player: Session; children: ReactNode }) {
  const reads = [
    useQuery(openRoundsQuery(player.id)),
    useQuery(gamesQuery()),
    useQuery(balancesQuery(player.id)),
  ]
  // `isFetched`, not `isPending`: what is below retries a failed read, and must stay meanwhile.
  // The last answer would render everything in one task: deferred, React renders it in pieces.
  const areRead = useDeferredValue(reads.every(({ isFetched }) => isFetched))
  if (!areRead)
    return (
      <Loading>
        <Skeleton className="h-24 rounded-xl" />
        <Skeleton className="mt-8 h-28 rounded-xl" />
      </Loading>
    )
  const failed = reads.filter(({ data }) => data === undefined)
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  // If no answer came at all, the parts below would get none either: one message is enough.
  const isDown = failed.length === reads.length
  return (
    <>
      {failed.length > 0 && (
        <div className="mb-3">
          <ErrorState onRetry={retry} />
        </div>
      )}
      {isDown ? <Banners /> : children}
    </>
  )
}
