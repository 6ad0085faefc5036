import { type Database, sql } from '../../src/platform/database/database.ts'
import { earlier } from '../database/earlier.ts'

const hold = sql`select from ledger.wallets where player_id = $1 for no key update`

const eightDays = `interval '8 days'`
const shiftRounds = sql([
  `update ledger.rounds set ${earlier(eightDays, 'placed_at', 'moved_at', 'settled_at')}
   where player_id = $1`,
])
const shiftMovements = sql([
  `update ledger.movements set ${earlier(eightDays, 'at')}
   where player_id = $1 and round_id is not null`,
])

// The history's sums at a time don't fit the older rounds.
const forget = sql`delete from ledger.play_marks where player_id = $1`

/**
 * Makes the player's rounds and their movements eight days older. It locks the player's wallet, as
 * every change of a round does: a round being settled would look for its stake at the old time.
 */
export const leaveForAWeek = (owner: Database, player: number) =>
  owner.transaction(async (inside) => {
    await inside.rows(hold, [player])
    await inside.rows(shiftRounds, [player])
    await inside.rows(shiftMovements, [player])
    await inside.rows(forget, [player])
  })
