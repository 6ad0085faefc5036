import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { cursorAfter, firstPosition, pageOf, parseCursor } from '../platform/database/cursor.ts'
import { sql } from '../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from './desk-deps.ts'

const page = sql`
  select *, (at at time zone 'UTC')::text || '+00' as position
  from desk.list_payouts($1::timestamptz, $2, $3)`

interface PayoutRow {
  readonly player: number
  readonly id: string
  readonly position: string
  readonly name: string | null
  readonly amount: bigint
  readonly fee: bigint
  readonly own_part: bigint
  readonly why: string | null
  readonly address: string
  readonly at: Date
  readonly linked_at: Date | null
  readonly disowned_at: Date | null
  readonly deposited: bigint
  readonly staked: bigint
  readonly lost: bigint
  readonly left_in_wallets: bigint
  readonly accounts_of_person: bigint
  readonly paid_before: bigint
  readonly paid_sum: bigint
  readonly frozen: boolean
  readonly held_by: 'accountFrozen' | 'notScanned' | 'transferFits' | null
  readonly takes_two: boolean
  readonly on_browser: readonly number[]
  readonly on_address: readonly number[]
  readonly proposer: string | null
}

/** Payouts that wait for an operator, the oldest first, with what a decision needs. */
export async function listPayouts(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listPayouts'>,
): Promise<DeskResult<'listPayouts'>> {
  const after = parseCursor(cursor, firstPosition)
  if (!after) return refuse('malformed')
  const rows = await database.rows<PayoutRow>(page, [after.at, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listPayouts'>({
    payouts: shown.map((row) => ({
      transaction: transactionIdOf(row.player, row.id),
      player: row.player,
      name: row.name,
      amount: hundredths(row.amount),
      fee: hundredths(row.fee),
      ownPart: hundredths(row.own_part),
      why: row.why,
      address: row.address,
      at: row.at,
      linkedAt: row.linked_at,
      disownedAt: row.disowned_at,
      deposited: hundredths(row.deposited),
      staked: hundredths(row.staked),
      lost: hundredths(row.lost),
      left: hundredths(row.left_in_wallets),
      accountsOfPerson: Number(row.accounts_of_person),
      paidBefore: Number(row.paid_before),
      paidSum: hundredths(row.paid_sum),
      frozen: row.frozen,
      heldBy: row.held_by,
      takesTwo: row.takes_two,
      proposer: row.proposer,
      onBrowser: row.on_browser,
      onAddress: row.on_address,
    })),
    next,
  })
}
