import { type Queryable, sql } from '../../platform/database/database.ts'

const statement = sql`select ledger.hold_ways_out($1, $2 * interval '1 millisecond', 'factor')`

/** Holds withdrawals and sends after a factor was removed: a thief may have done it. */
export async function holdWaysOut(
  inside: Queryable,
  player: number,
  holdMs: number,
): Promise<void> {
  await inside.rows(statement, [player, holdMs])
}
