import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { tryAgain } from './texts.ts'
import { useStillHere } from './use-still-here.ts'

/** Between two codes, where the server doesn't say otherwise. */
const waitSeconds = 60

export interface MailedCode {
  readonly state: 'none' | 'sending' | 'sent' | 'failed'
  /** Why no code was sent. */
  readonly error: string | undefined
  /** Until another code may be asked for. */
  readonly secondsLeft: number
  /**
   * Asks for a code, unless one for this address went out within the wait, or the player has left.
   */
  readonly ask: (email: string, name: string) => Promise<void>
}

/** A code mailed to an address, and the countdown until another may be asked for. */
export function useCode(): MailedCode {
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<string>()
  const [sent, setSent] = useState({ to: '', nextAt: 0 })
  const [now, setNow] = useState(0)
  const waits = sent.nextAt > now
  const isStillHere = useStillHere()

  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waits])

  const ask = async (email: string, name: string) => {
    if (!isStillHere()) return
    setError(undefined)
    if (sent.to === email && sent.nextAt > Date.now()) return
    setSending(true)
    const result = await call('accountVerification', {
      body: { email, name, otp: '', regenerate: true },
    })
    setSending(false)
    if (!result.ok) return setError(result.kind === 'refused' ? result.message : tryAgain)
    setNow(Date.now())
    setSent({ to: email, nextAt: Date.now() + (result.answer.waitSeconds ?? waitSeconds) * 1000 })
  }

  return {
    state: sending ? 'sending' : error !== undefined ? 'failed' : sent.to === '' ? 'none' : 'sent',
    error,
    secondsLeft: waits ? Math.ceil((sent.nextAt - now) / 1000) : 0,
    ask,
  }
}
