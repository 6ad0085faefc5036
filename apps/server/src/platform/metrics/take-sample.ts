import { type Database, sql } from '../database/database.ts'

const sample = sql`select health.take_sample()`

/** Keeps how the house is doing at this minute, and forgets what is too old. */
export async function takeSample(database: Database): Promise<void> {
  await database.rows(sample)
}
