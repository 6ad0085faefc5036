import { integer, object, only, text, word } from './wire.ts'

/** Who has just logged in. */
export const entered = /* @__PURE__ */ only(
  object({ player: ['id', integer], name: text, mobile: ['Mobile_No', text] }),
)

/** A second factor: an authenticator app (its recovery codes included) or a passkey. */
export const factor = /* @__PURE__ */ word('totp', 'passkey')
