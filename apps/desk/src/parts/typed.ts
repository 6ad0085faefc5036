/** What was typed or chosen in a form: by field name, each value that differs from its default. */
export type Typed = ReadonlyMap<string, string | boolean>

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

const controlsOf = (form: HTMLFormElement): readonly Control[] =>
  [...form.elements].filter(isControl).filter(({ name }) => name !== '')

const isBox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

function isTyped(control: Control): boolean {
  if (control instanceof HTMLSelectElement)
    return ![...control.selectedOptions].every(({ defaultSelected }) => defaultSelected)
  if (isBox(control)) return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

/** An option that was chosen may have gone since. */
const mayHold = (control: Control, value: string | boolean) =>
  !(control instanceof HTMLSelectElement) ||
  [...control.options].some((option) => option.value === value)

export const typedIn = (form: HTMLFormElement): Typed =>
  new Map(
    controlsOf(form)
      .filter(isTyped)
      .map((control) => [control.name, isBox(control) ? control.checked : control.value]),
  )

/**
 * Types it again. The other fields keep the form's present defaults, so that what colleagues
 * changed meanwhile isn't changed back.
 */
export function typeAgain(form: HTMLFormElement, typed: Typed): void {
  for (const control of controlsOf(form)) {
    const value = typed.get(control.name)
    if (value === undefined || !mayHold(control, value)) continue
    if (typeof value === 'string') control.value = value
    else if (isBox(control)) control.checked = value
    control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Resets the form to its defaults. */
export function startOver(form: HTMLFormElement): void {
  form.reset()
  for (const control of controlsOf(form))
    control.dispatchEvent(new Event('input', { bubbles: true }))
}
