import { sql } from '../../src/platform/database/database.ts'
import { earlier } from '../database/earlier.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** Each table of a player, and its times. */
const times = {
  movements: ['at'],
  rounds: ['placed_at', 'settled_at'],
  play_marks: ['at', 'ended_at'],
  limits: ['pending_at', 'pending_from', 'base_at', 'warned_at'],
  limit_notices: ['at'],
  limit_changes: ['at'],
  breaks: ['at', 'until', 'ends_at'],
  plays: ['begun_at', 'granted_at', 'look_at', 'ended_at'],
  wallets: [
    ...['session_at', 'played_at', 'looked_at', 'grown_at', 'ceiling_until', 'reminder_due_at'],
    ...['play_granted_at', 'break_until'],
  ],
}

/** Lets time pass for a player: moves the times of all that has happened back by that much. */
export const passTime = ({ owner }: Pick<TestDatabase, 'owner'>, player: number, time: string) =>
  owner.transaction(async ({ rows }) => {
    await rows(sql`select from ledger.wallets where player_id = $1 for no key update`, [player])
    for (const [table, columns] of Object.entries(times)) {
      const set = earlier('$2::interval', ...columns)
      await rows(sql([`update ledger.${table} set ${set} where player_id = $1`]), [player, time])
    }
  })
