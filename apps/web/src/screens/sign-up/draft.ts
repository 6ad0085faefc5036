/** What is typed in the sign-up form. It survives a look at the terms, in memory alone. */
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
/** *Agree* under the terms ticks the box of a form that waits. */
export const agreeInDraft = (): void => keepDraft({ ...draft, agreed: true })

/** The address that this browser has verified in this visit. */
export const verifiedEmail = (): string | null => verified
export const setVerifiedEmail = (email: string | null): void => {
  verified = email
}
