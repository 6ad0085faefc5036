import { json, stored } from '../../../web/src/browser/storage.ts'
import type { Typed } from './typed.ts'

/** What an operator has typed and not sent, by the form's name. */
export interface Kept {
  get(form: string): Typed | undefined
  set(form: string, typed: Typed): void
  delete(form: string): void
}

interface Forms {
  readonly operator: number
  /** When anything of it was typed or done last (`Date.now`). */
  readonly typedAt: number
  readonly forms: ReadonlyMap<string, Typed>
}

/** Longer than a shift, since a session ends in a meal's time; shorter than until the next one. */
const keptForMs = 12 * 3_600_000

/** Survives a reload, not the tab's end. Of one operator: colleagues may share the computer. */
const ofTab = stored(
  'sessionStorage',
  'typed',
  json(parse, ({ forms, ...written }) => ({
    ...written,
    forms: [...forms].map(([name, typed]) => [name, [...typed]]),
  })),
)

/** What is kept, unless it is too old. */
function readNew(): Forms | undefined {
  const read = ofTab.read()
  return read && Date.now() - read.typedAt < keptForMs ? read : undefined
}

const none: ReadonlyMap<string, Typed> = new Map()

/** What this operator has typed in this tab. The first write forgets another operator’s. */
export function keptOf(operator: number): Kept {
  const forms = () => {
    const read = readNew()
    return read?.operator === operator ? read.forms : none
  }
  const write = (forms: ReadonlyMap<string, Typed>) =>
    ofTab.write({ operator, typedAt: Date.now(), forms })
  return {
    get: (form) => forms().get(form),
    set: (form, typed) => write(new Map([...forms(), [form, typed]])),
    delete(form) {
      const left = new Map(forms())
      if (left.delete(form)) write(left)
    },
  }
}

/** Called at the log-out, and when another operator logs in. `but`: the operator whose stays. */
export function forgetKept(but?: number): void {
  if (ofTab.read()?.operator !== but) ofTab.write(undefined)
}

/** Forgets what its operator has left for too long. Whether there was any. */
export function forgetOld(): boolean {
  const isOld = ofTab.read() !== readNew()
  if (isOld) ofTab.write(undefined)
  return isOld
}

function parse(value: unknown): Forms | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { operator, typedAt, forms }: Partial<Record<keyof Forms, unknown>> = value
  if (typeof operator !== 'number' || typeof typedAt !== 'number' || !Array.isArray(forms))
    return undefined
  return {
    operator,
    typedAt,
    forms: new Map(
      forms.filter(isForm).map(([name, fields]) => [name, new Map(fields.filter(isField))]),
    ),
  }
}

const isPair = (value: unknown): value is [string, unknown] =>
  Array.isArray(value) && typeof value[0] === 'string'
const isForm = (value: unknown): value is [string, unknown[]] =>
  isPair(value) && Array.isArray(value[1])
const isField = (value: unknown): value is [string, string | boolean] =>
  isPair(value) && (typeof value[1] === 'string' || typeof value[1] === 'boolean')
