import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`select referral.note_unlocked($1, $2) as last`

/** How many friends a look judges in turn, and of those who have changed: some 10 ms each. */
const friendsAtOnce = 5_000

/**
 * Notes which rewards are unlocked by now, of which players are notified. Each look takes those of
 * whom something has changed, and goes on where the last one ended in the turn of all. Reads judge
 * the locks themselves.
 */
export function unlockSweep(database: Database): () => Promise<void> {
  let after = 0
  return async () => {
    const { last } = await one(
      database.rows<{ last: number | null }>(statement, [after, friendsAtOnce]),
    )
    after = last ?? 0
  }
}
