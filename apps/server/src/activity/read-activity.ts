import type { ActivityRow } from '@pipkin/contract'
import { hundredths, subtract, zero } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { lastPosition, type Position, pageOf } from '../platform/database/cursor.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { shownStatus } from '../rounds/stored-round.ts'
import type { Period } from './period.ts'

// Reads a page of each game's rounds by its index and takes the newest of those, so that a player
// with a million movements between two rounds costs no more rows.
const statement = sql`
  select r.placed_at as at, (r.placed_at at time zone 'UTC')::text || '+00' as position,
         r.round_id as round, r.stake, r.payout, r.status, g.name as game
  from ledger.games g
  cross join lateral (
    select * from ledger.rounds r
    where r.player_id = $1 and r.game = g.game and r.placed_at >= $2 and r.placed_at < $3
      and r.placed_at <= $4 and (r.placed_at, r.round_id) < ($4, $5)
    order by r.placed_at desc, r.round_id desc
    limit $6
  ) r
  order by r.placed_at desc, r.round_id desc
  limit $6`

interface RoundRow {
  readonly at: Date
  readonly position: string
  readonly round: string
  readonly stake: bigint
  readonly payout: bigint
  readonly status: keyof typeof shownStatus
  readonly game: string
}

export interface ActivityPage {
  readonly rows: readonly ActivityRow[]
  /** Where the next page begins; null on the last one. */
  readonly next: Position | null
}

/** A page of the player's rounds that were placed in the period, newest first. */
export async function readActivity(
  database: Database,
  player: number,
  { from, to }: Period,
  { after = lastPosition, limit }: { after?: Position | undefined; limit: number },
): Promise<ActivityPage> {
  const values = [player, from, to, after.at, after.id, limit + 1]
  const rows = await database.rows<RoundRow>(statement, values)
  const { shown, next } = pageOf(rows, limit, (last) => ({ at: last.position, id: last.round }))
  return {
    rows: shown.map((row) => showRound(player, row)),
    next,
  }
}

function showRound(player: number, row: RoundRow): ActivityRow {
  const stake = hundredths(row.stake)
  const payout = hundredths(row.payout)
  return {
    placedAt: row.at,
    stake,
    payout,
    status: shownStatus[row.status],
    gameName: row.game,
    gain: payout > stake ? subtract(payout, stake) : zero,
    transactionId: transactionIdOf(player, row.round),
  }
}
