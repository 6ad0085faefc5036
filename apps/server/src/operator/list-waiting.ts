import { hundredths, type Money } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'
import type { OperatorDeps } from './warrant.ts'

/** What waits for an operator, oldest first. */
export interface Waiting {
  readonly operations: readonly { readonly transaction_id: string; readonly amount: Money }[]
  /** Withdrawals that no worker has signed for ten minutes. */
  readonly unsigned: Waiting['operations']
  /** Friends whose rewards an operator has to decide, and why. */
  readonly rewards: readonly { readonly friend_id: number; readonly amount: Money }[]
  readonly cases: readonly { readonly case_id: number; readonly amount: Money | null }[]
  /**
   * Operations whose transfers differ from their posting, and transfers of the house without an
   * operation: what left the house, then what came, the largest first.
   */
  readonly unmatched: readonly object[]
  /** Transfers of less than the smallest deposit, without an operation: anyone can send them. */
  readonly dust: { readonly count: number; readonly sum: Money }
}

interface OperationRow {
  readonly player: number
  readonly id: string
  readonly kind: string
  readonly amount: bigint
  readonly reason: string | null
  readonly at: Date
}

/** All that waits for an operator: operations, rewards and transfers, at most 100 of each. */
export async function listWaiting({ database }: OperatorDeps): Promise<Waiting> {
  const operations = await database.rows<OperationRow>(sql`
    select player_id as player, operation_id as id, kind, amount, reason, at from cashier.operations
    where state = 'review' order by at limit 100`)
  const unsigned = await database.rows<OperationRow>(sql`
    select player_id as player, operation_id as id, kind, amount, reason, at from cashier.operations
    where state = 'requested' and kind = 'withdrawal'
      and at < clock_timestamp() - interval '10 minutes'
    order by at limit 100`)
  const rewards = await database.rows<{ friend_id: number; amount: bigint }>(sql`
    select friend_id, referrer_id, amount, since, reasons from referral.list_waiting()`)
  const cases = await database.rows<{ case_id: number; amount: bigint | null }>(sql`
    select case_id, player_id as player, event, tx_hash, amount, at from support.cases
    where closed_at is null order by at limit 100`)
  const unmatched = await database.rows(sql`
    select block, hash, player_id as player, sender, receiver, units from cashier.unexplained
    where not is_dust order by is_stray, units desc, block limit 100`)
  const dust = await one(
    database.rows<{ count: number; sum: bigint }>(sql`
      select count(*)::int as count, div(coalesce(sum(units), 0), 1e16)::bigint as sum
      from cashier.unexplained where is_dust`),
  )
  return {
    operations: operations.map(named),
    unsigned: unsigned.map(named),
    rewards: rewards.map((row) => ({ ...row, amount: hundredths(row.amount) })),
    cases: cases.map(({ amount, ...row }) => ({
      ...row,
      amount: amount === null ? null : hundredths(amount),
    })),
    unmatched: unmatched.map((row) => ({ ...row, block: String(row.block) })),
    dust: { count: dust.count, sum: hundredths(dust.sum) },
  }
}

const named = ({ id, amount, ...row }: OperationRow) => ({
  transaction_id: transactionIdOf(row.player, id),
  ...row,
  amount: hundredths(amount),
})
