import { type Game, listPopularGames } from '@pipkin/contract'
import { percentText } from '@pipkin/games/percent-text'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { callQuery } from '../../api/queries.ts'
import { lookOf, nameInUrl } from '../../games/games.ts'
import { Art } from '../../ui/art.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyRow } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { tintClass } from '../../ui/tone.ts'
import { tileGrid, tilesOnTheirWay } from './tiles-on-their-way.tsx'

/** The games that are played most. */
export default function GameTiles() {
  const { data: answer, isError, refetch } = useQuery(callQuery(listPopularGames))
  // An answer would render the tiles in one task: deferred, React renders them in pieces.
  const data = useDeferredValue(answer)
  const tiles = useMemo(() => data && <Tiles games={data} />, [data])
  if (tiles) return tiles
  return isError ? <ErrorState onRetry={() => void refetch()} /> : tilesOnTheirWay
}

function Tiles({ games }: { games: readonly Game[] }) {
  if (games.length === 0) return <EmptyRow message="No games found." />
  return (
    <ul className={tileGrid}>
      {games.map((game) => (
        <li key={game.id}>
          <Tile game={game} />
        </li>
      ))}
    </ul>
  )
}

/** A game's tile, in its colours, with what it returns at best. */
function Tile({ game }: { game: Game }) {
  const { tint, art } = lookOf(nameInUrl(game))
  const open = game.isLive && !game.isDeleted
  const look = cx(
    tintClass[tint],
    'relative flex h-full min-h-28 flex-col rounded-xl bg-tint px-3.5 py-3 text-tint-ink wide:min-h-32',
  )
  const inside = (
    <>
      <Art name={art} size={46} className="absolute top-2.75 right-3" />
      <b className="mt-auto pt-12 text-[1.0625rem] leading-5 font-720 tracking-[-0.01em] text-ink">
        {game.name}
      </b>
      <small className="mt-0.75 text-cap font-580 tracking-[-0.012em]">
        {open ? `Returns up to ${percentText(game.returns.best)}\u00a0%` : 'Coming Soon'}
      </small>
    </>
  )
  if (!open) return <div className={look}>{inside}</div>
  return (
    <Link to={game.path} className={cx(look, 'active:translate-y-px')}>
      {inside}
    </Link>
  )
}
