import { type Queryable, sql } from '../platform/database/database.ts'

const remind = sql`select ledger.remind_of_limits($1)`

/** Reminds players to look at their limits, so many months after the last time. */
export const remindOfLimits = (database: Queryable, months: number) =>
  database.rows(remind, [months])
