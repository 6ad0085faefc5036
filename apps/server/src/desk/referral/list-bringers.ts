import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`select * from desk.list_bringers($1, $2, $3)`

interface BringerRow {
  readonly player: number
  readonly name: string | null
  readonly rewards: bigint
  readonly earned: bigint
  readonly unlocked: bigint
  readonly is_ring: boolean
  readonly frozen: boolean
}

const first = { earned: '9000000000000000000', player: 0 }

/** Who earned most by friends. */
export async function listBringers(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listBringers'>,
): Promise<DeskResult<'listBringers'>> {
  const after = cursor === undefined ? first : parsePlace(cursor)
  if (!after) return refuse('malformed')
  const rows = await database.rows<BringerRow>(page, [after.earned, after.player, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => `${last.earned}.${last.player}`)
  return done<'listBringers'>({
    bringers: shown.map(({ is_ring, ...row }) => ({
      ...row,
      rewards: Number(row.rewards),
      earned: hundredths(row.earned),
      unlocked: hundredths(row.unlocked),
      isRing: is_ring,
    })),
    next,
  })
}

/** A place in the order of what was earned: `120000.12345678`. */
function parsePlace(text: string): { readonly earned: string; readonly player: number } | null {
  const [, earned, player] = /^(\d{1,18})\.(\d{1,9})$/.exec(text) ?? []
  return earned && player ? { earned, player: Number(player) } : null
}
