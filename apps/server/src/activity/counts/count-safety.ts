import { type Database, one, sql } from '../../platform/database/database.ts'

const step = sql`select ledger.count_safety() as "goesOn"`

/**
 * Keeps whose limits are nearly used and whose session is long, for the back office: a look at who
 * has played since the last one, after the figures' sweep.
 */
export async function countSafety(database: Database): Promise<void> {
  while ((await one(database.rows<{ goesOn: boolean }>(step))).goesOn) {
    // Minute by minute, and player by player.
  }
}
