import type { Call } from '../call.ts'
import { data, integer, list, nullable, object, optional, text, time } from '../wire.ts'

/** What the calls of the back office are made of. */

export const post = <const N extends string>(name: N) =>
  ({ name, method: 'POST', path: name }) as const satisfies Call
export const get = <const N extends string>(name: N) =>
  ({ name, method: 'GET', path: name }) as const satisfies Call

/** What a list by pages takes. */
export const page = { cursor: optional(text), limit: optional(integer) }

/** What an act answers. */
export const acted = data(
  object({
    /** Where it waits for a second person. */
    proposal: nullable(text),
    /** Of an invitation: where the new operator enters. */
    link: nullable(text),
  }),
)

/** A change in readable words; amounts in fkr. */
export const change = object({ what: text, before: text, after: text })

/** Versions of settings, the newest first, with what each changed. */
export const versions = data(
  object({
    versions: list(
      object({ version: integer, at: time, madeBy: text, reason: text, changes: list(change) }),
    ),
    next: nullable(text),
  }),
)
