import type { InputOf } from '@pipkin/contract/schemas'
import { cursorOf, lastPosition, pageOf, parseCursor } from '../platform/database/cursor.ts'
import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type NoticeRow, showNotice } from './notice.ts'
import { noticedMessages, noticedMovements, noticeSources } from './notice-sources.ts'

// Each source gives a page by its index; together they hold at least the page that is asked for.
// The selects per row keep each look-up on an index under any statistics; a comparison of rows
// alone doesn't show PostgreSQL that a partial index will do.
const pageStatement = sql([
  `
  select $1::integer as player_id, n.*, (n.at at time zone 'UTC')::text || '+00' as position,
         (select address from cashier.operations
           where player_id = $1 and operation_id = n.operation_id) as address,
         (select name from players.accounts a
           where a.player_id = n.other_player and a.show_name) as name,
         n.at <= coalesce((select upto from support.notices_read where player_id = $1),
                          '-infinity') as read
  from (
    (select at, movement_id as id, kind::text,
            case when kind = 'withdraw_paid' then chain
              else deposit + bonus + win + referral end as amount,
            operation_id, other_player, null::integer as case_id,
            null::text as event, null::text as device,
            case when kind = 'adjustment' then (
              select note from ledger.adjustments j
              where j.player_id = $1 and j.movement_id = m.movement_id) end as detail
     from ledger.movements m
     where player_id = $1 and (at, movement_id) < ($2, $3)
       and ${noticedMovements}
     order by at desc, movement_id desc limit $4)
    union all
    (select unlocked_at, movement_id, 'unlocked', amount, null, nullif(friend_id, $1), null,
            null, null, null
     from referral.rewards where player_id = $1 and unlocked_at <= $2
       and (unlocked_at, movement_id) < ($2, $3)
     order by unlocked_at desc, movement_id desc limit $4)
    union all
    (select at, change_id, 'password', 0, null, null, null, null, null, null
     from players.password_changes where player_id = $1 and (at, change_id) < ($2, $3)
     order by at desc, change_id desc limit $4)
    union all
    (select at, event_id, 'security', 0, null, null, null, kind::text, device, detail
     from players.security_notices where player_id = $1 and (at, event_id) < ($2, $3)
     order by at desc, event_id desc limit $4)
    union all
    (select at, notice_id, 'limit', coalesce(used, 0), null, null, null, kind::text, period::text,
            amount::text
     from ledger.limit_notices where player_id = $1 and (at, notice_id) < ($2, $3)
     order by at desc, notice_id desc limit $4)
    union all
    (select failed_at, operation_id, 'deposit_failed', amount, operation_id, null, null,
            null, null, null
     from cashier.operations where player_id = $1 and failed_at <= $2
       and (failed_at, operation_id) < ($2, $3)
     order by failed_at desc, operation_id desc limit $4)
    union all
    (select closed_at, lpad(case_id::text, 32, '0')::uuid, 'support', 0, null, null, case_id,
            case when (
              select closes from support.messages m
              where m.case_id = c.case_id and writer <> 'note' order by message_id desc limit 1
            ) then 'answer' end, null, null
     from support.cases c
     where player_id = $1 and closed_at <= $2
       and (closed_at, lpad(case_id::text, 32, '0')::uuid) < ($2, $3)
     order by closed_at desc, case_id desc limit $4)
    union all
    (select at, message_id, 'support_answer', 0, null, null, case_id, null, null, null
     from support.messages
     where player_id = $1 and ${noticedMessages} and (at, message_id) < ($2, $3)
     order by at desc, message_id desc limit $4)
    union all
    (select from_at, notice_id, 'house', 0, null, null, null, title, null, words
     from support.notices_of($1) where (from_at, notice_id) < ($2, $3)
     order by from_at desc, notice_id desc limit $4)
  ) n
  order by n.at desc, n.id desc limit $4`,
])

const unreadStatement = sql([
  `select count(*)::int as unread from (
     ${noticeSources
       .map(
         ({ rows, at }) =>
           `select 1 from ${rows} and ${at} > coalesce(
             (select upto from support.notices_read where player_id = $1), '-infinity')`,
       )
       .join(' union all ')}
     limit 100
   ) n`,
])

/** A page of the player's notifications, newest first, and how many aren't read. */
export async function listNotices(
  database: Database,
  { player, cursor, limit }: InputOf<'listNotices'>,
): Promise<Result<'listNotices'>> {
  const after = cursor === undefined ? lastPosition : parseCursor(cursor)
  if (after === null) return refuse('malformed')
  const values = [player, after.at, after.id, limit + 1]
  const rows = await database.rows<NoticeRow>(pageStatement, values)
  const unread = rows.filter(({ read }) => !read).length
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOf({ at: last.position, id: last.id }),
  )
  // What is read is older than all that isn't, so a first page that shows the end of what is unread
  // has counted it.
  const isCounted = cursor === undefined && (rows.length <= limit || unread < rows.length)
  return done<'listNotices'>({
    notices: shown.map(showNotice),
    unread: isCounted ? unread : await countUnread(database, player),
    ...(next !== null && { next }),
  })
}

async function countUnread(database: Database, player: number): Promise<number> {
  return (await one(database.rows<{ unread: number }>(unreadStatement, [player]))).unread
}
