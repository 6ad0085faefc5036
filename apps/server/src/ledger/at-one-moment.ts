import { type Database, type Queryable, sql } from '../platform/database/database.ts'

const oneSnapshot = sql`set transaction isolation level repeatable read`
const holdCommits = sql`select ledger.hold_commits()`
const beginOnAll = sql`select ledger.begin_on_all()`

/**
 * Runs `work` in a database transaction whose reads all see one moment, over all nodes of a
 * cluster. Commits are held, where they touch several nodes, while it begins; not while it reads.
 */
export const atOneMoment = <T>(
  database: Database,
  work: (inside: Queryable) => Promise<T>,
): Promise<T> =>
  database.transaction(async (inside) => {
    await inside.rows(oneSnapshot)
    await database.transaction(async (gate) => {
      await gate.rows(holdCommits)
      await inside.rows(beginOnAll)
    })
    return work(inside)
  })
