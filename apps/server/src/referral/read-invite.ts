import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { done, type Result } from '../platform/answer.ts'
import { one, sql } from '../platform/database.ts'
import type { ReferralDeps } from './calls.ts'

const statement = sql`
  select invite_code, coalesce(level_rewards[1], 0) as reward, friend_reward, unlock_deposits, unlock_staked
  from players.accounts, referral.settings where player_id = $1`

interface InviteRow {
  readonly invite_code: string
  readonly reward: bigint
  readonly friend_reward: bigint
  readonly unlock_deposits: bigint
  readonly unlock_staked: bigint
}

/** The player's invite code and link, with what the programme gives today and what unlocks it. */
export async function readInvite(
  { database, config }: ReferralDeps,
  player: PlayerId,
): Promise<Result<'inviteCode'>> {
  const row = await one(database.rows<InviteRow>(statement, [player]))
  return done<'inviteCode'>({
    Data: {
      inviteCode: row.invite_code,
      link: new URL(`/signup?code=${row.invite_code}`, config.publicUrl).href,
      reward: hundredths(row.reward),
      friendReward: hundredths(row.friend_reward),
      unlock: { deposits: hundredths(row.unlock_deposits), staked: hundredths(row.unlock_staked) },
    },
  })
}
