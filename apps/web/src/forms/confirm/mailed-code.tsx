import { sendConfirmation } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { profileQuery, samePlayer } from '../../api/queries.ts'
import { playerChanged } from '../../api/session-signals.ts'
import { useSession } from '../../shell/session.ts'
import { failureMessage } from '../failure-message.ts'
import { ResendCode } from '../resend-code.tsx'
import { useSecondsLeft } from '../use-seconds-left.ts'
import { CodeForm } from './code-form.tsx'
import type { FactorFormProps } from './ways.ts'

const waitMs = 60_000

/** When the next code may be asked for: a sheet that is opened again before asks for none. */
let laterAt = 0
// A code belongs to the session that asked.
playerChanged.listen(() => {
  laterAt = 0
})

const progressTexts = {
  sending: 'We are sending a code to',
  sent: 'We sent a code to',
  unanswered: 'A code may be on its way to',
  refused: 'No new code was sent to',
} as const

/** Mails a code to the player's address, and takes it. */
export function MailedCode({ give, first }: Pick<FactorFormProps, 'give' | 'first'>) {
  const player = useSession()?.id ?? 0
  const email = useQuery({ ...profileQuery(player), enabled: player > 0 }).data?.email
  const [state, setState] = useState<keyof typeof progressTexts>('sent')
  const [error, setError] = useState<string>()
  const [nextAt, setNextAt] = useState(0)
  const secondsLeft = useSecondsLeft(nextAt)
  const sent = useRef(false)

  const send = useCallback(async () => {
    setState('sending')
    setError(undefined)
    const isSamePlayer = samePlayer()
    const result = await call(sendConfirmation)
    setState(result.ok ? 'sent' : result.kind === 'refused' ? 'refused' : 'unanswered')
    if (!result.ok) return setError(failureMessage(result))
    if (!isSamePlayer()) return
    laterAt = Date.now() + waitMs
    setNextAt(laterAt)
  }, [])

  useEffect(() => {
    if (sent.current) return
    sent.current = true
    if (laterAt > Date.now()) setNextAt(laterAt)
    else void send()
  }, [send])

  return (
    <>
      <CodeForm
        kind="mail"
        give={give}
        first={first}
        error={error}
        text={
          <>
            {progressTexts[state]}{' '}
            <b className="font-680 break-words text-ink">{email ?? 'your address'}</b>
          </>
        }
      />
      <ResendCode
        secondsLeft={secondsLeft}
        sending={state === 'sending'}
        onResend={() => {
          first.current?.focus()
          void send()
        }}
      />
    </>
  )
}
