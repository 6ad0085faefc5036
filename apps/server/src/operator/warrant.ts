import type { Queryable, Statement } from '../platform/database/database.ts'

/**
 * In whose name an act is done, and why: without both nothing is. They are kept with the act for
 * ever.
 */
export interface Warrant {
  readonly by: string
  /** At least three signs. */
  readonly reason: string
}

/**
 * What the operator's acts work with: a login in the role pipkin_operator, which can do nothing
 * else.
 */
export interface OperatorDeps {
  readonly database: Queryable
}

const refusals = {
  unknownPlayer: 'There is no such player.',
  unknownOperation: 'There is no such deposit or withdrawal.',
  notInReview: 'It is not waiting for an operator.',
  mayBePaid:
    'Tokens have moved for it, or the scanner has not come to its block yet: release it, or try again later.',
  unknownTransfer: 'The scanner has seen no transfer with this hash.',
  unknownCase: 'There is no such case.',
  caseClosed: 'The case is closed already.',
  noAnswer: 'An answer is needed: the player reads it.',
  unknownGame: 'There is no such game.',
  alreadySo: 'It is so already.',
} as const

export type OperatorRefusal = keyof typeof refusals

/** An act that was done, or one sentence that says why not. */
export type Outcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string }

export const refused = (why: string): { readonly ok: false; readonly why: string } => ({
  ok: false,
  why,
})

/**
 * Does an act: one call of a function of the schema `operator`, which writes it down in the same
 * database transaction. The function's first two parameters are the warrant; it answers null, or
 * why not.
 */
export async function act(
  { database }: OperatorDeps,
  { by, reason }: Warrant,
  statement: Statement,
  values: readonly unknown[],
): Promise<Outcome> {
  const why = whyNoWarrant({ by, reason })
  if (why) return refused(why)
  const [row] = await database.rows<{ refusal: OperatorRefusal | null }>(statement, [
    by,
    reason,
    ...values,
  ])
  return row?.refusal ? refused(refusals[row.refusal]) : { ok: true, value: undefined }
}

export function whyNoWarrant({ by, reason }: Warrant): string | null {
  if (!/^\P{Cc}{1,100}$/u.test(by)) return 'Who are you? Give a name by --by or in OPERATOR.'
  if (reason.trim().length < 3 || reason.length > 1_000) return 'Why? Give a reason by --reason.'
  return null
}
