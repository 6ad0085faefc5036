import type { Call } from './call.ts'
import { boolean, integer, object, optional, text } from './wire.ts'

/** A header of what a screen reads by itself: it keeps no session alive. */
export const againHeader = 'pipkin-again'

export const logOut = { name: 'logOut', method: 'POST', path: 'logout' } as const satisfies Call

/** Whether an id is the session's own. Anything but an id is answered like another player's. */
export const verifyPlayer = {
  name: 'verifyPlayer',
  method: 'POST',
  path: 'verify-user',
  body: object({ player: ['id', optional(anyId())] }),
  answer: object({
    /** Minutes without a touch after which the page asks whether the player is there. */
    idleMinutes: ['Idle_Minutes', optional(integer)],
    /** Terms were published that the player hasn't accepted. */
    hasNewTerms: ['New_Terms', optional(boolean)],
    /** Some of them are in effect: no money comes in before they are accepted. */
    termsDue: ['Terms_Due', optional(boolean)],
    /** Sends to other players aren't offered. */
    noSends: ['No_Sends', optional(boolean)],
    /** What one fkr is worth, if amounts show it: `0.01 EUR`. */
    fkrIs: ['Fkr_Is', optional(text)],
  }),
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
