import { hundredths, type Money } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { sql } from '../platform/database/database.ts'
import type { OperatorDeps } from './warrant.ts'

/** What waits for an operator, oldest first. */
export interface Waiting {
  readonly operations: readonly { readonly transaction_id: string; readonly amount: Money }[]
  readonly cases: readonly { readonly case_id: number; readonly amount: Money }[]
  /** Transfers of the house that belong to no operation. */
  readonly unmatched: readonly object[]
}

interface ReviewRow {
  readonly player: number
  readonly id: string
  readonly kind: string
  readonly amount: bigint
  readonly reason: string
  readonly at: Date
}

export async function listWaiting({ database }: OperatorDeps): Promise<Waiting> {
  const operations = await database.rows<ReviewRow>(sql`
    select player_id as player, operation_id as id, kind, amount, reason, at from cashier.operations
    where state = 'review' order by at limit 100`)
  const cases = await database.rows<{ case_id: number; amount: bigint }>(sql`
    select case_id, player_id as player, event, tx_hash, amount, at from support.cases
    where closed_at is null order by at limit 100`)
  const unmatched = await database.rows(sql`
    select block, hash, player_id as player, sender, receiver, units from cashier.unmatched
    order by block limit 100`)
  return {
    operations: operations.map(({ id, amount, ...row }) => ({
      transaction_id: transactionIdOf(row.player, id),
      ...row,
      amount: hundredths(amount),
    })),
    cases: cases.map((row) => ({ ...row, amount: hundredths(row.amount) })),
    unmatched: unmatched.map((row) => ({ ...row, block: String(row.block) })),
  }
}
