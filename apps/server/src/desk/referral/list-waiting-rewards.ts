import { hundredths } from '@pipkin/money'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const waiting = sql`
  select friend_id as friend, referrer_id as referrer, amount, since, reasons
  from referral.list_waiting()`

interface WaitingRow {
  readonly friend: number
  readonly referrer: number | null
  readonly amount: bigint
  readonly since: Date
  readonly reasons: readonly string[]
}

/** Rewards that wait for an operator, the oldest first. */
export async function listWaitingRewards({
  database,
}: DeskReadDeps): Promise<DeskResult<'listWaitingRewards'>> {
  const rows = await database.rows<WaitingRow>(waiting)
  return done<'listWaitingRewards'>(rows.map((row) => ({ ...row, amount: hundredths(row.amount) })))
}
