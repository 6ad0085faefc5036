import type { Answer, Call } from '@pipkin/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, type ButtonLook } from '../../../web/src/ui/button.tsx'
import { Field, FieldError } from '../../../web/src/ui/field.tsx'
import { call, NotDone } from '../call.ts'

/** A call that is an act: beside all else, it takes a reason. */
type ActCall = Call & { readonly answer: NonNullable<Call['answer']> }

/**
 * A button that asks for the reason of an act, does it, and says what came of it. `inputOf` makes
 * the call's input from the reason and the form's other fields (`fields`).
 */
export function ActButton<C extends ActCall>({
  act,
  label,
  title,
  look = 'line',
  reason = '',
  fields,
  inputOf,
  after,
}: {
  act: C
  label: string
  title: string
  look?: ButtonLook
  /** A reason that is given already, and may be changed. */
  reason?: string
  fields?: ReactNode
  inputOf: (reason: string, form: FormData) => Parameters<typeof call<C>>[1]
  /** What to show of the answer, beside the message. */
  after?: (answer: Answer<C>) => ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const client = useQueryClient()
  const [error, setError] = useState<string>()
  const [outcome, setOutcome] = useState<{ message: string; more: ReactNode }>()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (open) dialog.current?.showModal()
  }, [open])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(undefined)
    try {
      const done = await call(act, inputOf(String(form.get('reason')), form))
      setOutcome({ message: done.message, more: after?.(done.answer) })
      await client.invalidateQueries()
    } catch (error) {
      if (!(error instanceof NotDone)) throw error
      setError(error.message)
    } finally {
      setBusy(false)
    }
  }
  const ask = () => {
    setOutcome(undefined)
    setError(undefined)
    setOpen(true)
  }
  const close = () => dialog.current?.close()
  return (
    <>
      <Button look={look} size="small" onClick={ask}>
        {label}
      </Button>
      <dialog ref={dialog} className="sheet" aria-label={title} onClose={() => setOpen(false)}>
        <h2 className="text-h2">{title}</h2>
        {!open ? null : outcome ? (
          <>
            <p role="status" className="mt-3">
              {outcome.message}
            </p>
            {outcome.more}
            <div className="mt-4 flex justify-end">
              <Button look="line" size="small" onClick={close}>
                Close
              </Button>
            </div>
          </>
        ) : (
          <form onSubmit={(event) => void submit(event)}>
            {fields}
            <Field
              label="Reason"
              name="reason"
              defaultValue={reason}
              required
              minLength={3}
              maxLength={1_000}
              autoComplete="off"
              hint="It is kept for ever, with your name."
            />
            {error && <FieldError>{error}</FieldError>}
            <div className="mt-4 flex justify-end gap-3">
              <Button look="line" size="small" onClick={close}>
                Cancel
              </Button>
              <Button size="small" type="submit" busy={busy}>
                {label}
              </Button>
            </div>
          </form>
        )}
      </dialog>
    </>
  )
}
