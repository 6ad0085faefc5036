import { finishRound, outcomeOf } from '@pipkin/games'
import { times } from '@pipkin/money'
import { type Database, one, sql } from '../platform/database/database.ts'
import { isDatabaseDown } from '../platform/database/database-failure.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { SeedKeys } from './seed-keys.ts'
import { parseStoredRound, replayStored, storedStatus } from './stored-round.ts'

// Rounds are found by the time of the bet, which has an index: a round whose last move is seven
// days old was placed before that, and a round that a restore has voided was placed before the
// restore. now() rather than clock_timestamp(), whose value changes from row to row, so that no
// index can serve it. The time is read as text, since a Date would round it.
const leftStatement = sql`
  with left_open as materialized (
  select placed_at, player_id, round_id
  from ledger.rounds r
  where settled_at is null
    and placed_at < greatest(now() - interval '7 days',
      (select max(began_at) from ledger.generations where generation > 1))
    and (moved_at < now() - interval '7 days' or exists (
      select from ledger.epochs e
      where e.player_id = r.player_id and e.epoch = r.epoch and e.voided_in is not null))
    and (placed_at, player_id, round_id) > ($1::timestamptz, $2::integer, $3::uuid)
  order by placed_at, player_id, round_id limit $4
  )
  select placed_at::text, player_id, round_id, ledger.round_record(player_id, round_id) as round
  from left_open order by left_open.placed_at, player_id, round_id`

const storeStatement = sql`
  select ledger.store_moves($1, $2, $3, $4, $5, $6, $7, null, null, $8) as answer`

/** The last round that was read, where the next read goes on. */
interface Cursor {
  readonly placed_at: string
  readonly player_id: number
  readonly round_id: string
}

const start: Cursor = {
  placed_at: '-infinity',
  player_id: 0,
  round_id: '00000000-0000-0000-0000-000000000000',
}

/**
 * Rounds that are read together, and about as many as one sweep finishes: a worker that stops waits
 * for its sweep.
 */
const atOnce = 100

export interface FinishDeps {
  readonly database: Database
  readonly surroundings: Surroundings
  readonly seeds: SeedKeys
  /** Called for each round that can't be finished, such as one with refused moves. */
  onError(error: Error): void
}

/**
 * The seven-day rule: finishes rounds that were left for seven days by the published moves
 * (`docs/fairness.md`), and at once those whose epoch a restore has voided. Answers how many. A
 * round that is played at the same moment stays as its player left it. A round that can't be
 * finished doesn't hold up the others. Throws where the database doesn't answer: all would fail.
 */
export async function finishLeftRounds(deps: FinishDeps): Promise<number> {
  let finished = 0
  let last: Cursor | undefined = start
  // Each read continues after the last round: broken rounds are met once.
  while (last && finished < atOnce) {
    const { placed_at, player_id, round_id }: Cursor = last
    const left: (Cursor & { readonly round: unknown })[] = await deps.database.rows(leftStatement, [
      placed_at,
      player_id,
      round_id,
      atOnce,
    ])
    for (const row of left)
      try {
        if (await finish(deps, row.round)) finished += 1
      } catch (error) {
        if (isDatabaseDown(error)) throw error
        deps.onError(new Error(`round ${row.round_id} can't be finished`, { cause: error }))
      }
    last = left[atOnce - 1]
  }
  return finished
}

/** Whether the round was finished: false where its player moved in the meantime. */
async function finish(
  { database, surroundings, seeds }: FinishDeps,
  record: unknown,
): Promise<boolean> {
  const stored = parseStoredRound(record, seeds)
  const round = finishRound(replayStored(stored))
  const outcome = outcomeOf(round)
  if (!outcome) throw new Error('it has no end')
  const { answer } = await one(
    database.rows<{ answer: object }>(storeStatement, [
      stored.player,
      stored.id,
      stored.moves.length,
      JSON.stringify(round.moves.slice(stored.moves.length)),
      storedStatus[outcome.status],
      times(stored.stake, outcome.pays),
      surroundings.newId(),
      stored.voided !== null,
    ]),
  )
  return 'stored' in answer
}
