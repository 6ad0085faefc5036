import type { NearLimit } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

interface LimitRow {
  readonly player: number
  readonly name: string | null
  readonly kind: NearLimit['kind']
  readonly period: 'day' | 'week' | 'month' | 'round'
}

/** Which limit it is, on the wire: a stake's is for a round and has no period. */
const whichOf = ({ player, name, kind, period }: LimitRow) => ({
  player,
  name,
  kind,
  period: period === 'round' ? null : period,
})

const near = sql`select * from desk.list_near_limits($1, $2, $3, $4, $5)`

interface NearRow extends LimitRow {
  readonly counted_part: number
  /** Null, with what follows, where the limit has ended since it was counted. */
  readonly amount: bigint | null
  readonly used: bigint
  readonly part: number
  readonly resets_at: Date | null
  readonly is_on_break: boolean
}

/** Limits that are nearly used up, each with what is used now. */
export async function listNearLimits(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listNearLimits'>,
): Promise<DeskResult<'listNearLimits'>> {
  const first = [1_000_000, 0, 'deposit', 'day']
  const after = partsOfCursor(cursor, ['number', 'number', 'kind', 'period'], first)
  if (!after) return refuse('malformed')
  const rows = await database.rows<NearRow>(near, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([last.counted_part, last.player, last.kind, last.period]),
  )
  return done<'listNearLimits'>({
    limits: shown.flatMap((row) =>
      row.amount === null
        ? []
        : {
            ...whichOf(row),
            amount: hundredths(row.amount),
            used: hundredths(row.used),
            part: row.part,
            freesAt: row.resets_at,
            isOnBreak: row.is_on_break,
          },
    ),
    next,
  })
}

const pending = sql`
  select *, (pending_from at time zone 'UTC')::text || '+00' as place
  from desk.list_pending_limits($1, $2, $3, $4, $5)`

interface PendingRow extends LimitRow {
  readonly amount: bigint
  readonly pending_amount: bigint | null
  readonly pending_at: Date
  readonly pending_from: Date
  readonly place: string
}

/** Raises and ends of limits that wait for their time, or to be confirmed. */
export async function listPendingLimits(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listPendingLimits'>,
): Promise<DeskResult<'listPendingLimits'>> {
  const first = ['-infinity', 0, 'deposit', 'day']
  const after = partsOfCursor(cursor, ['time', 'number', 'kind', 'period'], first)
  if (!after) return refuse('malformed')
  const rows = await database.rows<PendingRow>(pending, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([last.place, last.player, last.kind, last.period]),
  )
  return done<'listPendingLimits'>({
    limits: shown.map((row) => ({
      ...whichOf(row),
      amount: hundredths(row.amount),
      becomes: row.pending_amount === null ? null : hundredths(row.pending_amount),
      askedAt: row.pending_at,
      from: row.pending_from,
    })),
    next,
  })
}
