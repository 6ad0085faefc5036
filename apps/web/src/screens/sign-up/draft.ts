import { useEffect } from 'react'

/** What was typed in the sign-up form, kept in memory while the player reads the terms. */
export interface SignUpDraft {
  readonly name: string
  readonly mobile: string
  readonly password: string
  readonly email: string
  readonly code: string
  readonly agreed: boolean
}

const empty: SignUpDraft = {
  name: '',
  mobile: '',
  password: '',
  email: '',
  code: '',
  agreed: false,
}
let draft = empty
let verified: string | null = null

export const readDraft = (): SignUpDraft => draft
export const keepDraft = (next: SignUpDraft): void => {
  draft = next
}
export const forgetDraft = (): void => {
  draft = empty
  verified = null
}

const places: readonly string[] = ['/signup', '/account/terms-conditions']
/** Forgets what was typed, a password too, once the visitor leaves the form and its terms. */
export const useDraftUntilElsewhere = (): void =>
  useEffect(
    () => () => {
      if (!places.includes(location.pathname)) draft = empty
    },
    [],
  )

/** *Agree* under the terms ticks the form's checkbox. */
export const agreeInDraft = (): void => keepDraft({ ...draft, agreed: true })

/** The address that was verified during this visit. */
export const verifiedEmail = (): string | null => verified
export const setVerifiedEmail = (email: string | null): void => {
  verified = email
}
