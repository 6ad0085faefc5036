import { figureSweep } from '../../src/activity/counts/count-figures.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import type { TestDatabase } from './fresh-database.ts'

/**
 * Counts all movements until now. Other work on the database server may hold the counted point back
 * for a moment.
 */
export async function countAll({ worker, owner }: TestDatabase): Promise<void> {
  const sweep = figureSweep(worker)
  const { now } = await one(owner.rows<{ now: string }>(sql`select clock_timestamp()::text as now`))
  for (let isThere = false; !isThere; ) {
    await sweep()
    const row = await one(
      owner.rows<{ there: boolean }>(
        sql`select upto >= $1::timestamptz as there from activity.counted`,
        [now],
      ),
    )
    isThere = row.there
  }
}
