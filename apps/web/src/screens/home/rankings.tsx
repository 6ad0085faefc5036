import { useDeferredValue } from 'react'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { TopTen, useTopPlayers } from './top-ten/top-ten.tsx'
import { TopWinners, useTopWinners } from './top-winners.tsx'

const onTheirWay = (
  <Loading className="flow-root min-h-100 pt-4.5">
    <Skeleton className="h-77.5 rounded-lg" />
  </Loading>
)

/**
 * The lower part of home. It appears as a whole: a late ranking would push down what is below. It
 * reads for both of its parts: a part that read its own data would read again at each mount, and
 * after a failure would mount and unmount for ever.
 */
export default function Rankings() {
  const players = useTopPlayers()
  const winners = useTopWinners()
  // The second answer would render everything in one task: deferred, React renders it in pieces.
  const areRead = useDeferredValue(!players.isPending && !winners.isPending)
  if (!areRead) return onTheirWay
  return (
    <div className="flow-root">
      {players.data || winners.data ? (
        <div className="wide:grid wide:grid-cols-[1.15fr_minmax(21.25rem,1fr)] wide:items-start wide:gap-7">
          <TopTen players={players} />
          <TopWinners winners={winners} />
        </div>
      ) : (
        <div className="pt-4.5">
          <ErrorState
            onRetry={() => {
              void players.refetch()
              void winners.refetch()
            }}
          />
        </div>
      )}
      <div className="mt-3 flex justify-center gap-4 text-sm wide:hidden">
        <TextLink to="/fairness" className="py-3">
          Odds and fairness
        </TextLink>
        <TextLink to="/account/terms-conditions" className="py-3">
          Terms and Conditions
        </TextLink>
      </div>
    </div>
  )
}
