import { checkCode, validateOtp } from '@pipkin/contract'
import { Mail } from 'lucide-react'
import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { IconTile } from '../ui/icon-tile.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { failureMessage } from './failure-message.ts'
import { ResendCode } from './resend-code.tsx'
import type { EmailedCode } from './use-emailed-code.ts'
import { useStillHere } from './use-still-here.ts'

const digits = 4

export interface CodeFormProps {
  code: EmailedCode
  email: string
  name: string
  open: boolean
  /** The address is verified; `isOpen`: the popup wasn't closed meanwhile. */
  onVerified: (email: string, isOpen: boolean) => void
}

/** The popup that verifies an email address. Its opener requests the code (`useEmailedCode`). */
export function VerifyEmail({ onClose, ...form }: CodeFormProps & { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Sheet
      open={form.open}
      onClose={onClose}
      title="Verify your email"
      above={
        <IconTile tint="sky" size="xl">
          <Mail size={27} />
        </IconTile>
      }
      initialFocus={input}
    >
      <CodeForm {...form} input={input} />
    </Sheet>
  )
}

const progressTexts = {
  none: 'We send a 4-digit code to',
  sending: 'We are sending a 4-digit code to',
  sent: 'We sent a 4-digit code to',
  unanswered: 'A 4-digit code may be on its way to',
  refused: 'No new code was sent to',
} as const

function CodeForm({
  code,
  email,
  name,
  open,
  onVerified,
  input,
}: CodeFormProps & { input: RefObject<HTMLInputElement | null> }) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [checking, setChecking] = useState(false)
  const isStillOpen = useStillHere(open)

  const startOver = (message?: string) => {
    setTyped('')
    setRefusal(message)
    input.current?.focus()
  }

  const check = async (event: SubmitEvent) => {
    event.preventDefault()
    // A short code is wrong: sending it would cost an attempt.
    const missing = validateOtp(typed.length < digits ? '' : typed)
    if (missing !== undefined) return startOver(missing)
    setChecking(true)
    const result = await call(checkCode, { email, name, code: typed })
    setChecking(false)
    const isOpen = isStillOpen()
    if (result.ok) onVerified(email, isOpen)
    else if (isOpen) startOver(failureMessage(result))
  }

  const resend = () => {
    startOver()
    void code.ask(email, name)
  }

  return (
    <>
      <p className="mt-1.5 text-ink2">
        {progressTexts[code.state]} <b className="font-680 break-words text-ink">{email}</b>
      </p>
      <form onSubmit={(event) => void check(event)} noValidate>
        <CodeField
          ref={input}
          label="4-digit code"
          hint="Digits are hidden while you type."
          value={typed}
          length={digits}
          error={refusal ?? code.error}
          onChange={(next) => {
            setTyped(next)
            setRefusal(undefined)
          }}
        />
        <Button type="submit" busy={checking} className="mt-4.5">
          Continue
        </Button>
      </form>
      <ResendCode
        secondsLeft={code.secondsLeft}
        sending={code.state === 'sending'}
        onResend={resend}
      />
    </>
  )
}
