import type { Game, RoundView } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { balancesQuery, gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { HeaderEnd } from '../../shell/slots.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ToastSlot } from '../../ui/toast-host.tsx'
import { useWide } from '../../ui/use-media.ts'
import { games } from '../games.ts'
import { BalancePill } from '../table/money-pill.tsx'
import { GameCard, GameCardFrame } from './game-card.tsx'

/** The lobby: every game with what it offers, and the balance that can be staked. */
export default function Games() {
  const wide = useWide()
  return (
    <Screen width="wide" className="px-4.5 pb-4.5 wide:px-0">
      <header className="flex min-h-15.5 flex-wrap items-center pt-4 pb-2.5">
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
      {!wide && <ToastSlot className="fixed inset-x-4.5 bottom-22 z-60 mx-auto max-w-111" />}
    </Screen>
  )
}

/** The part of the balances that can be staked. */
function Balance() {
  const player = useSession()?.id
  const { data } = useQuery({ ...balancesQuery(player ?? 0), enabled: player !== undefined })
  return data ? <BalancePill balances={data} /> : null
}

/** Four games fill a phone's screen. */
const grid = 'grid grow auto-rows-fr gap-2.75 wide:grow-0 wide:grid-cols-2'

/** One element for all renders, so that React skips it when an answer comes. */
const onTheirWay = (
  <Loading className={grid} atOnce>
    {games.map((look) => (
      <GameCardFrame key={look.name} look={look}>
        <div className="flex grow animate-late flex-col">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="mt-2 h-3.5 w-40 max-w-full" />
          <Skeleton className="mt-auto h-11 rounded-tile" />
        </div>
      </GameCardFrame>
    ))}
  </Loading>
)

function List() {
  const player = useSession()?.id
  const { data: answer, isError, refetch } = useQuery(gamesQuery())
  const open = useQuery({ ...openRoundsQuery(player ?? 0), enabled: player !== undefined }).data
  // Rendering four cards in one task is too much for a slow phone: deferred, React draws them in
  // pieces.
  const data = useDeferredValue(answer)
  const rounds = useDeferredValue(open)
  const cards = useMemo(() => data && <Cards games={data} rounds={rounds ?? []} />, [data, rounds])
  if (cards) return cards
  return isError ? <ErrorState onRetry={() => void refetch()} /> : onTheirWay
}

interface CardsProps {
  games: readonly Game[]
  rounds: readonly RoundView[]
}

function Cards({ games, rounds }: CardsProps) {
  if (games.length === 0) return <EmptyState message="No games found." />
  return (
    <ul className={grid}>
      {games.map((game) => (
        <li key={game.id} className="grid">
          <GameCard game={game} waiting={rounds.some(({ gameId }) => gameId === game.id)} />
        </li>
      ))}
    </ul>
  )
}
