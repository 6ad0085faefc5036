import type { ReferralTerms } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'
import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`
  select coalesce(level_rewards[1], 0) as reward, friend_reward, unlock_deposits, unlock_staked,
         (select min(margin) from ledger.games where counts_as_staked and margin > 0) as margin
  from referral.settings`

interface TermsRow {
  readonly reward: bigint
  readonly friend_reward: bigint
  readonly unlock_deposits: bigint
  readonly unlock_staked: bigint
  /** The least that a game keeps, in millionths; null where no stake counts. */
  readonly margin: number | null
}

/** What the programme gives today for a friend, and what unlocks it. */
export async function readReferralTerms(database: Database): Promise<ReferralTerms> {
  const row = await one(database.rows<TermsRow>(statement))
  const kept = row.reward + row.friend_reward
  return {
    reward: hundredths(row.reward),
    friendReward: hundredths(row.friend_reward),
    unlock: {
      deposits: hundredths(row.unlock_deposits),
      staked: hundredths(row.unlock_staked),
      kept: hundredths(kept),
      keptByStakes: hundredths(row.margin === null ? 0n : (kept * 1_000_000n) / BigInt(row.margin)),
    },
  }
}
