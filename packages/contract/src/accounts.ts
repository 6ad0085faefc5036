import type { Call } from './call.ts'
import { data, integer, object, only, optional, text } from './wire.ts'

/** Mails a four-digit code to an address. */
export const sendCode = {
  name: 'sendCode',
  method: 'POST',
  path: 'accountVerification',
  body: object(
    { email: text, name: optional(text) },
    { otp: { value: '', mayBeMissing: true }, regenerate: true },
  ),
  /** How long until another code may be asked for. Left out, it is 60 s. */
  answer: object({ waitSeconds: optional(integer) }),
  lowerCase: true,
} as const satisfies Call

/** Checks the code that was mailed to an address. */
export const checkCode = {
  name: 'checkCode',
  method: 'POST',
  path: 'accountVerification',
  body: object(
    { email: text, name: optional(text), code: ['otp', optional(text)] },
    { regenerate: { value: false, mayBeMissing: true } },
  ),
  lowerCase: true,
} as const satisfies Call

export const signUp = {
  name: 'signUp',
  method: 'POST',
  path: 'signUp',
  body: object({
    name: ['Name', optional(text)],
    mobile: ['Mobile_No', optional(text)],
    password: ['Password', optional(text)],
    email: ['Email_Id', optional(text)],
    inviteCode: ['Invite_Code', optional(text)],
  }),
  answer: data(object({ player: ['id', integer] })),
} as const satisfies Call

export const logIn = {
  name: 'logIn',
  method: 'POST',
  path: 'userLogin',
  body: object({
    mobile: ['Mobile_No', optional(text)],
    password: ['Password', optional(text)],
  }),
  answer: data(only(object({ player: ['id', integer], name: text, mobile: ['Mobile_No', text] }))),
} as const satisfies Call

export const logOut = { name: 'logOut', method: 'POST', path: 'logout' } as const satisfies Call

/** Whether an id is the session's own. What isn't an id is answered like another player's. */
export const verifyPlayer = {
  name: 'verifyPlayer',
  method: 'POST',
  path: 'verify-user',
  body: object({ player: ['id', optional(anyId())] }),
  lowerCase: true,
} as const satisfies Call

/* @__NO_SIDE_EFFECTS__ */
function anyId() {
  return {
    ...integer,
    encode: (id: number | null): unknown => id,
    decode(wire: unknown): number | null {
      try {
        const id = integer.decode(wire)
        return Number.isSafeInteger(id) && id >= 0 ? id : null
      } catch {
        return null
      }
    },
  }
}
