import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { tryAgain } from '../texts.ts'

/** Between two codes, where the server doesn't say otherwise. */
const waitSeconds = 60

export interface CodeRequest {
  /** Why no code was sent, if so. */
  readonly error: string | undefined
  /** Until another code may be asked for. */
  readonly secondsLeft: number
  readonly sending: boolean
  readonly send: () => Promise<void>
}

/** Asks for a code to be mailed, and counts down until another may be asked for. */
export function useCode(email: string, name: string): CodeRequest {
  const [error, setError] = useState<string>()
  const [sending, setSending] = useState(false)
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const waits = until > now

  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waits])

  const send = async () => {
    setSending(true)
    const result = await call('accountVerification', { body: { email, name, otp: '', regenerate: true } })
    setSending(false)
    setError(result.ok ? undefined : result.kind === 'refused' ? result.message : tryAgain)
    if (!result.ok) return
    setNow(Date.now())
    setUntil(Date.now() + (result.answer.waitSeconds ?? waitSeconds) * 1000)
  }
  return { error, secondsLeft: waits ? Math.ceil((until - now) / 1000) : 0, sending, send }
}
