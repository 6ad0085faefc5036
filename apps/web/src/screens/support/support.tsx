import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { SectionHead } from '../../ui/section-head.tsx'
import { Cases } from './cases.tsx'
import { MessageForm } from './message-form.tsx'
import { ReportForm } from './report-form.tsx'
import { CaseThread } from './thread.tsx'
import { VisitorForm } from './visitor-form.tsx'

/** A player's cases, or the one that the address names; for visitors a form. */
export default function Support() {
  const player = useSession()
  const asked = new URLSearchParams(useLocation().search).get('case') ?? ''
  const caseId = /^\d{6}$/.test(asked) ? Number(asked) : null
  const shown = useRef(caseId)
  useEffect(() => {
    // The link or button that led here has gone; to the router it is the same screen.
    if (shown.current !== caseId) document.querySelector<HTMLElement>('main h1')?.focus()
    shown.current = caseId
  }, [caseId])
  return (
    <Screen className="pb-6">
      {player !== null && caseId !== null ? (
        <CaseThread key={caseId} playerId={player.id} caseId={caseId} />
      ) : (
        <>
          <ScreenBar />
          <div className="px-4.5">
            {player === null ? <VisitorForm /> : <OfPlayer key={player.id} player={player} />}
          </div>
        </>
      )}
    </Screen>
  )
}

const OfPlayer = ({ player }: { player: Session }) => (
  <>
    <p className="px-0.5 text-sm text-ink2">
      A deposit or withdrawal didn't arrive? Report it here.
    </p>
    <ReportForm playerId={player.id} />
    <section>
      <SectionHead title="Something else?" className="mt-6 mb-1" />
      <MessageForm playerId={player.id} label="Your message" button="Send" />
    </section>
    <Cases playerId={player.id} />
  </>
)
