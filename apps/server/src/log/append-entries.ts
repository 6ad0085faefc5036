import { type Database, maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { entryComputer } from './compute-entries.ts'
import { handedEntries } from './hand-over.ts'
import { receiptReader, takeWaitingEntries } from './read-new-entries.ts'
import { storeEntries } from './store-entries.ts'

// A worker that finds the row locked by another appends nothing. `now()` is the start of this
// transaction, before it had an id. If the clock was set back, the time between is read again.
const takeState = sql`
  select size::float8, since::text,
         greatest(since, least($1::timestamptz, since + $3 * interval '1 millisecond'))::text
           as until,
         $1 > since + $3 * interval '1 millisecond' as "isFarAhead",
         ledger.are_over($2::jsonb) as "isOver", now()::text as now, ledger.ids_now()::text as ids,
         pg_postmaster_start_time()::text as server
  from (
    select size, case when now() < upto then least(upto, $1::timestamptz) else upto end as since
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
  /**
   * When the database's server started: another value after a restart or a take-over by a standby.
   */
  readonly server: string
}

const goBack = sql`
  update log.state
    set upto = greatest(began_at, least(upto, now()) - interval '1 minute')`
const goOn = sql`
  update log.state s
    set size = $1, upto = coalesce($2, upto),
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
 * On a server that it hasn't met, such as a standby that took over, it reads the last minute again:
 * that server's clock may be behind, so that bets would get times that were read already.
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
  let server: string | null = null

  /** Null where another worker appends. */
  async function step(inside: Queryable) {
    const state = await maybeOne(
      inside.rows<State>(takeState, [lastCall?.at ?? null, lastCall?.ids ?? null, stepMs]),
    )
    if (!state) return null
    const waiting = await takeWaitingEntries(inside, seeds, atOnce)
    const isMet = state.server === server
    if (!isMet) {
      // Another server may have other rounds in the place of those that were handed over.
      handed.forget()
      await inside.rows(goBack)
    }
    await handed.take(inside)
    const { since, until } = state
    // What was noted of transactions holds for the server where it was noted.
    const isOver = isMet ? state.isOver : null
    const receipts = isOver ? await readReceipts(inside, since, until) : []
    const entries = [...waiting, ...receipts]
    if (entries.length > 0) await storeEntries(inside, state.size, entries)
    await inside.rows(goOn, [state.size + entries.length, isOver ? until : null])
    const isBehind = isOver === true && state.isFarAhead === true
    stepMs = isBehind ? stepAfter(stepMs, receipts.length) : shortestStepMs
    if (!isBehind && isOver !== false) lastCall = { at: state.now, ids: state.ids }
    return {
      server: state.server,
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
      server = stepped.server
      appended += stepped.appended
      if (!stepped.goesOn) return appended
    }
  }
}
