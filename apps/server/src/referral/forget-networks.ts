import { type Database, sql } from '../platform/database/database.ts'

const statement = sql`select referral.forget_networks()`

/** Forgets the networks that a player hasn't come from for 90 days. Run it now and then. */
export const forgetNetworks = (database: Database) => database.rows(statement)
