import { Suspense } from 'react'
import { lazyReading } from '../../api/lazy-reading.tsx'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { Hero } from '../../ui/hero.tsx'
import { ForEverybody } from './for-everybody.tsx'
import { homeLook } from './home-look.ts'
import { VisitorHead } from './visitor-head.tsx'

/** What it reads and shows is for players alone: visitors don't load it. */
export const loadPlayerHome = () => import('./player-home.tsx')
const PlayerHome = lazyReading(loadPlayerHome)

/** A player's Home, or a visitor's, which the build renders. */
export default function Home() {
  const player = useSession()
  if (player)
    return (
      <Suspense fallback={<Hero className={homeLook.head}>{null}</Hero>}>
        <PlayerHome player={player} />
      </Suspense>
    )
  return (
    <Screen width="wide" hero={<VisitorHead />} className={homeLook.body}>
      <div className="for-visitors">
        <ForEverybody />
      </div>
    </Screen>
  )
}
