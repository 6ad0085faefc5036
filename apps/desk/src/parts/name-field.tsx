import { Field } from '../../../web/src/ui/field.tsx'

/** A field for an operator's name. A comma would let one name read as two people's. */
export const NameField = ({ label, autoComplete }: { label: string; autoComplete: string }) => (
  <Field
    label={label}
    name="name"
    required
    maxLength={60}
    pattern="[^, ]+( [^, ]+)*"
    title="Words with one space between them, without a comma"
    autoComplete={autoComplete}
  />
)
