import { ConfigError } from '../../config.ts'
import { type Database, one, sql } from '../../platform/database/database.ts'

const statement = sql`select pg_has_role('pipkin_worker', 'usage') as "isWorker"`

/** Throws `ConfigError` where the login may not credit and pay: that is the worker's role alone. */
export async function checkLogin(database: Database): Promise<void> {
  const { isWorker } = await one(database.rows<{ isWorker: boolean }>(statement))
  if (!isWorker)
    throw new ConfigError(
      "The worker's login to the database isn't in the role pipkin_worker: give one that is in WORKER_DATABASE_URL (docs/operations.md).",
    )
}
