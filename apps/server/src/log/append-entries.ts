import { type Database, maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { entryComputer } from './compute-entries.ts'
import { handedEntries } from './hand-over.ts'
import { receiptReader, takeWaitingEntries } from './read-new-entries.ts'
import { storeEntries } from './store-entries.ts'

// A worker that finds the row locked by another appends nothing. `now()` is the start of this
// transaction, before it had an id.
const takeState = sql`
  select size::float8, upto::text as since,
         greatest(upto, least($1::timestamptz, upto + $3 * interval '1 millisecond'))::text
           as until,
         $1 > upto + $3 * interval '1 millisecond' as "isFarAhead",
         ledger.are_over($2::jsonb) as "isOver", now()::text as now, ledger.ids_now()::text as ids,
         set_back as "setBack", pg_postmaster_start_time() || ' ' || set_back as clock
  from (
    select size, upto, times_set_back + (clock_timestamp() < looked_at)::integer as set_back
    from log.state for update skip locked
  ) held`

interface State {
  readonly size: number
  readonly since: string
  readonly until: string
  /** Whether more than one step is left up to the moment of the last call; null in the first. */
  readonly isFarAhead: boolean | null
  /** Whether every transaction that had begun by that moment has ended; null in the first call. */
  readonly isOver: boolean | null
  readonly now: string
  readonly ids: string
  /** How often the clock was found set back. */
  readonly setBack: number
  /**
   * Names what the times are by: another value after a restart, a take-over by a standby, or where
   * the clock was set back.
   */
  readonly clock: string
}

const goBack = sql`
  update log.state
    set upto = greatest(began_at, least(upto, now()) - interval '1 minute')`
const goOn = sql`
  update log.state s
    set size = $1, upto = coalesce($2, upto), times_set_back = $3,
        -- The clock may be set back in the middle of this.
        looked_at = greatest(now(), clock_timestamp()),
        all_published_at = case
          when exists (select from log.published p where p.size >= s.size) then clock_timestamp()
          else all_published_at end`

interface LogDeps {
  readonly database: Database
  /** What the seeds of epochs are mixed with: the database lacks it. */
  readonly seeds: SeedKeys
}

/** About as many entries of one kind are appended in a step. */
const atOnce = 5_000
const shortestStepMs = 1_000
/** Bounds a step where many receipts follow a quiet time, so that the worker has room for it. */
const longestStepMs = 60_000

const halfOf = (stepMs: number): number => Math.max(stepMs / 2, shortestStepMs)
/** The next step's length. When catching up, a step spans about `atOnce` receipts. */
const stepAfter = (stepMs: number, receipts: number): number =>
  receipts > atOnce ? halfOf(stepMs) : Math.min(stepMs * 2, longestStepMs)

/**
 * The sequencer: each call appends the entries of what was committed since the last one, and
 * answers how many.
 *
 * A receipt gets its time before its transaction commits. So a call reads only up to the moment of
 * an earlier call of this process, and only once every transaction that had begun by then has
 * ended: one that is held open delays the receipts behind it, and none is skipped. Rows of
 * `log.waiting` are taken as soon as they are visible.
 *
 * By a clock that it hasn't met, it reads the last minute again: where a standby took over, or the
 * clock was set back, bets get times that were read already.
 */
export function sequencer({ database, seeds }: LogDeps): () => Promise<number> {
  const handed = handedEntries(seeds)
  const readReceipts = receiptReader(handed, entryComputer(seeds))
  /**
   * The moment of the last call, and for each node an id younger than those of all transactions
   * that had written by then.
   */
  let lastCall: { readonly at: string; readonly ids: string } | null = null
  let stepMs = shortestStepMs
  let clock: string | null = null

  /** Null where another worker appends. */
  async function step(inside: Queryable) {
    const state = await maybeOne(
      inside.rows<State>(takeState, [lastCall?.at ?? null, lastCall?.ids ?? null, stepMs]),
    )
    if (!state) return null
    const waiting = await takeWaitingEntries(inside, seeds, atOnce)
    const isMet = state.clock === clock
    if (!isMet) {
      // Another server may have other rounds in the place of those that were handed over.
      handed.forget()
      await inside.rows(goBack)
    }
    await handed.take(inside)
    const { since, until } = state
    // What was noted of transactions holds for the server and the clock where it was noted.
    const isOver = isMet ? state.isOver : null
    const receipts = isOver ? await readReceipts(inside, since, until) : []
    const entries = [...waiting, ...receipts]
    if (entries.length > 0) await storeEntries(inside, state.size, entries)
    await inside.rows(goOn, [state.size + entries.length, isOver ? until : null, state.setBack])
    const isBehind = isOver === true && state.isFarAhead === true
    stepMs = isBehind ? stepAfter(stepMs, receipts.length) : shortestStepMs
    if (!isBehind && isOver !== false) lastCall = { at: state.now, ids: state.ids }
    return {
      clock: state.clock,
      appended: entries.length,
      goesOn: isBehind || waiting.length === atOnce,
    }
  }

  return async () => {
    let appended = 0
    for (;;) {
      const stepped = await database.transaction(step).catch((error: unknown) => {
        // The step may have been too large.
        stepMs = halfOf(stepMs)
        throw error
      })
      if (!stepped) return appended
      // Only now, since a step that fails is undone together with its `goBack`.
      clock = stepped.clock
      appended += stepped.appended
      if (!stepped.goesOn) return appended
    }
  }
}
