import type { ReactNode } from 'react'
import { useAppRoute } from '../../shell/route.ts'
import { Screen } from '../../shell/screen.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { GameBar } from './game-bar.tsx'
import { GrowingTint } from './growing-tint.tsx'

/** A game's screen when there is no game to show. */
export function GameFrame({ children }: { children: ReactNode }) {
  return (
    <Screen width="game" rail={<div />}>
      <GameBar />
      <div className="px-4.5 pt-0.5 pb-6 wide:px-0">{children}</div>
    </Screen>
  )
}

/** A loading game, in the shape of a game for money. */
export function GameLoading() {
  const { path } = useAppRoute()
  return (
    <GameFrame>
      <Loading>
        {/* Keeps the clock's place, so that the board doesn't move when it comes. */}
        <div className="h-11" />
        <GrowingTint address={path}>
          <Skeleton className="h-72 rounded-[1.625rem]" />
        </GrowingTint>
        <Skeleton className="mt-3 h-20 rounded-lg" />
      </Loading>
    </GameFrame>
  )
}
