import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`select * from desk.list_referrers($1, $2, $3)`

interface ReferrerRow {
  readonly player: number
  readonly name: string | null
  readonly rewards: bigint
  readonly earned: bigint
  readonly unlocked: bigint
  readonly is_ring: boolean
  readonly frozen: boolean
}

/** Who earned most by friends. */
export async function listReferrers(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listReferrers'>,
): Promise<DeskResult<'listReferrers'>> {
  const after = partsOfCursor(cursor, ['amount', 'number'], ['9000000000000000000', 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<ReferrerRow>(page, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) =>
    cursorOfParts([String(last.earned), last.player]),
  )
  return done<'listReferrers'>({
    referrers: shown.map(({ is_ring, ...row }) => ({
      ...row,
      rewards: Number(row.rewards),
      earned: hundredths(row.earned),
      unlocked: hundredths(row.unlocked),
      isRing: is_ring,
    })),
    next,
  })
}
