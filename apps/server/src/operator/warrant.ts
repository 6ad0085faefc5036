import { type DeskRefusal, deskRefusals } from '@pipkin/contract/desk/rules'
import type { Queryable, Statement } from '../platform/database/database.ts'

/** Who does an act, and why. Both are required, and kept with the act for ever. */
export interface Warrant {
  readonly by: string
  /** At least three characters. */
  readonly reason: string
}

export interface OperatorDeps {
  /** A login that is only in the role pipkin_operator. */
  readonly database: Queryable
  /** Takes a line about work that lasts. */
  say?(line: string): void
}

/** Refusals of commands alone, or worded for them; the back office's texts serve for the others. */
const ofCommands = {
  notExcluded: 'The player is not self-excluded.',
  excludedStill: 'The time of the self-exclusion is not over.',
  mayBePaid:
    'Tokens have moved for it, or the scanner has not come to its block yet: release it, or try again later.',
  notScanned:
    'The worker has not read the chain up to the restore yet: start it, and try again when it has.',
  doesNotFit:
    'No unexplained transfer with this hash fits it in wallet and amount, or it waits for another reason.',
  noDust: 'There is no dust to explain.',
  accountClosed: 'The account is closed: close its case in the back office.',
  takesTwo: 'This takes two people: propose it in the back office.',
} as const

type Refusal = keyof typeof ofCommands | DeskRefusal

const isOfCommands = (refusal: Refusal): refusal is keyof typeof ofCommands => refusal in ofCommands

const whyOf = (refusal: Refusal): string =>
  isOfCommands(refusal) ? ofCommands[refusal] : deskRefusals[refusal][1]

/** The result of an act, or one sentence that says why it was not done. */
export type Outcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string }

/** The outcome of an act that wasn't done, with the reason for the operator. */
export const refused = (why: string): { readonly ok: false; readonly why: string } => ({
  ok: false,
  why,
})

/**
 * Does an act: calls a function of the schema `operator`, which records the act in the same
 * database transaction. The function's first two parameters are the warrant; it answers null or a
 * refusal.
 */
export async function act(
  { database }: OperatorDeps,
  { by, reason }: Warrant,
  statement: Statement,
  values: readonly unknown[],
): Promise<Outcome> {
  const why = whyNoWarrant({ by, reason })
  if (why) return refused(why)
  const [row] = await database.rows<{ refusal: Refusal | null }>(statement, [by, reason, ...values])
  return row?.refusal ? refused(whyOf(row.refusal)) : { ok: true, value: undefined }
}

/** One sentence where a warrant lacks a name or a reason, else null. */
export function whyNoWarrant({ by, reason }: Warrant): string | null {
  if (!/^\P{Cc}{1,100}$/u.test(by)) return 'Who are you? Give a name by --by or in OPERATOR.'
  if (reason.trim().length < 3 || reason.length > 1_000)
    return 'Why? Give a reason of 3 to 1,000 characters by --reason.'
  return null
}
