import type { Call } from '../call.ts'
import {
  data,
  type Fields,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  time,
} from '../wire.ts'

/** The building blocks of the back office's calls. */

export const post = <const N extends string>(name: N) =>
  ({ name, method: 'POST', path: name }) as const satisfies Call
/** A call that only reads. */
export const get = <const N extends string>(name: N) =>
  ({ name, method: 'GET', path: name }) as const satisfies Call

/**
 * A list by pages: the named rows of its answer, and its input beside the page. `next` is the
 * cursor of the next page.
 */
export const pageOf = <const N extends string, R extends Fields, Q extends Fields>(
  name: N,
  rows: R,
  query: Q,
) => ({
  ...get(name),
  query: object({ ...query, cursor: optional(text), limit: optional(integer) }),
  answer: data(object({ ...rows, next: nullable(text) })),
})

/** What an act answers. */
export const acted = data(
  object({
    /** The proposal, if the act waits for a second person. */
    proposal: nullable(text),
    /** The link by which an invited operator enters. */
    link: nullable(text),
    /** The code that the link needs too; the link itself is given to the second person. */
    code: nullable(text),
  }),
)

/** An act on a player, with nothing to say but why. */
export const ofPlayer = { body: object({ player: integer, reason: text }), answer: acted }

/**
 * A change in readable words; amounts in fkr. Null: the thing wasn't there before, or isn't after.
 */
export const change = object({ what: text, before: nullable(text), after: nullable(text) })

/** Versions of settings, the newest first, with what each changed. */
export const versions = {
  versions: list(
    object({ version: integer, at: time, madeBy: text, reason: text, changes: list(change) }),
  ),
}
