import { type Database, sql } from '../platform/database/database.ts'

const statement = sql`select support.forget_visitors()`

/**
 * Deletes visitors' cases: closed ones after 90 days, open ones after 180 days without a word. Run
 * it now and then.
 */
export const forgetVisitors = (database: Database) => database.rows(statement)
