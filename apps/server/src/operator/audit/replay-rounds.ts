import { outcomeOf } from '@pipkin/games'
import { times } from '@pipkin/money'
import { type Queryable, sql } from '../../platform/database.ts'
import { parseStoredRound, replayStored, type StoredRound } from '../../rounds/stored-round.ts'

/** A page of settled rounds after a key, so that memory stays flat however many there are. */
const page = sql`
  select to_jsonb(r) as round from ledger.round_records r
  where (r.player_id, r.round_id) > ($1, $2::uuid) and r.status <> 'pending'
    and ($3::timestamptz is null or r.settled_at > $3 or hashint4(r.nonce + r.player_id) % 50 = 0)
  order by r.player_id, r.round_id limit 1000`

const firstKey = { player: 0, id: '00000000-0000-0000-0000-000000000000' }

export interface Replays {
  readonly replayed: number
  readonly found: readonly string[]
}

/**
 * Replays settled rounds from their stored seeds and moves: those settled after `since` and a fiftieth of the rest; all of
 * them where `since` is null.
 */
export async function replayRounds(database: Queryable, since: Date | null): Promise<Replays> {
  const found: string[] = []
  let replayed = 0
  let after = firstKey
  for (;;) {
    const rows = await database.rows<{ round: unknown }>(page, [after.player, after.id, since])
    for (const { round } of rows) {
      const stored = parseStoredRound(round)
      const wrong = disagreement(stored)
      if (wrong) found.push(`round ${stored.id} of player ${stored.player}: ${wrong}`)
      after = stored
      replayed += 1
    }
    if (rows.length < 1000) return { replayed, found }
  }
}

/** What the record says that the rules don't, or null. */
function disagreement(stored: StoredRound): string | null {
  try {
    const outcome = outcomeOf(replayStored(stored))
    if (!outcome) return 'it has ended, but the rules say that it goes on'
    const payout = times(stored.stake, outcome.pays)
    return outcome.status === stored.end?.status && payout === stored.end.payout
      ? null
      : `${stored.end?.status} with payout ${stored.end?.payout}, but its replay is ${outcome.status} with ${payout}`
  } catch (error) {
    return `it does not replay: ${error instanceof Error ? error.message : String(error)}`
  }
}
