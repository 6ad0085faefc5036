import type { UseFormRegisterReturn } from 'react-hook-form'

/** A registered field that keeps only what `restrict` returns of the typed text. */
export const restrictInput = <Name extends string>(
  restrict: (text: string) => string,
  field: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> => ({
  ...field,
  onChange(event: { target: { value: string } }) {
    const kept = restrict(event.target.value)
    // Setting the value moves the caret to the end: only if it differs.
    if (kept !== event.target.value) event.target.value = kept
    return field.onChange(event)
  },
})

/**
 * The leading digits of what is typed or pasted as a whole amount: `12.50` never becomes `1250`.
 */
export const wholeAmountDigits = (text: string): string => /^\s*([0-9]*)/.exec(text)?.[1] ?? ''

/** The digits of an id: `ID 5190 7263` becomes `51907263`. */
export const idDigits = (text: string): string => text.replace(/[^0-9]/g, '')

/** The characters that an email address may have. */
export const emailCharacters = (text: string): string => text.replace(/[^A-Za-z0-9._%+\-@]/g, '')
