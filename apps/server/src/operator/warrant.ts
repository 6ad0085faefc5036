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
}

const refusals = {
  unknownPlayer: 'There is no such player.',
  notExcluded: 'The player is not self-excluded.',
  excludedStill: 'The time of the self-exclusion is not over.',
  breakLasts: 'A break that is as long lasts already.',
  limitIsLower: 'The limit is as low already; only the player can raise it.',
  unknownOperation: 'There is no such deposit or withdrawal.',
  notInReview: 'It is not waiting for an operator.',
  accountFrozen: 'The account is frozen: it has to be opened first.',
  mayBePaid:
    'Tokens have moved for it, or the scanner has not come to its block yet: release it, or try again later.',
  notScanned:
    'The worker has not read the chain up to the restore yet: start it, and try again when it has.',
  transferFits:
    'A transfer that fits it belongs to no operation: match it, or explain the transfer first.',
  neverSigned: 'It was never signed, and its approval may be gone: refuse it.',
  doesNotFit:
    'No unexplained transfer with this hash fits it in wallet and amount, or it waits for another reason.',
  unknownFriend: 'No friend with this id has signed in.',
  allUnlocked: 'What this friend has earned is unlocked already.',
  unknownTransfer: 'The scanner has seen no transfer with this hash.',
  noDust: 'There is no dust to explain.',
  unknownCase: 'There is no such case.',
  caseClosed: 'The case is closed already.',
  accountClosed: 'The account is closed: close its case in the back office.',
  noAnswer: 'An answer is needed: the player reads it.',
  unknownGame: 'There is no such game.',
  beyondFloors:
    'Rewards unlock by deposits or stakes, a day’s budget covers one friend, and a referrer’s cap in all is no less than a day’s.',
  alreadySo: 'It is so already.',
  takesTwo: 'This takes two people: propose it in the back office.',
} as const

type OperatorRefusal = keyof typeof refusals

/** The result of an act, or one sentence that says why it was not done. */
export type Outcome<T = undefined> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: string }

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
  const [row] = await database.rows<{ refusal: OperatorRefusal | null }>(statement, [
    by,
    reason,
    ...values,
  ])
  return row?.refusal ? refused(refusals[row.refusal]) : { ok: true, value: undefined }
}

/** One sentence where a warrant lacks a name or a reason, else null. */
export function whyNoWarrant({ by, reason }: Warrant): string | null {
  if (!/^\P{Cc}{1,100}$/u.test(by)) return 'Who are you? Give a name by --by or in OPERATOR.'
  if (reason.trim().length < 3 || reason.length > 1_000)
    return 'Why? Give a reason of 3 to 1,000 characters by --reason.'
  return null
}
