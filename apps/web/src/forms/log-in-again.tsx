import { logIn } from '@pipkin/contract'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { type Session, sessionOf, startSession } from '../shell/session.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { failureMessage } from './failure-message.ts'
import { useStillHere } from './use-still-here.ts'

export interface LogInAgainProps {
  player: Session
  open: boolean
  onClose: () => void
  /** The refused action can be tried again. Not called if the sheet was closed meanwhile. */
  onLoggedIn: () => void
}

/**
 * Asks for the password again when the log-in is too old for an action. The form beneath keeps what
 * was typed.
 */
export function LogInAgain({ open, onClose, ...form }: LogInAgainProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Please log in again">
      <PasswordForm {...form} open={open} />
    </Sheet>
  )
}

function PasswordForm({ player, open, onLoggedIn }: Omit<LogInAgainProps, 'onClose'>) {
  const isStillOpen = useStillHere(open)
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [checking, setChecking] = useState(false)

  function refuse(message: string) {
    setRefusal(message)
    input.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const password = input.current?.value ?? ''
    if (password === '') return refuse('Please enter your password')
    setChecking(true)
    const result = await call(logIn, { mobile: player.mobile, password })
    setChecking(false)
    if (!result.ok) return refuse(failureMessage(result))
    startSession(sessionOf(result.answer))
    if (isStillOpen()) onLoggedIn()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className="mt-1.5 text-ink2">
        You logged in more than 15 minutes ago. Enter your password to go on.
      </p>
      <input type="hidden" autoComplete="username" value={player.mobile} readOnly />
      <PasswordField
        ref={input}
        label="Password"
        autoComplete="current-password"
        error={refusal}
        onChange={() => setRefusal(undefined)}
      />
      <Button type="submit" busy={checking} className="mt-4.5">
        Continue
      </Button>
    </form>
  )
}
