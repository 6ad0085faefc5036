import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { cursorOf, parseCursor } from '../../platform/database/cursor.ts'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { type DeskResult, done, refuse } from '../desk-deps.ts'

interface Deps {
  readonly database: Queryable
}

// The end of a day or a month is where the list begins.
const page = sql`
  select r.*, encode(rules_hash, 'hex') as rules,
         (placed_at at time zone 'UTC')::text || '+00' as place
  from desk.list_game_rounds($1::smallint, $2, coalesce($3::timestamptz, '-infinity'),
    least($4::timestamptz, $3::timestamptz + $5::interval), $6, $7) r`

interface RoundRow {
  readonly player: number
  readonly id: string
  readonly place: string
  readonly placed_at: Date
  readonly settled_at: Date | null
  readonly stake: bigint
  readonly payout: bigint | null
  readonly status: string
  readonly rules: string
}

const first = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
const lengths = { day: '1 day', month: '1 month', all: null } as const

/** Rounds of a game, newest first: all, or those placed in a day or a month (UTC). */
export async function listGameRounds(
  { database }: Deps,
  { game, rulesHash, span = 'all', since, cursor, limit }: DeskInput<'listGameRounds'>,
): Promise<DeskResult<'listGameRounds'>> {
  const before = cursor === undefined ? first : parseCursor(cursor)
  if (!before) return refuse('malformed')
  const rows = await database.rows<RoundRow>(page, [
    game,
    rulesHash === undefined ? null : Buffer.from(rulesHash, 'hex'),
    since === undefined ? null : `${since}T00:00:00Z`,
    before.at,
    lengths[span],
    before.id,
    limit + 1,
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return done<'listGameRounds'>({
    rounds: shown.map((row) => ({
      transaction: transactionIdOf(row.player, row.id),
      player: row.player,
      placedAt: row.placed_at,
      settledAt: row.settled_at,
      stake: hundredths(row.stake),
      payout: row.settled_at === null || row.payout === null ? null : hundredths(row.payout),
      status: row.status,
      rulesHash: row.rules,
    })),
    next: rows.length > limit && last ? cursorOf({ at: last.place, id: last.id }) : null,
  })
}
