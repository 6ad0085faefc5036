import type { Game } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '../../api/queries.ts'
import { hardShare, returnText } from '../../games/bet/odds-text.ts'
import { lookOf, nameInUrl } from '../../games/games.ts'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyRow } from '../../ui/empty.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { tintFill } from '../../ui/tone.ts'
import { useHashTarget } from './use-hash-target.ts'

/**
 * Shows for every game the share of hard rounds and what best play returns, as the server says
 * them for the rules in force.
 */
export function OddsTable() {
  const target = useHashTarget('odds')
  return (
    <section ref={target} className="scroll-mt-4">
      <SectionHead
        title="The odds"
        className="mt-4 mb-2"
        end={
          <TextLink to="#rules" className="-my-3 py-3 text-sm">
            Rules of each game
          </TextLink>
        }
      />
      <Odds />
    </section>
  )
}

function Odds() {
  const { data, isError, refetch } = useQuery(gamesQuery())
  if (!data)
    return isError ? (
      <ErrorState onRetry={() => void refetch()} />
    ) : (
      <Loading>
        <Skeleton className="h-62 rounded-lg" />
      </Loading>
    )
  const games = data.filter(({ isDeleted }) => !isDeleted)
  if (games.length === 0) return <EmptyRow message="No games found." />
  return (
    <Card className="overflow-x-auto px-3.5 pt-3 pb-1">
      <table className="w-full border-collapse text-[0.9375rem] leading-5 font-600">
        <thead className="text-cap text-ink2">
          <tr>
            <th scope="col" className="pb-2 text-left font-600">
              Game
            </th>
            <th scope="col" className="pb-2 text-center font-600">
              Hard rounds
            </th>
            <th scope="col" className="pb-2 text-right font-600">
              Best play returns
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <OddsRow key={game.id} game={game} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function OddsRow({ game }: { game: Game }) {
  const { tint, art } = lookOf(nameInUrl(game))
  return (
    <tr className="h-12 border-t border-line">
      <th scope="row" className="w-full py-1.5 text-left font-600">
        <span className="flex items-center gap-2">
          <span
            aria-hidden
            className={cx(
              'grid size-8.5 shrink-0 place-items-center rounded-[11px]',
              tintFill[tint],
            )}
          >
            <Art name={art} size={22} />
          </span>
          <span>{game.name}</span>
        </span>
      </th>
      <td className="px-3 text-center whitespace-nowrap">
        {game.winPercentage === 0 ? 'all' : (hardShare(game.winPercentage)?.short ?? 'none')}
      </td>
      <td className="text-right font-680 whitespace-nowrap">{returnText(game.returns.best)}</td>
    </tr>
  )
}
