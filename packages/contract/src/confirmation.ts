import { list, object, type Value, word } from './wire.ts'

/** The ways to confirm a session: a mailed code only if the player has no second factor. */
export const confirmation = /* @__PURE__ */ object({
  confirm: list(word('totp', 'passkey', 'mail')),
})

export type Confirmation = Value<typeof confirmation>
export type ConfirmWay = Confirmation['confirm'][number]
