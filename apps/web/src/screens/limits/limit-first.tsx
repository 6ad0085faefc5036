import { declineDepositLimit, type Limits } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { showLimits } from '../../api/limits.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Worth } from '../../forms/worth.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Panel } from '../../ui/card.tsx'
import { FormError } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { fkrText, slotTitle } from './limit-texts.ts'

/** The periods that still need a deposit limit, or null where a deposit needs none. */
export function missingLimits({ offers, limits, declinesDepositLimit }: Limits) {
  const { ask, periods } = offers.depositLimit
  const own = limits.filter(({ kind }) => kind === 'deposit').map(({ period }) => period)
  if (ask === 'needed') {
    const missing = periods.filter((period) => !own.includes(period))
    return missing.length > 0 ? missing : null
  }
  return ask === 'default' && own.length === 0 && !declinesDepositLimit ? [] : null
}

/** Asks for a deposit limit before the first deposit; where it may be declined, twice. */
export function LimitFirst({ limits, className }: { limits: Limits; className?: string }) {
  const [declining, setDeclining] = useState(false)
  const { ask, most } = limits.offers.depositLimit
  const missing = missingLimits(limits)
  if (!missing) return null
  const which = missing.map((period) => slotTitle({ kind: 'deposit', period }).toLowerCase())
  return (
    <Panel role="region" aria-label="Deposit limit" className={className}>
      <h2 className="text-row">How much can you afford?</h2>
      <p className="mt-1 text-sm text-ink2">
        {ask === 'needed'
          ? `A deposit needs limits of your own first: ${which.join(', ')}.`
          : 'Before you deposit, set the most that may come in.'}
        {most !== null && (
          <>
            {' '}
            At most {fkrText(most)}
            <Worth of={most} /> in a month.
          </>
        )}
      </p>
      <ButtonLink to="/account/limits" size="medium" className="mt-3">
        Set a deposit limit
      </ButtonLink>
      {ask === 'default' && (
        <p className="mt-1 text-center text-sm">
          <TextButton onClick={() => setDeclining(true)}>Go on without a limit</TextButton>
        </p>
      )}
      <Sheet open={declining} onClose={() => setDeclining(false)} title="Deposit without a limit?">
        <Decline onClose={() => setDeclining(false)} />
      </Sheet>
    </Panel>
  )
}

function Decline({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function decline() {
    setBusy(true)
    const result = await showLimits(call(declineDepositLimit))
    setBusy(false)
    if (!result.ok) return setError(failureMessage(result))
    onClose()
  }

  return (
    <>
      <p className="mt-1.5 text-ink2">
        Nothing will stop a deposit then. You can set a limit at any time; it counts at once.
      </p>
      <FormError>{error}</FormError>
      <Button size="tall" className="mt-4" onClick={onClose}>
        Back, I'll set one
      </Button>
      <Button look="line" className="mt-2.5" busy={busy} onClick={() => void decline()}>
        Yes, without a limit
      </Button>
    </>
  )
}
