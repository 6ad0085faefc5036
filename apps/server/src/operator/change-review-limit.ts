import type { Money } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, refused, type Warrant } from './warrant.ts'

/** From now on a withdrawal of more than this waits for an operator. */
export const changeReviewLimit = async (deps: OperatorDeps, warrant: Warrant, above: Money) =>
  above > 0n
    ? act(deps, warrant, sql`select operator.change_review_limit($1, $2, $3) as refusal`, [above])
    : refused('The limit must be more than 0.')
