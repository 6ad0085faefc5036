import { KeyRound } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Field } from '../../ui/field.tsx'
import type { FactorFormProps } from './ways.ts'

const kinds = {
  app: {
    text: 'Open your authenticator app and enter its code for Pipkin.',
    label: 'Code of your app',
    hint: '6 digits. A new one comes every 30 seconds.',
    missing: 'Please enter the code of your app',
  },
  recovery: {
    text: 'Enter one of the ten recovery codes that you kept.',
    label: 'Recovery code',
    hint: 'Each works once.',
    missing: 'Please enter a recovery code',
  },
  mail: {
    text: '',
    label: 'Code of the mail',
    hint: '6 digits, for 10 minutes.',
    missing: 'Please enter the code of the mail',
  },
} as const

/** Digits of a code of the app, and of a mailed one. */
const digits = 6

interface CodeFormProps extends Pick<FactorFormProps, 'give' | 'first'> {
  kind: keyof typeof kinds
  /** In place of the kind's own. */
  text?: ReactNode
  error?: string | undefined
}

/** Takes a code that the player types. */
export function CodeForm({ give, first, kind, text, error }: CodeFormProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const its = kinds[kind]

  const startOver = (message: string) => {
    setTyped('')
    setRefusal(message)
    first.current?.focus()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const code = typed.trim()
    // A short code is wrong: sending it would cost an attempt.
    if (kind === 'recovery' ? code === '' : code.length < digits) return startOver(its.missing)
    if (busy) return
    setBusy(true)
    const wrong = await give({ code })
    setBusy(false)
    if (wrong !== undefined) startOver(wrong)
  }

  const change = (next: string) => {
    setTyped(next)
    setRefusal(undefined)
  }
  const ref = (element: HTMLElement | null) => {
    first.current = element
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className="mt-1.5 text-ink2">{text ?? its.text}</p>
      {kind === 'recovery' ? (
        <Field
          ref={ref}
          className="mt-4.5"
          label={its.label}
          hint={its.hint}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          icon={<KeyRound size={20} aria-hidden />}
          value={typed}
          onChange={({ target }) => change(target.value)}
          error={refusal}
        />
      ) : (
        <CodeField
          ref={ref}
          label={its.label}
          hint={its.hint}
          value={typed}
          length={digits}
          error={refusal ?? error}
          onChange={change}
        />
      )}
      <Button type="submit" busy={busy} className="mt-4.5">
        Continue
      </Button>
    </form>
  )
}
