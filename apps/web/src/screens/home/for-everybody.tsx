import { Suspense } from 'react'
import { lazyReading } from '../../api/lazy-reading.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { Banners } from './banners.tsx'
import { PopularGames } from './popular-games.tsx'

const Rankings = lazyReading(() => import('./rankings.tsx'))

/** What visitors and players see alike. Its parts that read are loaded beside the first view. */
export const ForEverybody = () => (
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
