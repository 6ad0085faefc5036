import type { PlayerId } from '@pipkin/contract/schemas'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'

// Up to the newest notice, not up to now: one that is being written at this moment stays unread.
const statement = sql`
  insert into support.notices_read (player_id, upto)
  select $1, greatest(
    (select max(at) from ledger.movements
     where player_id = $1
       and kind in ('deposit', 'withdraw_paid', 'withdraw_refund', 'received',
         'referral_earning', 'bonus', 'adjustment')),
    (select max(unlocked_at) from referral.rewards where player_id = $1),
    (select max(at) from players.password_changes where player_id = $1),
    (select max(at) from players.security_notices where player_id = $1),
    (select max(at) from ledger.limit_notices where player_id = $1),
    (select max(failed_at) from cashier.operations where player_id = $1),
    (select max(closed_at) from support.cases where player_id = $1),
    (select max(at) from support.messages
     where player_id = $1 and writer = 'house' and not closes),
    (select max(from_at) from support.notices_of($1)),
    '-infinity')
  on conflict (player_id) do update set upto = greatest(notices_read.upto, excluded.upto)`

/** Marks all of the player's notifications as read. */
export async function markNoticesRead(
  database: Database,
  player: PlayerId,
): Promise<Result<'markNoticesRead'>> {
  await database.rows(statement, [player])
  return done({})
}
