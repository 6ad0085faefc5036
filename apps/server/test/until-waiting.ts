import { inject } from 'vitest'
import { sql } from '../src/platform/database/database.ts'
import type { TestDatabase } from './fresh-database.ts'

const waits = `select from pg_locks join pg_stat_activity using (pid)
  where datname = current_database() and not granted`

/** Until a session waits for a lock in this database, on any node, and has waited for so long. */
export async function untilWaiting(
  { owner }: Pick<TestDatabase, 'owner'>,
  forMs = 0,
): Promise<void> {
  const since = `and coalesce(waitstart, now()) <= clock_timestamp() - interval '${forMs} ms'`
  const here = sql([`${waits} ${since}`])
  const there = sql([
    `select from run_command_on_workers($$ select count(*) from (${waits} ${since}) w $$)
     where result <> '0'`,
  ])
  const isCluster = inject('postgres').nodes !== undefined
  while (
    (await owner.rows(here)).length === 0 &&
    !(isCluster && (await owner.rows(there)).length > 0)
  );
}
