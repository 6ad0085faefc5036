import { list, object, type Value, word } from './wire.ts'

/** What a session can be confirmed by: a mailed code where the player has no second factor. */
export const confirmation = /* @__PURE__ */ object({
  confirm: list(word('totp', 'passkey', 'mail')),
})

export type Confirmation = Value<typeof confirmation>
export type ConfirmWay = Confirmation['confirm'][number]
