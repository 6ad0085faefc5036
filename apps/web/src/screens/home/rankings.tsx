import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { TopTen } from './top-ten/top-ten.tsx'
import { TopWinners } from './top-winners.tsx'

/** The lower part of home. It comes whole, so that nothing in it moves: a ranking is as high as its players are many. */
export default function Rankings() {
  const players = useQuery(callQuery('topPlayers'))
  const winners = useQuery(callQuery('topWinners'))
  if (players.isPending || winners.isPending)
    return (
      <Loading className="flow-root min-h-100 pt-4.5">
        <Skeleton className="h-77.5 rounded-lg" />
      </Loading>
    )
  return (
    <div className="flow-root">
      <div className="desk:grid desk:grid-cols-[1.15fr_1fr] desk:items-start desk:gap-7">
        <TopTen />
        <TopWinners />
      </div>
      <div className="mt-3 flex justify-center gap-4 text-sm desk:hidden">
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
