import { type Database, one, sql } from '../../platform/database/database.ts'

const step = sql`select ledger.count_risks() as "goesOn"`

/** Looks for signs of risk at those who have played or deposited, after `countSafety`. */
export async function countRisks(database: Database): Promise<void> {
  while ((await one(database.rows<{ goesOn: boolean }>(step))).goesOn) {
    // A hundred players at a time.
  }
}
