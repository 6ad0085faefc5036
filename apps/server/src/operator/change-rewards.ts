import type { Money } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

/** The referral programme's terms. A field that is left out doesn't change. */
export interface RewardChanges {
  readonly friend?: Money | undefined
  /** What a friend earns the first, second, … referrer above. */
  readonly levels?: readonly Money[] | undefined
  /** The totals a friend must deposit and stake before rewards are unlocked. */
  readonly deposits?: Money | undefined
  readonly staked?: Money | undefined
  /** The most that is given in a day. */
  readonly budget?: Money | undefined
  /** What a referrer's friends may earn in a day and in all before an operator looks. */
  readonly referrerDay?: Money | undefined
  readonly referrerTotal?: Money | undefined
  /** After how many days a reward that play hasn't covered is shown to an operator. */
  readonly reviewAfterDays?: number | undefined
}

/** Changes the terms for friends who sign in from now on. Rewards that were given keep theirs. */
export async function changeRewards(
  deps: OperatorDeps,
  warrant: Warrant,
  {
    friend,
    levels,
    deposits,
    staked,
    budget,
    referrerDay,
    referrerTotal,
    reviewAfterDays,
  }: RewardChanges,
): Promise<Outcome> {
  const given = [
    ...[friend, deposits, staked, budget, referrerDay, referrerTotal],
    ...(levels ?? []),
  ].filter((money) => money !== undefined)
  if (given.length === 0 && levels === undefined && reviewAfterDays === undefined)
    return refused('No change was given.')
  if (given.some((money) => money < 0n)) return refused('No figure may be below 0.')
  if (levels && levels.length > 20) return refused('There are at most 20 levels.')
  return act(
    deps,
    warrant,
    sql`select operator.change_rewards($1, $2, $3, $4::bigint[], $5, $6, $7, $8, $9, $10)
          as refusal`,
    [friend, levels, deposits, staked, budget, referrerDay, referrerTotal, reviewAfterDays].map(
      (change) => change ?? null,
    ),
  )
}
