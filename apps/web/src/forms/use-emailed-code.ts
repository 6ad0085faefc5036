import { sendCode } from '@pipkin/contract'
import { useState } from 'react'
import { type CallFailure, call } from '../api/call.ts'
import { failureMessage } from './failure-message.ts'
import { useSecondsLeft } from './use-seconds-left.ts'
import { useStillHere } from './use-still-here.ts'

/** Between two codes, unless the server answers another wait. */
const defaultWaitSeconds = 60

export interface EmailedCode {
  /** `unanswered`: the code may have been sent all the same. */
  readonly state: 'none' | 'sending' | 'sent' | 'unanswered' | 'refused'
  /** Why no code is known to be sent. */
  readonly error: string | undefined
  /** Until another code may be requested. */
  readonly secondsLeft: number
  /** Requests a code, unless this address got one within the wait or the player has left. */
  readonly ask: (email: string, name: string) => Promise<void>
}

const outcomeOf = ({ kind }: CallFailure) => (kind === 'refused' ? 'refused' : 'unanswered')

/** A code sent by email, and the countdown until another may be requested. */
export function useEmailedCode(): EmailedCode {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<CallFailure>()
  const [sent, setSent] = useState({ to: '', nextAt: 0 })
  const secondsLeft = useSecondsLeft(sent.nextAt)
  const isStillHere = useStillHere()

  const ask = async (email: string, name: string) => {
    if (!isStillHere()) return
    setFailure(undefined)
    if (sent.to === email && sent.nextAt > Date.now()) return
    setSending(true)
    const result = await call(sendCode, { email, name })
    setSending(false)
    if (!result.ok) return setFailure(result)
    setSent({
      to: email,
      nextAt: Date.now() + (result.answer.waitSeconds ?? defaultWaitSeconds) * 1000,
    })
  }

  return {
    state: sending ? 'sending' : failure ? outcomeOf(failure) : sent.to === '' ? 'none' : 'sent',
    error: failure && failureMessage(failure),
    secondsLeft,
    ask,
  }
}
