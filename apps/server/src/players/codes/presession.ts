import type { Caller } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { Surroundings } from '../../platform/process/clock.ts'

/** How long a verified address belongs to the browser. */
const lifeSeconds = 30 * 60

/**
 * A fresh pre-session: its hash, and `give` to hand its token to the browser. A token is never
 * taken from the client.
 */
export function newPresession(surroundings: Surroundings): {
  hash: Buffer
  give(caller: Caller): void
} {
  const token = surroundings.randomBytes(32)
  return {
    hash: tokenHash(token),
    give: (caller) => caller.setCookie('presession', token, lifeSeconds),
  }
}
