import { useEffect } from 'react'
import { focusLateHeading } from '../../shell/route-entry.tsx'
import { Screen } from '../../shell/screen.tsx'
import type { Session } from '../../shell/session.ts'
import { StandardRail } from '../../shell/standard-rail.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { WhenNear } from '../../ui/when-near.tsx'
import { FirstRun } from './first-run.tsx'
import { ForEverybody } from './for-everybody.tsx'
import { homeLook } from './home-look.ts'
import { OpenRounds } from './open-rounds.tsx'
import { PlayerHead } from './player-head.tsx'
import { WhenFirstKnown } from './when-first-known.tsx'

const LastResults = lazyPart(() => import('./last-results.tsx'))

/** Home with the player's balances and open rounds above what everybody sees. */
export default function PlayerHome({ player }: { player: Session }) {
  // It may be loaded only after the player has come to Home.
  useEffect(focusLateHeading, [])
  return (
    <Screen
      width="wide"
      hero={<PlayerHead player={player} />}
      rail={
        <StandardRail>
          <WhenNear>
            <LastResults playerId={player.id} />
          </WhenNear>
        </StandardRail>
      }
      className={homeLook.body}
    >
      <WhenFirstKnown player={player}>
        <OpenRounds player={player} />
        <FirstRun player={player} />
        <ForEverybody />
      </WhenFirstKnown>
    </Screen>
  )
}
