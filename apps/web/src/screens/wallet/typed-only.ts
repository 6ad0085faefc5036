import type { UseFormRegisterReturn } from 'react-hook-form'

/** A registered field in which only what `keep` keeps of the text stays. */
export const typedOnly = <Name extends string>(
  keep: (text: string) => string,
  field: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> => ({
  ...field,
  onChange(event: { target: { value: string } }) {
    const kept = keep(event.target.value)
    // Set only where it differs: setting it moves the caret to the end.
    if (kept !== event.target.value) event.target.value = kept
    return field.onChange(event)
  },
})
