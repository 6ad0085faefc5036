import { type Limits, setBirthDate } from '@pipkin/contract'
import { type SubmitEvent, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { showLimits } from '../../api/limits.ts'
import { dayText } from '../../browser/dates.ts'
import { createDrafts, useDraft } from '../../forms/drafts.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { toast } from '../../ui/toasts.ts'

const drafts = createDrafts<{ born: string }>()

/** Asks when the player was born, where a rule needs the age. It is said once. */
export function BirthDate({ playerId, limits }: { playerId: number; limits: Limits }) {
  const { draft, change } = useDraft(drafts, playerId, '', { born: '' })
  const { born } = draft
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  if (limits.birthDate === null && !limits.offers.asksBirthDate) return null

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!/^\d{4}-\d{2}-\d{2}$/.test(born)) {
      field.current?.focus()
      return setError('Enter the whole date')
    }
    setBusy(true)
    const result = await showLimits(call(setBirthDate, { birthDate: born }))
    setBusy(false)
    if (!result.ok) return setError(failureMessage(result))
    toast.success('Your birth date is kept')
  }

  return (
    // Keeps the focus of the form, which goes.
    <section aria-label="Your age" tabIndex={-1} className="outline-none">
      <SectionHead title="Your age" className="mt-5 mb-1" />
      {limits.birthDate === null ? (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <p className="text-sm text-ink2">
            Some limits depend on it. Until you say it, those for players under 25 hold.
          </p>
          <Field
            ref={field}
            label="Born on"
            type="date"
            autoComplete="bday"
            className="mt-2"
            value={born}
            error={error}
            hint="It can't be changed later."
            onChange={(event) => {
              change({ born: event.target.value })
              setError(undefined)
            }}
          />
          <Button type="submit" look="line" size="medium" className="mt-2.5" busy={busy}>
            Keep my birth date
          </Button>
        </form>
      ) : (
        <p className="text-sm text-ink2">
          Born on {dayText(new Date(`${limits.birthDate}T00:00`))}.
        </p>
      )}
    </section>
  )
}
