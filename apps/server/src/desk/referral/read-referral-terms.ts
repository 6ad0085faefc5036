import { hundredths } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const terms = sql`
  select version, friend_reward, level_rewards, unlock_deposits, unlock_staked, daily_budget,
         referrer_day, referrer_total, review_after_days
  from referral.settings`

interface TermsRow {
  readonly version: number
  readonly friend_reward: bigint
  readonly level_rewards: readonly bigint[]
  readonly unlock_deposits: bigint
  readonly unlock_staked: bigint
  readonly daily_budget: bigint
  readonly referrer_day: bigint
  readonly referrer_total: bigint
  readonly review_after_days: number
}

/** The referral programme's terms as they are. */
export async function readReferralTerms({
  database,
}: DeskReadDeps): Promise<DeskResult<'readReferralTerms'>> {
  const row = await one(database.rows<TermsRow>(terms))
  return done<'readReferralTerms'>({
    version: row.version,
    friend: hundredths(row.friend_reward),
    levels: row.level_rewards.map(hundredths),
    deposits: hundredths(row.unlock_deposits),
    staked: hundredths(row.unlock_staked),
    dailyBudget: hundredths(row.daily_budget),
    referrerDay: hundredths(row.referrer_day),
    referrerTotal: hundredths(row.referrer_total),
    reviewAfterDays: row.review_after_days,
  })
}
