import { lazy, Suspense } from 'react'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { StandardRail } from '../../shell/standard-rail.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { Banners } from './banners.tsx'
import { FirstRun } from './first-run.tsx'
import { OpenRounds } from './open-rounds.tsx'
import { PlayerHead } from './player-head.tsx'
import { PopularGames } from './popular-games.tsx'
import { VisitorHead } from './visitor-head.tsx'

const TopTen = lazy(() => import('./top-ten/top-ten.tsx'))
const TopWinners = lazy(() => import('./top-winners.tsx'))
const LastResults = lazy(() => import('./last-results.tsx'))

export default function Home() {
  const player = useSession()
  return (
    <Screen
      width="wide"
      hero={player ? <PlayerHead player={player} /> : <VisitorHead />}
      rail={
        <StandardRail>
          {player && (
            <WhenNear>
              <Suspense>
                <LastResults playerId={player.userID} />
              </Suspense>
            </WhenNear>
          )}
        </StandardRail>
      }
      className="px-4.5 pt-px pb-4 desk:px-0 desk:pt-1.5"
    >
      {player && (
        <>
          <OpenRounds player={player} />
          <FirstRun player={player} />
        </>
      )}
      <Banners />
      <PopularGames />
      <WhenNear className="min-h-100">
        <Suspense>
          <div className="desk:grid desk:grid-cols-[1.15fr_1fr] desk:items-start desk:gap-7">
            <TopTen />
            <TopWinners />
          </div>
        </Suspense>
      </WhenNear>
      <div className="mt-3 flex justify-center gap-4 text-sm desk:hidden">
        <TextLink to="/fairness" className="py-3">
          Odds and fairness
        </TextLink>
        <TextLink to="/account/terms-conditions" className="py-3">
          Terms and Conditions
        </TextLink>
      </div>
    </Screen>
  )
}
