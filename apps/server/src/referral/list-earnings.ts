import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { cursorOf, lastPosition, pageOf, parseCursor } from '../platform/database/cursor.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { nameOf } from '../players/accounts/public-name.ts'
import { type ProgressRow, rewardProgress } from './reward-progress.ts'

const statement = sql`
  with page as materialized (
    select (at at time zone 'UTC')::text || '+00' as position, at, movement_id, friend_id, level,
           amount
    from referral.rewards
    where player_id = $1 and level > 0 and (at, movement_id) < ($2, $3)
    order by at desc, movement_id desc
    limit $4
  )
  select r.*, s.state, s.deposit_progress, s.play_progress,
         (select name from players.accounts where player_id = friend_id and show_name) as name,
         (select referrer_id from players.accounts where player_id = friend_id) as referrer_id,
         (select a.name from players.accounts f
           join players.accounts a on a.player_id = f.referrer_id
          where f.player_id = friend_id and (a.show_name or a.player_id = $1)) as referrer_name
  from page r
  join referral.shown_for($1, array(select friend_id from page)) s using (friend_id)
  order by r.at desc, r.movement_id desc`

interface RewardRow extends ProgressRow {
  readonly position: string
  readonly movement_id: string
  readonly friend_id: number
  readonly level: number
  readonly amount: bigint
  /** Null where the player hides it. */
  readonly name: string | null
  readonly referrer_id: number
  readonly referrer_name: string | null
}

const levelsStatement = sql`
  select level::int, coalesce(reward, 0) as reward, coalesce(friends, 0)::int as friends,
         coalesce(earned, 0)::bigint as earned
  from (select reward, level from referral.settings,
    unnest(level_rewards) with ordinality as t(reward, level)) today
  full join (
    select level, count(*) as friends, sum(amount) as earned from referral.rewards
    where player_id = $1 and level > 0 group by level
  ) so_far using (level)
  order by level`

interface LevelRow {
  readonly level: number
  readonly reward: bigint
  readonly friends: number
  readonly earned: bigint
}

/**
 * A page of the rewards that the player's team has earned the player, newest first; with the first
 * one, what levels earn.
 */
export async function listEarnings(
  database: Database,
  { player, cursor, limit }: InputOf<'listEarnings'>,
): Promise<Result<'listEarnings'>> {
  const after = parseCursor(cursor, lastPosition)
  if (!after) return refuse('malformed')
  const rows = await database.rows<RewardRow>(statement, [player, after.at, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOf({ at: last.position, id: last.movement_id }),
  )
  return done<'listEarnings'>({
    earnings: shown.map((row) => ({
      referralId: row.friend_id,
      level: row.level,
      name: nameOf(row.friend_id, row.name),
      referrerName: nameOf(row.referrer_id, row.referrer_name),
      ...rewardProgress(row),
      earned: hundredths(row.amount),
    })),
    ...(cursor === undefined && { levels: await readLevels(database, player) }),
    ...(next !== null && { next }),
  })
}

const readLevels = async (database: Database, player: PlayerId) =>
  (await database.rows<LevelRow>(levelsStatement, [player])).map((row) => ({
    ...row,
    reward: hundredths(row.reward),
    earned: hundredths(row.earned),
  }))
