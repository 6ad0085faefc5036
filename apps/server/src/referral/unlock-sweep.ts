import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`select referral.note_unlocked($1, $2) as last`

/** How many friends of each kind a look judges: some 10 ms. */
const friendsAtOnce = 5_000

/**
 * Notes which rewards are unlocked by now, so that their players are notified. Each look judges
 * friends of whom something has changed, and the next ones in the order of their ids, since time
 * unlocks too. What a player reads is judged anew, not taken from these notes.
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
