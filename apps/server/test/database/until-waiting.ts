import { inject } from 'vitest'
import { one, sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from './fresh-database.ts'

type Owner = Pick<TestDatabase, 'owner'>

const waiting = (forMs: number) => `
  select count(distinct pid)::int as waiting from pg_locks join pg_stat_activity using (pid)
  where datname = current_database() and not granted
    and coalesce(waitstart, now()) <= clock_timestamp() - interval '${forMs} ms'`

/** How many sessions have waited that long for a lock in this database, on all its nodes. */
async function countWaiting({ owner }: Owner, forMs: number): Promise<number> {
  type Row = { waiting: number }
  const here = await one(owner.rows<Row>(sql([waiting(forMs)])))
  if (!inject('postgres').nodes) return here.waiting
  const there = await one(
    owner.rows<Row>(
      sql([
        `select sum(result::int)::int as waiting
         from run_command_on_workers($$ ${waiting(forMs)} $$)`,
      ]),
    ),
  )
  return here.waiting + there.waiting
}

/** Waits until that many sessions wait for a lock, or until it is over without one. */
export async function untilWaiting(
  db: Owner,
  { many = 1, forMs = 0, isOver = (): boolean => false } = {},
): Promise<void> {
  while (!isOver() && (await countWaiting(db, forMs)) < many);
}
