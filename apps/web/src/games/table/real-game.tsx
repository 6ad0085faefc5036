import type { Game } from '@pipkin/contract'
import type { BaseRules } from '@pipkin/games'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { gamesQuery } from '../../api/queries.ts'
import type { Terms } from '../../play/play.ts'
import type { Driver, Round } from '../../play/round.ts'
import { serverRounds } from '../../play/server-round.ts'
import { toastParticipation, useServerPlay } from '../../play/use-server-play.ts'
import { useSession } from '../../shell/session.ts'
import { EmptyState } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/states.tsx'
import type { GameTable } from '../game-screens.ts'
import { GameFrame, GameLoading } from './game-frame.tsx'

interface RealGameProps<R extends BaseRules, M, V> {
  table: GameTable<R, M, V>
}

/**
 * A game for money: reads its settings from the server, then the round that waits, if there is one,
 * and then shows the table.
 */
export function RealGame<R extends BaseRules, M, V>({ table }: RealGameProps<R, M, V>) {
  const player = useSession()?.id
  const games = useQuery(gamesQuery())
  if (player === undefined) return null
  if (games.isPending) return <GameLoading />
  const game = games.data?.find(({ rules }) => table.on.game.parseRules(rules) !== null)
  if (!game) return <Failed onRetry={() => void games.refetch()} />
  return <Seated table={table} player={player} game={game} />
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <GameFrame>
    <ErrorState onRetry={onRetry} />
  </GameFrame>
)

interface SeatedProps<R extends BaseRules, M, V> extends RealGameProps<R, M, V> {
  player: number
  game: Game
}

function Seated<R extends BaseRules, M, V>(props: SeatedProps<R, M, V>) {
  const { table, player, game } = props
  const { on } = table
  const gameId = game.id
  const rules = useMemo(() => on.game.parseRules(game.rules), [on, game.rules])
  if (!rules) throw new Error(`the rules of ${game.name} are of another game`)
  const driver = useMemo(
    () => serverRounds(on, { player, gameId, rules }),
    [on, player, gameId, rules],
  )
  // Read once a visit: the round with which the visit begins, and no later one.
  const found = useQuery({
    queryKey: ['resume', player, gameId],
    queryFn: async () => {
      const { round, bet } = await driver.resume()
      if (bet) toastParticipation(bet)
      return round
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (found.isPending) return <GameLoading />
  if (found.isError) return <Failed onRetry={() => void found.refetch()} />
  // An open round is played to its end, even if the game has left the catalogue.
  if (found.data === null && (game.isDeleted || !game.isLive))
    return (
      <GameFrame>
        <EmptyState message="Coming Soon" picture="wrapped-gift" />
      </GameFrame>
    )
  return <Table {...props} rules={rules} driver={driver} found={found.data} />
}

interface TableProps<R extends BaseRules, M, V> extends SeatedProps<R, M, V> {
  rules: R
  driver: Driver<Round<R, M, V>, M>
  found: Round<R, M, V> | null
}

function Table<R extends BaseRules, M, V>(props: TableProps<R, M, V>) {
  const { table, player, game, rules, driver, found } = props
  const { on, Face } = table
  const terms = termsOf(game, rules, on.game.parseRules(game.otherRules?.rules))
  const play = useServerPlay({ on, player, terms, minRoundMs: game.minimumRoundMs, driver, found })
  return <Face play={play} />
}

const termsOf = <R,>(game: Game, rules: R, other: R | null): Terms<R> => ({
  gameId: game.id,
  name: game.name,
  limits: {
    minimum: game.minimumStake,
    maximum: game.maximumStake,
    step: game.stakeStep,
  },
  rules,
  returns: game.returns,
  hardUntil: game.hardUntil,
  other: other && game.otherRules && { rules: other, returns: game.otherRules.returns },
  roundsADay: game.roundsADay,
  topPrizeOdds: game.topPrizeOdds,
})
