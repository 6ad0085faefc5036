import { activityCsvHead, activityCsvLine } from '@pipkin/contract'
import type { Position } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Queue } from '../platform/limits/queue.ts'
import type { Period } from './period.ts'
import { readActivity } from './read-activity.ts'

const pageSize = 500

/** The player's rounds of a period as CSV, newest first, a page at a time. */
export async function* exportActivity(
  { database, pages }: { database: Database; pages: Queue },
  player: number,
  period: Period,
): AsyncGenerator<string> {
  yield activityCsvHead
  let after: Position | null | undefined
  while (after !== null) {
    const asked = { after, limit: pageSize }
    const page = await pages(() => readActivity(database, player, period, asked))
    yield page.rows.map(activityCsvLine).join('')
    after = page.next
  }
}
