import type { UseFormRegisterReturn } from 'react-hook-form'

/** From what a field shows now to what it keeps. */
type Restrict = (target: Target) => string
type Target = EventTarget & Pick<HTMLInputElement, 'value'>

/** A registered field that keeps only what `restrict` leaves of the typed text. */
export const restrictInput = <Name extends string>(
  restrict: Restrict,
  field: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> => ({
  ...field,
  onChange(event: { target: Target }) {
    const kept = restrict(event.target)
    // Only if it differs: setting the value moves the caret to the end.
    if (kept !== event.target.value) event.target.value = kept
    return field.onChange(event)
  },
})

/** The digits before a point that was typed last; forgotten at the next other input. */
const beforePoint = new WeakMap<Target, string>()

/**
 * The leading digits of a whole amount that is typed or pasted: `12.50` never becomes `1250`. While
 * someone types it, the point is removed before the digits after it arrive, so these are dropped
 * too.
 */
export function wholeAmountDigits(target: Target): string {
  const { value } = target
  const before = beforePoint.get(target)
  if (before !== undefined && value.length === before.length + 1 && value.startsWith(before))
    return before
  const [, digits = '', point] = /^\s*([0-9]*)([.,]?)/.exec(value) ?? []
  if (point) {
    beforePoint.set(target, digits)
    target.addEventListener('blur', () => beforePoint.delete(target), { once: true })
  } else beforePoint.delete(target)
  return digits
}

/** The digits of an id: `ID 5190 7263` becomes `51907263`. */
export const idDigits: Restrict = ({ value }) => value.replace(/[^0-9]/g, '')

/** The characters that an email address may have. */
export const emailCharacters: Restrict = ({ value }) => value.replace(/[^A-Za-z0-9._%+\-@]/g, '')
