import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Warrant } from './warrant.ts'

/**
 * Answers a support case and closes it. The player is notified, and reads the answer under Support.
 */
export const closeCase = (
  deps: OperatorDeps,
  warrant: Warrant,
  closed: { case: number; answer: string },
) =>
  act(deps, warrant, sql`select operator.close_case($1, $2, $3, $4) as refusal`, [
    closed.case,
    closed.answer,
  ])
