import type { ReferralTerms } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'
import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`
  select coalesce(level_rewards[1], 0) as reward, friend_reward, unlock_deposits, unlock_staked
  from referral.settings`

interface TermsRow {
  readonly reward: bigint
  readonly friend_reward: bigint
  readonly unlock_deposits: bigint
  readonly unlock_staked: bigint
}

/** What the programme gives today for a friend, and what unlocks it. */
export async function readTerms(database: Database): Promise<ReferralTerms> {
  const row = await one(database.rows<TermsRow>(statement))
  return {
    reward: hundredths(row.reward),
    friendReward: hundredths(row.friend_reward),
    unlock: { deposits: hundredths(row.unlock_deposits), staked: hundredths(row.unlock_staked) },
  }
}
