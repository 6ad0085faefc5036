import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Cases } from './cases.tsx'
import { ReportForm } from './report-form.tsx'

export default function Support() {
  const player = useSession()
  return (
    player && (
      <Screen className="pb-6">
        <ScreenBar />
        <div className="px-4.5">
          <p className="px-0.5 text-sm text-ink2">
            A deposit or withdrawal didn't arrive? Report it here.
          </p>
          <ReportForm playerId={player.id} />
          <Cases playerId={player.id} />
        </div>
      </Screen>
    )
  )
}
