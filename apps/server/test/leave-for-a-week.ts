import { type Database, sql } from '../src/platform/database/database.ts'

const hold = sql`select from ledger.wallets where player_id = $1 for no key update`

const shift = sql`
  with left_alone as (
    update ledger.rounds
    set placed_at = placed_at - interval '8 days', moved_at = moved_at - interval '8 days',
        settled_at = settled_at - interval '8 days'
    where player_id = $1 returning round_id
  )
  update ledger.movements m set at = at - interval '8 days' from left_alone
  where m.player_id = $1 and m.round_id = left_alone.round_id`

// The history's sums at a time don't fit the older rounds.
const forget = sql`delete from ledger.play_marks where player_id = $1`

/**
 * Makes the player's rounds and their movements eight days older. It locks the player's wallet, as
 * every change of a round does: a round being settled would look for its stake at the old time.
 */
export const leaveForAWeek = (owner: Database, player: number) =>
  owner.transaction(async (inside) => {
    await inside.rows(hold, [player])
    await inside.rows(shift, [player])
    await inside.rows(forget, [player])
  })
