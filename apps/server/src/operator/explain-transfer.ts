import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/**
 * Says what a transfer was that belongs to no operation: the reason is its note, and its alarm
 * ends.
 */
export const explainTransfer = (deps: OperatorDeps, warrant: Warrant, hash: string) =>
  act(deps, warrant, sql`select operator.explain_transfer($1, $2, $3) as refusal`, [hash])
