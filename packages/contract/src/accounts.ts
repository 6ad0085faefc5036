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
