import { randomUUID } from 'node:crypto'
import { type Queryable, sql } from '../../src/platform/database/database.ts'

const open = sql`
  select round_id as round, jsonb_array_length(moves) as made from ledger.rounds
  where player_id = $1 and status = 'pending'`
const store = sql`
  select ledger.store_moves($1, $2, $3, $4::jsonb, $5::text::ledger.round_status, $6, $7, null,
    null)`

/** Ends the player's open rounds in this way, not by the rules. */
export async function endRounds(
  database: Queryable,
  player: number,
  status: 'win' | 'loss' | 'tie',
  payout: bigint | number = 0n,
  moves = '[]',
): Promise<void> {
  for (const { round, made } of await database.rows<{ round: string; made: number }>(open, [
    player,
  ])) {
    const movement = payout > 0 ? randomUUID() : null
    await database.rows(store, [player, round, made, moves, status, payout, movement])
  }
}
