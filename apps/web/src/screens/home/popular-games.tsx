import { Suspense } from 'react'
import { lazyReading } from '../../api/lazy-reading.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { tilesOnTheirWay } from './tiles-on-their-way.tsx'

const GameTiles = lazyReading(() => import('./game-tiles.tsx'))

/** The tiles of the games, which are loaded later, with what reads the server. */
export function PopularGames() {
  return (
    <section>
      <SectionHead
        title="Most Popular Games"
        className="mt-1 mb-2.5 wide:mt-5.5 wide:mb-3"
        end={
          <TextLink to="/games" className="-my-3 py-3 text-sm">
            All games
          </TextLink>
        }
      />
      <Suspense fallback={tilesOnTheirWay}>
        <GameTiles />
      </Suspense>
    </section>
  )
}
