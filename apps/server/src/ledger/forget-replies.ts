import { type Database, sql } from '../platform/database/database.ts'

const statement = sql`select ledger.forget_replies()`

/**
 * Forgets the refusals and the replies that were kept under idempotency keys for a day: by then no
 * request is still on its way.
 */
export const forgetReplies = (database: Database) => database.rows(statement)
