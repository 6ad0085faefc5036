import type { PlayerId } from '@pipkin/contract/schemas'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import { noticeSources } from './notice-sources.ts'

// Up to the newest notice, not up to now: one that is being written at this moment stays unread.
const statement = sql([
  `insert into support.notices_read (player_id, upto)
   select $1, greatest(
     ${noticeSources.map(({ rows, at }) => `(select max(${at}) from ${rows})`).join(', ')},
     '-infinity')
   on conflict (player_id) do update set upto = greatest(notices_read.upto, excluded.upto)`,
])

/** Marks all of the player's notifications as read. */
export async function markNoticesRead(
  database: Database,
  player: PlayerId,
): Promise<Result<'markNoticesRead'>> {
  await database.rows(statement, [player])
  return done({})
}
