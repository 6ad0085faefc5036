import { Field } from '../../../web/src/ui/field.tsx'

interface TimeInputProps {
  label: string
  name: string
  at: Date
  hint?: string
}

/** A field for a time in UTC, as times are shown: not in the browser’s zone. */
export const TimeInput = ({ label, at, ...field }: TimeInputProps) => (
  <Field
    {...field}
    label={`${label} (UTC)`}
    type="datetime-local"
    required
    // Without it, the year takes six digits: those that are typed of the hour, too.
    max="9999-12-31T23:59"
    defaultValue={at.toISOString().slice(0, 16)}
  />
)

/** What such a field holds. */
export const timeIn = (form: FormData, name: string): Date => new Date(`${form.get(name)}Z`)
