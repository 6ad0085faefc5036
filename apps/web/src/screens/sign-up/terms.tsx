import { acceptTerms, type PublishedTerms, readTerms } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { callQuery, refetchCalls, samePlayer } from '../../api/queries.ts'
import { dayText } from '../../browser/dates.ts'
import { useStore } from '../../browser/listeners.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useStillHere } from '../../forms/use-still-here.ts'
import { profileAsks } from '../../shell/profile.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar, useBack } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Button } from '../../ui/button.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.ts'
import { agreeInDraft, useDraftUntilElsewhere } from './draft.ts'

const sections = [
  {
    title: 'Acceptance',
    text: "By playing you agree to these terms. If you don't, please don't play.",
  },
  {
    title: 'Eligibility',
    text: 'You are at least 18, and play only where it is legal.',
  },
  {
    title: 'Game overview',
    text: 'Four games against the house. Rules, odds and returns stand before every bet. Each round is fixed and sealed before you bet, and you can recompute it when it has ended. A round you leave open waits seven days; then the server finishes it by the published rule.',
  },
  {
    title: 'Virtual currency',
    text: "The points or tokens that you earn by playing are fkr, shown with a coin. On the chain one fkr is one token: a deposit turns tokens into fkr, a withdrawal turns fkr back. Demo points are worth nothing. Sending costs 2 %, withdrawing 10 %, rounded up to a hundredth. A withdrawal that can't be paid comes back in full. Bonus and referral rewards stay locked until the friend who signed up has deposited and played what the invite page says.",
  },
  {
    title: 'Intellectual property',
    text: 'The name, the art and the code are ours.',
  },
  {
    title: 'Account security',
    text: 'One account a person. Keep your password to yourself; changing it logs out all other devices.',
  },
  {
    title: 'User conduct',
    text: "No tampering, no programs that play for you, no one else's wallet.",
  },
  {
    title: 'Contact',
    text: 'Use Support. Every case gets a number and an answer.',
  },
] as const

/**
 * The terms in effect, or those that the player still has to accept. Version 1 is the text above;
 * later ones come from the server. _Agree_ waits until the server has named the version in effect,
 * since the sign-up is recorded with it.
 */
export default function Terms() {
  const terms = useQuery(callQuery(readTerms))
  useDraftUntilElsewhere()
  return (
    <Screen rail={null}>
      <ScreenBar />
      {terms.data ? (
        <InEffect published={terms.data} />
      ) : (
        <div className="px-5 pt-px pb-6">
          {terms.isError ? (
            <ErrorState onRetry={() => void terms.refetch()} />
          ) : (
            <Loading>
              <Skeleton className="h-4 w-60" />
              <Skeleton className="mt-2.75 h-72" />
            </Loading>
          )}
        </div>
      )}
    </Screen>
  )
}

function InEffect({ published: { current, coming } }: { published: PublishedTerms }) {
  const player = useSession()
  const { hasNewTerms = false, termsDue = false } = useStore(profileAsks)
  const asked = player !== null && hasNewTerms
  // If two versions wait, show first the one without which no money comes in.
  const shown = (asked && !(termsDue && current) && coming) || current
  return (
    <>
      <div className="px-5 pt-px pb-6">{shown ? <Published terms={shown} /> : <First />}</div>
      <div className="sticky bottom-0 mt-auto bg-surface px-4.5 pt-3 pb-6 shadow-[0_-1px_0_var(--line)]">
        {asked && shown ? (
          <Accept id={shown.id} isLast={coming === null || shown === coming} />
        ) : (
          <Agree />
        )}
      </div>
    </>
  )
}

const First = () => (
  <>
    <p className="text-cap text-ink2">In plain words. Version 1, 1 Sep 2026.</p>
    {sections.map(({ title, text }, index) => (
      <section key={title} className="mt-2.75">
        <h2 className="text-h3 font-720">
          {index + 1}. {title}
        </h2>
        <p className="mt-0.75 text-sm text-ink2">{text}</p>
      </section>
    ))}
  </>
)

const Published = ({ terms }: { terms: NonNullable<PublishedTerms['current']> }) => (
  <>
    <p className="text-cap text-ink2">
      Version {terms.version}, in effect from {dayText(terms.effectiveAt)}.
    </p>
    <p className="mt-2.75 text-sm whitespace-pre-line text-ink2 [overflow-wrap:anywhere]">
      {terms.words}
    </p>
  </>
)

/** Agrees in the draft of the sign-up, and goes back to its form. */
function Agree() {
  const back = useBack()
  const agree = () => {
    agreeInDraft()
    back?.()
  }
  return <Button onClick={agree}>Agree</Button>
}

/** `isLast`: no later version waits to be accepted. */
function Accept({ id, isLast }: { id: string; isLast: boolean }) {
  const back = useBack()
  const [busy, setBusy] = useState(false)
  const isStillHere = useStillHere()
  async function accept() {
    const isSamePlayer = samePlayer()
    setBusy(true)
    const result = await call(acceptTerms, { terms: id })
    setBusy(false)
    if (!result.ok) {
      // Newer ones are shown before they can be accepted.
      void refetchCalls('readTerms')
      return toast.error(failureMessage(result))
    }
    if (isSamePlayer()) {
      const { hasNewTerms: _, termsDue: __, ...asks } = profileAsks.read()
      profileAsks.set(isLast ? asks : { ...asks, hasNewTerms: true })
    }
    toast.success('Accepted')
    if (!isStillHere()) return
    if (isLast) return back?.()
    scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return (
    <Button busy={busy} onClick={() => void accept()}>
      Accept
    </Button>
  )
}
