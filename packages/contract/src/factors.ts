import type { Call } from './call.ts'
import { entered, type factor } from './entered.ts'
import { data, json, list, object, optional, text, type Value, word } from './wire.ts'

/** A code of the app or a recovery code, or what a passkey signed (WebAuthn's JSON). */
const proof = object({ code: optional(text), assertion: optional(json) })

/** The second step of a log-in, or all of it where a passkey alone logs in. */
export const giveSecondFactor = {
  name: 'giveSecondFactor',
  method: 'POST',
  path: 'secondFactor',
  body: proof,
  answer: data(entered),
} as const satisfies Call

/** A new secret for the authenticator app. It counts once `confirmTotp` has taken a code of it. */
export const startTotp = {
  name: 'startTotp',
  method: 'POST',
  path: 'startTotp',
  /** `uri` is what the QR code holds: `otpauth://totp/…`. */
  answer: data(object({ secret: text, uri: text })),
} as const satisfies Call

export const confirmTotp = {
  name: 'confirmTotp',
  method: 'POST',
  path: 'confirmTotp',
  body: object({ code: text }),
  /** Shown once: the server keeps a hash of each. */
  answer: data(object({ recoveryCodes: list(text) })),
} as const satisfies Call

export const removeTotp = {
  name: 'removeTotp',
  method: 'POST',
  path: 'removeTotp',
} as const satisfies Call

/** What the browser's WebAuthn call is given, with a challenge that is good once, for 5 minutes. */
export const passkeyOptions = {
  name: 'passkeyOptions',
  method: 'POST',
  path: 'passkeyOptions',
  body: object({ purpose: ['for', word('add', 'logIn', 'confirm')] }),
  answer: data(json),
} as const satisfies Call

export const addPasskey = {
  name: 'addPasskey',
  method: 'POST',
  path: 'addPasskey',
  body: object({ attestation: json, name: optional(text) }),
  /** Ten with the first factor, shown once; else none. */
  answer: data(object({ recoveryCodes: list(text) })),
} as const satisfies Call

export const removePasskey = {
  name: 'removePasskey',
  method: 'POST',
  path: 'removePasskey',
  body: object({ id: text }),
} as const satisfies Call

/** Mails a code by which a player without a second factor confirms. */
export const sendConfirmation = {
  name: 'sendConfirmation',
  method: 'POST',
  path: 'sendConfirmation',
} as const satisfies Call

/** Confirms that it is the player: this session may do what needs it for five minutes. */
export const confirmSession = {
  name: 'confirmSession',
  method: 'POST',
  path: 'confirm',
  body: proof,
} as const satisfies Call

export type Factor = Value<typeof factor>
