import type { HouseNotice } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import {
  cursorAfter,
  firstPosition,
  lastPosition,
  pageOf,
  parseCursor,
} from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select id, player, name, kind, title, words, from_at as "from", until_at as until,
         made_by as "madeBy", published_at as "publishedAt", proposer,
         (place at time zone 'UTC')::text || '+00' as position
  from desk.list_notices($1, $2, $3, $4)`

interface NoticeRow extends HouseNotice {
  readonly position: string
}

/** Notices of a state: ended ones with the last to end first, others in the order of time. */
export async function listHouseNotices(
  { database }: DeskReadDeps,
  { state, cursor, limit }: DeskInput<'listHouseNotices'>,
): Promise<DeskResult<'listHouseNotices'>> {
  const first = state === 'ended' ? lastPosition : firstPosition
  const after = parseCursor(cursor, first)
  if (!after) return refuse('malformed')
  const rows = await database.rows<NoticeRow>(page, [state, after.at, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listHouseNotices'>({ notices: shown, next })
}
