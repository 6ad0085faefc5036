import type { UseFormRegisterReturn } from 'react-hook-form'

/** From what a field shows now to what it keeps. */
type Restrict = (text: string) => string

/** A registered field that keeps only what `restrict` leaves of the typed text. */
export const restrictInput = <Name extends string>(
  restrict: Restrict,
  field: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> => ({
  ...field,
  onChange(event: { target: { value: string } }) {
    const { target } = event
    const kept = restrict(target.value)
    // Only if it differs: setting the value moves the caret to the end.
    if (kept !== target.value) target.value = kept
    return field.onChange(event)
  },
})

const beside = '[\\p{L}\\p{Sc}\\s]*'
const digitsAlone = new RegExp(`^${beside}(\\d*)${beside}$`, 'u')

/**
 * The digits of a whole amount without the letters, spaces and currency signs beside them. Any
 * other text may mean another amount, such as `1,000`, `12.50` or `-5`: it stays as it is, to be
 * refused.
 */
export const wholeAmountDigits: Restrict = (text) => digitsAlone.exec(text)?.[1] ?? text

const hundredthsToo = new RegExp(`^${beside}(\\d+)(?:[.,](\\d{0,2}))?${beside}$`, 'u')

/**
 * The same of an amount that may have hundredths. A comma before them becomes a point: in many
 * languages a phone's keypad has no point.
 */
export const amountDigits: Restrict = (text) =>
  text.replace(hundredthsToo, (_, whole: string, rest?: string) =>
    rest === undefined ? whole : `${whole}.${rest}`,
  )

/** The digits of an id: `ID 5190 7263` becomes `51907263`. */
export const idDigits: Restrict = (text) => text.replace(/[^0-9]/g, '')

/** The characters that an email address may have. */
export const emailCharacters: Restrict = (text) => text.replace(/[^A-Za-z0-9._%+\-@]/g, '')
