import { longestMessage, validateVisitorMessage, writeAsVisitor } from '@pipkin/contract'
import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { isKept, visitorMessage } from './drafts.ts'

/** A message of a visitor, or of a player who can't log in; the answer comes by mail. */
export function VisitorForm() {
  const [errors, setErrors] = useState<Partial<Typed>>({})
  const [sent, setSent] = useState<number>()
  const [busy, setBusy] = useState(false)
  const [kept] = useState(visitorMessage.read)

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = typedIn(event.currentTarget)
    const email = typed.email.trim()
    const { text } = typed
    const wrong = validateVisitorMessage({ email, text })
    setErrors(wrong)
    const [first] = Object.keys(wrong)
    if (first !== undefined)
      return event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    setBusy(true)
    const result = await call(writeAsVisitor, { email, text })
    setBusy(false)
    if (!result.ok) return setErrors({ text: failureMessage(result) })
    visitorMessage.forget()
    setSent(result.answer.caseId)
  }

  if (sent !== undefined)
    return (
      <p ref={(said) => said?.focus()} role="status" tabIndex={-1} className="mt-2 outline-none">
        Your case number is <b className="font-680">{sent}</b>. The answer comes by mail.
      </p>
    )
  return (
    <>
      <LogInInstead />
      <form
        onSubmit={(event) => void send(event)}
        onChange={({ currentTarget }) => visitorMessage.write(typedIn(currentTarget))}
        noValidate
      >
        <Field
          label="Your email address"
          name="email"
          defaultValue={kept?.email}
          type="email"
          autoComplete="email"
          dense
          className="mt-2.5"
          error={errors.email}
        />
        <TextArea
          label="Your message"
          name="text"
          rows={4}
          className="mt-2.5"
          defaultValue={kept?.text}
          maxLength={longestMessage}
          readOnly={busy}
          error={errors.text}
        />
        <Button type="submit" busy={busy} className="mt-3">
          Send
        </Button>
      </form>
    </>
  )
}

/** The way to log in, and to what a player has written before. */
function LogInInstead() {
  const { pathname, search } = useLocation()
  return (
    <p className="px-0.5 text-sm text-ink2">
      {isKept()
        ? 'You were logged out. What you wrote is kept: '
        : "Write to us without an account, or where you can't log in. The answer comes by mail. With an account, "}
      <TextLink to="/login" state={{ from: pathname + search }}>
        log in
      </TextLink>{' '}
      {isKept() ? 'to go on.' : 'to follow it here.'}
    </p>
  )
}

interface Typed {
  readonly email: string
  readonly text: string
}

function typedIn(form: HTMLFormElement): Typed {
  const typed = new FormData(form)
  return { email: String(typed.get('email')), text: String(typed.get('text')) }
}
