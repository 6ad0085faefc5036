import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import type { Signer } from './receipts.ts'
import type { SeedKeys } from './seed-keys.ts'
import { showRound } from './show-round.ts'
import { parseStoredRound } from './stored-round.ts'

const statement = sql`
  with waiting as materialized (
    select round_id, moved_at from ledger.rounds where player_id = $1 and status = 'pending'
  )
  select ledger.round_record($1, round_id) as round from waiting order by moved_at desc`

/** The rounds that wait for the player, the one last played first. At most one a game. */
export async function listOpenRounds(
  deps: { database: Database; signer: Signer; seeds: SeedKeys },
  player: number,
): Promise<Result<'listOpenRounds'>> {
  const rows = await deps.database.rows<{ round: unknown }>(statement, [player])
  return done<'listOpenRounds'>(
    rows.map((row) => showRound(parseStoredRound(row.round, deps.seeds), deps.signer)),
  )
}
