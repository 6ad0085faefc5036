import { type Database, sql } from '../platform/database/database.ts'

const statement = sql`select ledger.forget_refusals()`

/**
 * Forgets the refusals that were kept under idempotency keys for a day: by then no request is still
 * on its way.
 */
export const forgetRefusals = (database: Database) => database.rows(statement)
