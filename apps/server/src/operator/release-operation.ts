import type { TransactionRef } from '../ledger/transaction-id.ts'
import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/** Lets an operation in review go on: a withdrawal is paid, a deposit judged again. */
export const releaseOperation = (
  deps: OperatorDeps,
  warrant: Warrant,
  { player, id }: TransactionRef,
) => act(deps, warrant, sql`select operator.release($1, $2, $3, $4) as refusal`, [player, id])
