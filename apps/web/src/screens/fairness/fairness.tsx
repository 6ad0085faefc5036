import { ShieldCheck } from 'lucide-react'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { CheckYourself } from './check-yourself.tsx'
import { GameRules } from './game-rules.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { OddsTable } from './odds-table.tsx'
import { PlayerSeeds } from './player-seeds.tsx'
import { SeedsOfPlayers } from './seeds-of-players.tsx'

/** How rounds are fixed and the odds of all games; for players their own seeds too. */
export default function Fairness() {
  const session = useSession()
  return (
    <Screen>
      <ScreenBar end={<ShieldCheck size={24} aria-hidden className="text-link" />} />
      <div className="px-4.5 pt-px pb-6">
        <HowItWorks />
        <OddsTable />
        {session ? <PlayerSeeds player={session.id} /> : <SeedsOfPlayers />}
        <GameRules />
        <CheckYourself />
      </div>
    </Screen>
  )
}
