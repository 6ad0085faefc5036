import type { InputOf } from '@pipkin/contract/schemas'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../platform/database/cursor.ts'
import { type Database, one, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type NoticeRow, showNotice } from './notice.ts'
import { type NoticeSource, noticeColumns, noticeSources } from './notice-sources.ts'

/**
 * A source's notices before `$2` and `$3`, `$4` at most, by the source's index. A comparison of
 * rows alone doesn't show PostgreSQL that a partial index will do.
 */
const latestOf = ({ rows, at, isPartial, id, orderedBy = id, says }: NoticeSource) => `
  (select ${at} as at, ${id} as id, ${columnsOf(says)}
   from ${rows} and (${at}, ${id}) < ($2, $3)${isPartial ? ` and ${at} <= $2` : ''}
   order by ${at} desc, ${orderedBy} desc limit $4)`

const columnsOf = (says: NoticeSource['says']): string =>
  noticeColumns.map(([name, type]) => `(${says[name] ?? 'null'})::${type} as ${name}`).join(', ')

// Together the sources give at least the page that is asked for. The selects per row keep each
// look-up on an index under any statistics.
const pageStatement = sql([
  `
  select $1::integer as player_id, n.*, (n.at at time zone 'UTC')::text || '+00' as position,
         (select address from cashier.operations
           where player_id = $1 and operation_id = n.operation_id) as address,
         (select name from players.accounts a
           where a.player_id = n.other_player and a.show_name) as name,
         n.at <= coalesce((select upto from support.notices_read where player_id = $1),
                          '-infinity') as read
  from (${noticeSources.map(latestOf).join(' union all ')}) n
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
  const after = parseCursor(cursor, lastPosition)
  if (after === null) return refuse('malformed')
  const values = [player, after.at, after.id, limit + 1]
  const rows = await database.rows<NoticeRow>(pageStatement, values)
  const unread = rows.filter(({ read }) => !read).length
  const { shown, next } = pageOf(rows, limit, cursorAfter)
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
