import type { InputOf } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../platform/database/cursor.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { nameOf } from '../players/accounts/public-name.ts'
import { nestTeam, type TeamNode } from './nest-team.ts'
import { type ProgressRow, rewardProgress } from './reward-progress.ts'

/**
 * The team level by level, by id within a level, after ($2, $3). Where the first level fills the
 * page, only the page is read; otherwise the query descends level by level until the page is full:
 * `reached` counts the rows so far and stops the descent. OFFSET 0 and the selects per row keep
 * each look-up on an index under any statistics; so does the range of one referrer in `direct`:
 * with an equality PostgreSQL may walk all players in the order of their ids.
 */
const statement = sql`
  with recursive direct as materialized (
    select player_id, referrer_id, 1 as level from players.accounts
    where referrer_id between $1 and $1
      and player_id > case when $2 < 1 then 0 else $3 end and $2 <= 1
    order by referrer_id, player_id limit $4
  ), team as (
    select a.player_id, a.referrer_id, 1 as level,
           count(*) filter (where (1, a.player_id) > ($2, $3)) over () as reached
    from players.accounts a where a.referrer_id = $1 and (select count(*) from direct) < $4
    union all
    select a.player_id, t.player_id, t.level + 1,
           t.reached + count(*) filter (where (t.level + 1, a.player_id) > ($2, $3)) over ()
    from team t,
      lateral (select player_id from players.accounts where referrer_id = t.player_id offset 0) a
    where t.reached < $4
  ), page as (
    select * from direct where (select count(*) from direct) = $4
    union all
    (select player_id, referrer_id, level from team where (level, player_id) > ($2, $3)
      order by level, player_id limit $4)
  )
  select page.player_id, page.referrer_id, page.level,
         (select name from players.accounts a
           where a.player_id = page.player_id and a.show_name) as name,
         (select name from players.accounts a
           where a.player_id = page.referrer_id and (a.show_name or a.player_id = $1))
           as referrer_name,
         s.amount as earned, s.state, s.deposit_progress, s.play_progress
  from page
  left join referral.shown_for($1, array(select player_id from page)) s
    on s.friend_id = page.player_id
  order by page.level, page.player_id`

interface TeamRow extends ProgressRow {
  readonly player_id: number
  readonly referrer_id: number
  readonly level: number
  /** Null where the player hides it. */
  readonly name: string | null
  readonly referrer_name: string | null
  /** Null where the viewer earns no reward by it; then it has no progress either. */
  readonly earned: bigint | null
}

/**
 * A page of everyone whom the player brought, directly or through others, by level. A page's tree
 * is nested 20 deep at most.
 */
export async function listTeam(
  database: Database,
  { player, cursor, limit }: InputOf<'listTeam'>,
): Promise<Result<'listTeam'>> {
  const after = parsePlace(cursor ?? '0.0')
  if (!after) return refuse('malformed')
  const rows = await database.rows<TeamRow>(statement, [player, after.level, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => `${last.level}.${last.player_id}`)
  return done<'listTeam'>({
    members: nestTeam(shown.map(showMember)),
    ...(next !== null && { next }),
  })
}

/** Where a page ended: a level and a player's id. */
function parsePlace(cursor: string): { level: number; id: number } | null {
  const [, level, id] = /^(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? []
  return level && id ? { level: Number(level), id: Number(id) } : null
}

const showMember = (row: TeamRow): TeamNode => ({
  referralId: row.player_id,
  level: row.level,
  name: nameOf(row.player_id, row.name),
  referrerName: nameOf(row.referrer_id, row.referrer_name),
  ...(row.earned === null ? { isLocked: false } : rewardProgress(row)),
  player: row.player_id,
  earned: hundredths(row.earned ?? 0n),
  referrer: row.referrer_id,
  members: [],
})
