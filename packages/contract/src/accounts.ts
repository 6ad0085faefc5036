import type { Call } from './call.ts'
import { entered, factor } from './entered.ts'
import { data, either, integer, list, object, optional, text } from './wire.ts'

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

/** Mails a link to whom an address belongs, if it belongs to an account. */
export const forgotPassword = {
  name: 'forgotPassword',
  method: 'POST',
  path: 'forgotPassword',
  body: object({ email: text }),
} as const satisfies Call

/** Sets a new password by the token of a mailed link. */
export const resetPassword = {
  name: 'resetPassword',
  method: 'POST',
  path: 'resetPassword',
  body: object({ token: text, newPassword: ['password', text] }),
} as const satisfies Call

export const logIn = {
  name: 'logIn',
  method: 'POST',
  path: 'userLogin',
  body: object({
    mobile: ['Mobile_No', optional(text)],
    password: ['Password', optional(text)],
  }),
  /** No session is open yet where the player has a second factor. */
  answer: data(either(entered, object({ secondFactor: list(factor) }))),
} as const satisfies Call
