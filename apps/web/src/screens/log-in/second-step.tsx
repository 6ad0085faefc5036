import { type Factor, giveSecondFactor, refusals } from '@pipkin/contract'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { FactorForm } from '../../forms/confirm/factor-form.tsx'
import type { Proof } from '../../forms/confirm/ways.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Screen } from '../../shell/screen.tsx'
import type { Entered } from '../../shell/session.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { EntryHead } from './entry-head.tsx'
import { frozenBy } from './frozen-by.ts'

export interface SecondStepProps {
  factors: readonly Factor[]
  onEntered: (player: Entered) => void
  /** Back to number and password; with the reason where the server has ended the log-in. */
  onBack: (reason?: string) => void
}

/** The second factor of a log-in, after number and password. */
export function SecondStep({ factors, onEntered, onBack }: SecondStepProps) {
  const first = useRef<HTMLElement>(null)
  // The button that was pressed has gone with its form.
  useEffect(() => first.current?.focus(), [])

  async function give(proof: Proof) {
    const result = await call(giveSecondFactor, proof)
    if (result.ok) {
      onEntered(result.answer)
      return undefined
    }
    const message = failureMessage(result)
    if (message !== refusals.secondStepOver.message && !frozenBy(message)) return message
    onBack(message)
    return undefined
  }

  return (
    <Screen
      rail={null}
      hero={
        <EntryHead
          title="One more step"
          text="Please confirm that it is you."
          onBack={() => onBack()}
        />
      }
      className="px-5.5 pt-1.5 pb-6.5"
    >
      <FactorForm ways={factors} purpose="logIn" give={give} first={first} />
      <p className="mt-3 text-center">
        <TextButton onClick={() => onBack()}>Back to number and password</TextButton>
      </p>
    </Screen>
  )
}
