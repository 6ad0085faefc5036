import type { RoundView } from '@pipkin/contract'
import { moneyFromAnswer, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import { findGame, lookOf } from '../../games/games.ts'
import type { Session } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { worldClass } from '../../ui/tone.ts'

/** Rounds that wait: nothing is lost by a closed tab. */
export function OpenRounds({ player }: { player: Session }) {
  const rounds = useQuery(openRoundsQuery(player.id)).data?.Data ?? []
  const games = useQuery(gamesQuery()).data?.Data ?? []
  return rounds.map((round) => {
    const game = games.find(({ Id }) => Id === round.Game_Id)
    if (!game) return null
    const { world, art } = lookOf(round.game)
    return (
      <Link
        key={round.Transaction_Id}
        to={game.GameUrl}
        className={`${worldClass[world]} mb-3 flex items-center gap-3 rounded-lg bg-surface px-3 py-2.5 shadow-[inset_0_0_0_2px_var(--world-ink)]`}
      >
        <IconTile world={world} size="lg">
          <Art name={art} size={30} />
        </IconTile>
        <span className="min-w-0 grow">
          <span className="block text-row">Open round: {game.Name}</span>
          <span className="block text-cap text-ink2">{standOf(round)}</span>
        </span>
        <span className="flex items-center text-[0.9375rem] font-720 text-world-ink">
          Resume
          <ChevronRight size={18} aria-hidden />
        </span>
      </Link>
    )
  })
}

/** The stake, and what the round would return now where its game says so. */
function standOf(round: RoundView): string {
  const stake = moneyFromAnswer(round.Bet_Amt)
  const soFar = findGame(round.game)?.returnSoFar?.(round.state, stake)
  return soFar === undefined
    ? `Stake ${moneyText(stake)}`
    : `Stake ${moneyText(stake)}, return so far ${moneyText(soFar)}`
}
