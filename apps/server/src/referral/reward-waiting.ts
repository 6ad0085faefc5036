import { type Database, one, sql } from '../platform/database/database.ts'

const statements = [
  sql`select referral.give_next_kept() as rewarded`,
  sql`select referral.reward_next_waiting() as rewarded`,
]

/**
 * Gives what has waited, as far as today's budget reaches: rewards that were kept until their
 * player's break was over, then those of friends who wait for a day with budget. Answers how many
 * times something was given: all of a friend's rewards, or one that was kept. Run it now and then.
 */
export async function rewardWaiting(database: Database): Promise<number> {
  let times = 0
  for (const statement of statements)
    while ((await one(database.rows<{ rewarded: boolean }>(statement))).rewarded) times += 1
  return times
}
