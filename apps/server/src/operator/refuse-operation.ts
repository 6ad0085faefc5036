import type { TransactionRef } from '../ledger/transaction-id.ts'
import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/** Ends an operation in review: a withdrawal is given back in full, a deposit fails. */
export const refuseOperation = (
  deps: OperatorDeps,
  warrant: Warrant,
  { player, id }: TransactionRef,
) => act(deps, warrant, sql`select operator.refuse($1, $2, $3, $4) as refusal`, [player, id])
