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

/** What the calls of the back office are made of. */

export const post = <const N extends string>(name: N) =>
  ({ name, method: 'POST', path: name }) as const satisfies Call
export const get = <const N extends string>(name: N) =>
  ({ name, method: 'GET', path: name }) as const satisfies Call

/**
 * A list by pages: the rows that it answers under their name, and what it takes beside the page.
 * `next` is the cursor of the page after this one.
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
    /** Where it waits for a second person. */
    proposal: nullable(text),
    /** Where an invited operator enters. */
    link: nullable(text),
    /** What the link, which the second person is given, needs beside it. */
    code: nullable(text),
  }),
)

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
