import { one, sql } from '../platform/database/database.ts'
import type { OperatorDeps, Outcome, Warrant } from './warrant.ts'

const statement = sql`select operator.after_restore($1, $2) as done`

/** What `operator.after_restore` has done. */
interface Done {
  readonly generation: number
  readonly epochs_voided: number
  readonly sessions_ended: number
  readonly withdrawals_to_review: number
  readonly deposits_to_review: number
  readonly offers_ended: number
  readonly open_rounds_to_finish: number
}

/**
 * Begins a new generation of a database that was restored from a backup: each player gets new
 * seeds, and what the old ones had left is voided (`docs/runbooks/backup.md`).
 */
export async function beginGeneration(
  { database }: OperatorDeps,
  { by, reason }: Warrant,
): Promise<Outcome<string>> {
  const { done } = await one(database.rows<{ done: Done }>(statement, [by, reason]))
  return {
    ok: true,
    value: [
      `Generation ${done.generation} has begun.`,
      `Epochs voided: ${done.epochs_voided}. Sessions ended: ${done.sessions_ended}.`,
      `In review: ${done.withdrawals_to_review} withdrawals, ${done.deposits_to_review} deposits.`,
      `Offers ended: ${done.offers_ended}.`,
      `Open rounds that the worker will finish: ${done.open_rounds_to_finish}.`,
      'Go on with docs/runbooks/backup.md.',
    ].join(' '),
  }
}
