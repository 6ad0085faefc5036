import { validateOtp } from '@pipkin/contract'
import { Mail } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { tryAgain } from '../texts.ts'
import { useCode } from './use-code.ts'

const digits = 4

export interface VerifyEmailProps {
  open: boolean
  email: string
  name: string
  onClose: () => void
  onVerified: () => void
}

/** The popup that proves an address: it asks for a code as it opens, unless one for this address was sent just now. */
export function VerifyEmail({ open, email, name, onClose, onVerified }: VerifyEmailProps) {
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [checking, setChecking] = useState(false)
  const request = useCode(email, name)
  const input = useRef<HTMLInputElement>(null)
  const askedFor = useRef('')

  useEffect(() => {
    if (!open) return
    setCode('')
    setRefusal(undefined)
    if (askedFor.current === email && request.secondsLeft > 0) return
    askedFor.current = email
    void request.send()
    // Only opening asks for a code; typing and counting down don't.
    // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  }, [open])

  const resend = () => {
    setCode('')
    setRefusal(undefined)
    input.current?.focus()
    void request.send()
  }

  const check = async (event: FormEvent) => {
    event.preventDefault()
    // A short code can't be right: it isn't sent, so that it costs no try.
    const missing = validateOtp(code.length < digits ? '' : code)
    if (missing !== undefined) {
      setRefusal(missing)
      input.current?.focus()
      return
    }
    setChecking(true)
    const result = await call('accountVerification', { body: { email, name, otp: code, regenerate: false } })
    setChecking(false)
    if (result.ok) return onVerified()
    setRefusal(result.kind === 'refused' ? result.message : tryAgain)
    setCode('')
    input.current?.focus()
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Verify your email"
      above={
        <IconTile world="guess" size="xl">
          <Mail size={27} />
        </IconTile>
      }
      initialFocus={input}
    >
      <p className="mt-1.5 text-ink2">
        {request.sending ? 'Sending a 4-digit code to' : 'We sent a 4-digit code to'}{' '}
        <b className="font-680 break-words text-ink">{email}</b>
      </p>
      <form onSubmit={check} noValidate>
        <CodeField
          ref={input}
          label="4-digit code"
          hint="Digits are hidden while you type."
          value={code}
          length={digits}
          error={refusal ?? request.error}
          onChange={(next) => {
            setCode(next)
            setRefusal(undefined)
          }}
        />
        <Button type="submit" busy={checking} className="mt-4.5">
          Continue
        </Button>
      </form>
      <p className="mt-1 text-center text-sm">
        No code yet?{' '}
        {request.secondsLeft > 0 ? (
          <TextButton disabled className="text-ink2 hover:no-underline">
            Resend Code in {request.secondsLeft} s
          </TextButton>
        ) : (
          <TextButton onClick={resend} disabled={request.sending}>
            Resend Code
          </TextButton>
        )}
      </p>
    </Sheet>
  )
}
