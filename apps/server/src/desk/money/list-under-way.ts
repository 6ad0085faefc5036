import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { cursorAfter, firstPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select *, (at at time zone 'UTC')::text || '+00' as position
  from desk.list_under_way($1::cashier.operation_kind, $2, $3, $4)`

interface OperationRow {
  readonly player: number
  readonly id: string
  readonly at: Date
  readonly amount: bigint
  readonly fee: bigint
  readonly state: string
  readonly address: string
  readonly position: string
}

/** Deposits or withdrawals that have not ended, the oldest first. */
export async function listUnderWay(
  { database }: DeskReadDeps,
  { kind, cursor, limit }: DeskInput<'listUnderWay'>,
): Promise<DeskResult<'listUnderWay'>> {
  const after = parseCursor(cursor, firstPosition)
  if (!after) return refuse('malformed')
  const rows = await database.rows<OperationRow>(page, [kind, after.at, after.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listUnderWay'>({
    operations: shown.map(({ player, id, at, amount, fee, state, address }) => ({
      transaction: transactionIdOf(player, id),
      player,
      at,
      amount: hundredths(amount),
      fee: hundredths(fee),
      state,
      address,
    })),
    next,
  })
}
