import { useRouteExists } from '../../shell/route.ts'
import { Screen } from '../../shell/screen.tsx'
import { useSession } from '../../shell/session.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { EmptyRow } from '../../ui/states.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { Banners } from './banners.tsx'
import { FirstRun } from './first-run.tsx'
import { OpenRounds } from './open-rounds.tsx'
import { PlayerHead } from './player-head.tsx'
import { PopularGames } from './popular-games.tsx'
import { VisitorHead } from './visitor-head.tsx'

export default function Home() {
  const player = useSession()
  const exists = useRouteExists()
  return (
    <Screen
      width="wide"
      hero={player ? <PlayerHead player={player} /> : <VisitorHead />}
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
      <div className="desk:grid desk:grid-cols-[1.15fr_1fr] desk:gap-7">
        <section>
          <SectionHead title="Top 10 Players" className="mt-4.5 mb-2.5" />
          <EmptyRow message="No Data Found !" />
        </section>
        <section>
          <SectionHead title="Top-3 Winners" className="mt-4.5 mb-2.5" />
          <EmptyRow message="No Data Found !" />
        </section>
      </div>
      <div className="mt-3 flex justify-center gap-4 text-sm desk:hidden">
        {exists('/fairness') && (
          <TextLink to="/fairness" className="py-3">
            Odds and fairness
          </TextLink>
        )}
        <TextLink to="/account/terms-conditions" className="py-3">
          Terms and Conditions
        </TextLink>
      </div>
    </Screen>
  )
}
