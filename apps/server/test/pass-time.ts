import { sql } from '../src/platform/database/database.ts'
import type { TestDatabase } from './fresh-database.ts'

/** Lets time pass for a player: all that has happened is that much longer ago. */
export const passTime = ({ owner }: Pick<TestDatabase, 'owner'>, player: number, time: string) =>
  owner.transaction(async ({ rows }) => {
    const by = [player, time]
    await rows(sql`select from ledger.wallets where player_id = $1 for no key update`, [player])
    await rows(sql`update ledger.movements set at = at - $2::interval where player_id = $1`, by)
    await rows(
      sql`update ledger.rounds set placed_at = placed_at - $2::interval,
        settled_at = settled_at - $2::interval where player_id = $1`,
      by,
    )
    await rows(
      sql`update ledger.play_marks set at = at - $2::interval, ended_at = ended_at - $2::interval
        where player_id = $1`,
      by,
    )
    await rows(
      sql`update ledger.limits set pending_at = pending_at - $2::interval,
        pending_from = pending_from - $2::interval,
        base_at = base_at - $2::interval, told_at = told_at - $2::interval where player_id = $1`,
      by,
    )
    await rows(sql`update ledger.limit_notices set at = at - $2::interval where player_id = $1`, by)
    await rows(sql`update ledger.limit_changes set at = at - $2::interval where player_id = $1`, by)
    await rows(
      sql`update ledger.breaks set at = at - $2::interval, until = until - $2::interval,
        ends_at = ends_at - $2::interval where player_id = $1`,
      by,
    )
    await rows(
      sql`update ledger.plays set begun_at = begun_at - $2::interval,
        granted_at = granted_at - $2::interval, look_at = look_at - $2::interval,
        ended_at = ended_at - $2::interval where player_id = $1`,
      by,
    )
    await rows(
      sql`update ledger.wallets set session_at = session_at - $2::interval,
        played_at = played_at - $2::interval, looked_at = looked_at - $2::interval,
        grown_at = grown_at - $2::interval, ceiling_until = ceiling_until - $2::interval,
        reminder_due_at = reminder_due_at - $2::interval,
        play_granted_at = play_granted_at - $2::interval,
        break_until = break_until - $2::interval where player_id = $1`,
      by,
    )
  })
