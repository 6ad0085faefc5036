import { type Database, one, sql } from '../platform/database/database.ts'

const statement = sql`select referral.reward_next_waiting() as rewarded`

/**
 * Gives the rewards that have waited for a day with budget, as far as today's reaches. Answers how
 * many friends were rewarded. Run it now and then.
 */
export async function rewardWaiting(database: Database): Promise<number> {
  let friends = 0
  while ((await one(database.rows<{ rewarded: boolean }>(statement))).rewarded) friends += 1
  return friends
}
