import { useEffect } from 'react'
import { createStore } from '../../browser/listeners.ts'
import { json, stored } from '../../browser/storage.ts'

/** What was typed in the sign-up form. */
export interface SignUpDraft {
  readonly name: string
  readonly mobile: string
  readonly password: string
  readonly email: string
  readonly code: string
  readonly agreed: boolean
}

interface Kept extends Omit<SignUpDraft, 'password'> {
  /** The code of the link by which the form was opened, or empty. */
  readonly invite: string
}

/** A phone may discard the tab, such as while its player reads the mailed code. */
const kept = stored('sessionStorage', 'pipkin.signUp', json(parse))
/** Only in memory, while the player reads the terms. */
let password = ''
/** The address that was verified during this visit. */
export const verifiedEmail = createStore<string | null>(null)

function parse(value: unknown): Kept {
  const typed: Partial<Record<keyof Kept, unknown>> = Object(value)
  const { name, mobile, email, code, invite, agreed } = typed
  const text = (one: unknown) => (typeof one === 'string' ? one : '')
  return {
    name: text(name),
    mobile: text(mobile),
    email: text(email),
    code: text(code),
    invite: text(invite),
    agreed: agreed === true,
  }
}

const readKept = (): Kept => kept.read() ?? parse(null)

/** The draft of a form that a link with this code opens. Another link's code comes in place. */
export function readDraft(invite: string): SignUpDraft {
  const { invite: before, code, ...others } = readKept()
  return { ...others, code: before === invite ? code : invite || code, password }
}
export function keepDraft({ password: typed, ...others }: SignUpDraft, invite: string): void {
  password = typed
  kept.write({ ...others, invite })
}
function forgetTyped(): void {
  password = ''
  kept.write(undefined)
}
export const forgetDraft = (): void => {
  forgetTyped()
  verifiedEmail.set(null)
}

const places: readonly string[] = ['/signup', '/account/terms-conditions']
/** Forgets what was typed, a password too, once the visitor leaves the form and its terms. */
export const useDraftUntilElsewhere = (): void =>
  useEffect(
    () => () => {
      if (!places.includes(location.pathname)) forgetTyped()
    },
    [],
  )

/** *Agree* under the terms ticks the form's checkbox. */
export const agreeInDraft = (): void => kept.write({ ...readKept(), agreed: true })
