import { useEffect } from 'react'
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

type Kept = Omit<SignUpDraft, 'password'>

/** A phone may discard the tab, such as while its player reads the mailed code. */
const kept = stored('sessionStorage', 'pipkin.signUp', json(parse))
/** Only in memory, while the player reads the terms. */
let password = ''
let verified: string | null = null

function parse(value: unknown): Kept {
  const { name, mobile, email, code, agreed }: Partial<Record<keyof Kept, unknown>> = Object(value)
  const text = (typed: unknown) => (typeof typed === 'string' ? typed : '')
  return {
    name: text(name),
    mobile: text(mobile),
    email: text(email),
    code: text(code),
    agreed: agreed === true,
  }
}

export const readDraft = (): SignUpDraft => ({ ...(kept.read() ?? parse(null)), password })
export function keepDraft({ password: typed, ...others }: SignUpDraft): void {
  password = typed
  kept.write(others)
}
function forgetTyped(): void {
  password = ''
  kept.write(undefined)
}
export const forgetDraft = (): void => {
  forgetTyped()
  verified = null
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
export const agreeInDraft = (): void => keepDraft({ ...readDraft(), agreed: true })

/** The address that was verified during this visit. */
export const verifiedEmail = (): string | null => verified
export const setVerifiedEmail = (email: string | null): void => {
  verified = email
}
