import { one, sql } from '../../platform/database/database.ts'
import type { Operation } from './operation.ts'
import type { Worker } from './worker.ts'

/** Puts an operation aside for an operator. */
export async function putToReview(
  { database, alarm }: Worker,
  op: Operation,
  reason: string,
): Promise<void> {
  await one(
    database.rows(sql`select cashier.put_to_review($1, $2, $3)`, [op.player, op.id, reason]),
  )
  alarm('review', { player: op.player, id: op.id, reason })
}
