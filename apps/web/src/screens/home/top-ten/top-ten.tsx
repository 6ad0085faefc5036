import { listTopPlayers } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../../api/queries.ts'
import { EmptyRow } from '../../../ui/empty.tsx'
import { SectionHead } from '../../../ui/section-head.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Ranking } from './ranking.tsx'

export const useTopPlayers = () => useQuery(callQuery(listTopPlayers))

/** Who has won the most, all time. */
export function TopTen({ players }: { players: ReturnType<typeof useTopPlayers> }) {
  const { data, isError, refetch } = players
  if (data && data.length > 0) return <Ranking players={data} onRestart={() => void refetch()} />
  return (
    <section>
      <SectionHead title="Top 10 Players" className="mt-4.5 mb-2.5" />
      {isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <EmptyRow message="No Data Found !" />
      )}
    </section>
  )
}
