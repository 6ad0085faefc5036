import { lazy, Suspense } from 'react'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { StandardRail } from '../../shell/standard-rail.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { Banners } from './banners.tsx'
import { FirstRun } from './first-run.tsx'
import { OpenRounds } from './open-rounds.tsx'
import { PlayerHead } from './player-head.tsx'
import { PopularGames } from './popular-games.tsx'
import { VisitorHead } from './visitor-head.tsx'
import { WhenFirstKnown } from './when-first-known.tsx'

const Rankings = lazy(() => import('./rankings.tsx'))
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
                <LastResults playerId={player.id} />
              </Suspense>
            </WhenNear>
          )}
        </StandardRail>
      }
      className="px-4.5 pt-px pb-4 desk:px-0 desk:pt-1.5"
    >
      {player ? (
        <WhenFirstKnown player={player}>
          <OpenRounds player={player} />
          <FirstRun player={player} />
          <ForEverybody />
        </WhenFirstKnown>
      ) : (
        <div className="for-visitors">
          <ForEverybody />
        </div>
      )}
    </Screen>
  )
}

function ForEverybody() {
  return (
    <>
      <Banners />
      <PopularGames />
      <WhenNear className="min-h-100">
        <Suspense fallback={<div className="min-h-100" />}>
          <Rankings />
        </Suspense>
      </WhenNear>
    </>
  )
}
