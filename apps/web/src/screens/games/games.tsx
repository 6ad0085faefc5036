import { useQuery } from '@tanstack/react-query'
import { balancesQuery, gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { HeaderEnd } from '../../shell/slots.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useWide } from '../../ui/use-media.ts'
import { tryAgain } from '../texts.ts'
import { GameCard } from './game-card.tsx'
import { BalancePill } from './money-pill.tsx'

export default function Games() {
  const wide = useWide()
  return (
    <Screen width="wide" className="px-4.5 pb-4.5 desk:px-0">
      <header className="flex min-h-15.5 items-center pt-4 pb-2.5">
        <h1 tabIndex={-1} className="grow text-h1">
          Games
        </h1>
        {wide ? (
          <HeaderEnd>
            <Balance />
          </HeaderEnd>
        ) : (
          <Balance />
        )}
      </header>
      <List />
    </Screen>
  )
}

/** What can be staked. */
function Balance() {
  const player = useSession()?.userID
  const { data } = useQuery({ ...balancesQuery(player ?? 0), enabled: player !== undefined })
  return data ? <BalancePill playable={data.playable} /> : null
}

/** Four games fill a phone's screen. */
const grid = 'grid grow auto-rows-fr gap-2.75 desk:grow-0 desk:grid-cols-2'

function List() {
  const player = useSession()?.userID
  const { data, isPending, refetch } = useQuery(gamesQuery())
  const rounds = useQuery({ ...openRoundsQuery(player ?? 0), enabled: player !== undefined }).data?.Data ?? []
  if (isPending)
    return (
      <Loading className={grid}>
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="min-h-38 rounded-lg" />
        ))}
      </Loading>
    )
  if (!data) return <ErrorState message={tryAgain} onRetry={() => void refetch()} />
  if (data.Data.length === 0) return <EmptyState message="No games found." />
  return (
    <ul className={grid}>
      {data.Data.map((game) => (
        <li key={game.Id} className="grid">
          <GameCard game={game} waiting={rounds.some(({ Game_Id }) => Game_Id === game.Id)} />
        </li>
      ))}
    </ul>
  )
}
