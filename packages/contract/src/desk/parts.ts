import type { Call } from '../call.ts'
import { data, nullable, object, text } from '../wire.ts'

/* What the calls of the back office share. */

export const post = <const N extends string>(name: N) =>
  ({ name, method: 'POST', path: name }) as const satisfies Call
export const get = <const N extends string>(name: N) =>
  ({ name, method: 'GET', path: name }) as const satisfies Call

/** What every act answers. */
export const acted = data(
  object({
    /** Where it waits for a second person. */
    proposal: nullable(text),
    /** Of an invitation: where the new operator enters. */
    link: nullable(text),
  }),
)
