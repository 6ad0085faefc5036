import { inspect } from 'node:util'
import type { Database, Queryable } from '../../src/platform/database/database.ts'
import type { TestDatabase } from './fresh-database.ts'
import { untilWaiting } from './until-waiting.ts'

interface Holder {
  /** Whose login holds the transaction. */
  readonly by: Database
  /** What it does before `late` is asked, and keeps locked. */
  first(inside: Queryable): Promise<unknown>
  /** What it does once `late` waits, before it commits. */
  last?(inside: Queryable): Promise<unknown>
}

/**
 * Answers what `late` answers after it has waited for an open transaction. Throws if it waits for
 * no lock.
 */
export async function waitBehind<R>(
  db: Pick<TestDatabase, 'owner'>,
  { by, first, last }: Holder,
  late: () => Promise<R>,
): Promise<R> {
  const { answer } = await by.transaction(async (inside) => {
    await first(inside)
    let isOver = false
    const answer = late().finally(() => {
      isOver = true
    })
    answer.catch(() => undefined)
    await untilWaiting(db, { isOver: () => isOver })
    if (isOver) throw new Error(`waited for no lock, and answered ${inspect(await answer)}`)
    await last?.(inside)
    return { answer }
  })
  return answer
}
