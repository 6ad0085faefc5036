import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'
import type { Signer } from './receipts.ts'
import type { SeedKeys } from './seed-keys.ts'
import { showRound } from './show-round.ts'
import { parseStoredRound } from './stored-round.ts'

// Two statements, or a cluster would ask the player's node for the function.
const waiting = sql`
  select round_id as id from ledger.rounds
  where player_id = $1 and status = 'pending' order by moved_at desc`
const records = sql`
  select ledger.round_record($1, id) as round
  from unnest($2::uuid[]) with ordinality ids (id, place) order by place`

/** The rounds that wait for the player, the one last played first. At most one a game. */
export async function listOpenRounds(
  deps: { database: Database; signer: Signer; seeds: SeedKeys },
  player: number,
): Promise<Result<'listOpenRounds'>> {
  const open = await deps.database.rows<{ id: string }>(waiting, [player])
  if (open.length === 0) return done<'listOpenRounds'>([])
  const ids = open.map(({ id }) => id)
  const rows = await deps.database.rows<{ round: unknown }>(records, [player, ids])
  return done<'listOpenRounds'>(
    rows.map((row) => showRound(parseStoredRound(row.round, deps.seeds), deps.signer)),
  )
}
