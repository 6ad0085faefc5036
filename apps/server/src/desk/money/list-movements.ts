import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

// A day or a month ends before the next one begins: the id of zeros comes before every movement's.
const page = sql`
  select *, (at at time zone 'UTC')::text || '+00' as position
  from desk.list_movements(
    $1::ledger.movement_kind[],
    coalesce($2::date::timestamp at time zone 'UTC', '-infinity'),
    least($4::timestamptz, ($2::date + ('1 ' || $3)::interval) at time zone 'UTC'),
    case when $4::timestamptz < ($2::date + ('1 ' || $3)::interval) at time zone 'UTC'
           or $2::date is null
      then $5::uuid else '00000000-0000-0000-0000-000000000000' end,
    $6)`

interface MovementRow {
  readonly player: number
  readonly name: string | null
  readonly at: Date
  readonly id: string
  readonly amount: bigint
  readonly fee: bigint
  readonly operation: string | null
  readonly other: number | null
  readonly position: string
}

const kindsOf = (kind: DeskInput<'listMovements'>['kind']): readonly string[] => {
  if (kind === 'fees') return ['send', 'withdraw_paid']
  if (kind === 'rewards') return ['bonus', 'referral_earning']
  return [kind]
}

/** Movements of a kind that no round makes, the newest first; of one day or month, if given. */
export async function listMovements(
  { database }: DeskReadDeps,
  { kind, by = 'day', start, cursor, limit }: DeskInput<'listMovements'>,
): Promise<DeskResult<'listMovements'>> {
  const before = parseCursor(cursor, lastPosition)
  if (!before) return refuse('malformed')
  const values = [kindsOf(kind), start ?? null, by, before.at, before.id, limit + 1]
  const rows = await database.rows<MovementRow>(page, values)
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listMovements'>({
    movements: shown.map(({ operation, position: _, ...row }) => ({
      ...row,
      amount: hundredths(row.amount),
      fee: hundredths(row.fee),
      transaction: operation && transactionIdOf(row.player, operation),
    })),
    next,
  })
}
