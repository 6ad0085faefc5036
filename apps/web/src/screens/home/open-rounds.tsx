import type { RoundView } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { gamesQuery, openRoundsQuery } from '../../api/queries.ts'
import { useWorthText, type WorthText } from '../../forms/worth.tsx'
import { findGame, lookOf } from '../../games/games.ts'
import type { Session } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Link } from '../../ui/link.tsx'
import { tintClass } from '../../ui/tone.ts'

/** The player's open rounds, each with a link to resume it. */
export function OpenRounds({ player }: { player: Session }) {
  const rounds = useQuery(openRoundsQuery(player.id)).data ?? []
  const worth = useWorthText()
  const games = useQuery(gamesQuery()).data ?? []
  return rounds.map((round) => {
    const game = games.find(({ id }) => id === round.gameId)
    if (!game) return null
    const { tint, art } = lookOf(round.game)
    return (
      <Link
        key={round.transactionId}
        to={game.path}
        className={`${tintClass[tint]} mb-3 flex flex-wrap items-center gap-x-3 rounded-lg bg-surface px-3 py-2.5 shadow-[inset_0_0_0_2px_var(--tint-ink)]`}
      >
        <IconTile tint={tint} size="lg">
          <Art name={art} size={30} />
        </IconTile>
        <span className="min-w-0 grow basis-24">
          <span className="block text-row">Open round: {game.name}</span>
          <span className="block text-cap text-ink2">{progressText(round, worth)}</span>
        </span>
        <span className="ml-auto flex items-center text-[0.9375rem] font-720 text-tint-ink">
          Resume
          <ChevronRight size={18} aria-hidden />
        </span>
      </Link>
    )
  })
}

/** The stake, and what the round would return now if the game knows. */
function progressText(round: RoundView, worth: WorthText): string {
  const stake = `Stake ${moneyText(round.stake)}${worth(round.stake)}`
  const soFar = findGame(round.game)?.returnSoFar?.(round.view, round.stake)
  return soFar === undefined ? stake : `${stake}, return so far ${moneyText(soFar)}${worth(soFar)}`
}
