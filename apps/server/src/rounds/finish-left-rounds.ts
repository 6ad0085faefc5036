import { finishRound, outcomeOf } from '@pipkin/games'
import { times } from '@pipkin/money'
import type { Surroundings } from '../platform/clock.ts'
import { type Database, one, sql } from '../platform/database.ts'
import { parseStoredRound, replayStored, storedStatus } from './stored-round.ts'

// By the time of the bet, for which there is an index: what was moved seven days ago was placed before that. now(), for the index
// can't be asked for what clock_timestamp() says anew at each row.
const leftStatement = sql`
  select ledger.round_record(player_id, round_id) as round from ledger.rounds
  where settled_at is null and placed_at < now() - interval '7 days'
    and moved_at < now() - interval '7 days'
  order by placed_at limit 100`

const storeStatement = sql`select ledger.store_moves($1, $2, $3, $4, $5, $6, $7, null, null) as answer`

/**
 * The seven-day rule: a round that nobody has touched for seven days is finished by the published moves
 * (`docs/fairness.md`). Answers how many were; a round that is played in the same moment stays as its player left it.
 */
export async function finishLeftRounds(deps: {
  database: Database
  surroundings: Surroundings
}): Promise<number> {
  const rows = await deps.database.rows<{ round: unknown }>(leftStatement)
  let finished = 0
  for (const row of rows) {
    const stored = parseStoredRound(row.round)
    const round = finishRound(replayStored(stored))
    const outcome = outcomeOf(round)
    if (!outcome) throw new Error(`round ${stored.id} has no end`)
    const { answer } = await one(
      deps.database.rows<{ answer: object }>(storeStatement, [
        stored.player,
        stored.id,
        stored.moves.length,
        JSON.stringify(round.moves.slice(stored.moves.length)),
        storedStatus[outcome.status],
        times(stored.stake, outcome.pays),
        deps.surroundings.newId(),
      ]),
    )
    if ('stored' in answer) finished += 1
  }
  return finished
}
