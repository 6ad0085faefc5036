import { canonicalJson, epochCommitment, toHex } from '@pipkin/games'
import { edgeOf, entryKinds, entryOf, grownTiles, leafHash, tilesAt } from '@pipkin/log'
import { type Database, maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { parseStoredRound } from '../rounds/stored-round.ts'
import { type ReceiptKind, receiptEntries } from './receipt-entry.ts'
import { readTiles } from './tiles.ts'

// One worker at a time holds the row; another finds none. `now()` is the start of this transaction,
// before it had an id. Where the clock was put back, what lies between is read again.
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
  /** Whether more than a step is left up to the moment that was seen. */
  readonly isFarAhead: boolean | null
  /** Whether all that had begun by that moment is over; null where none was seen yet. */
  readonly isOver: boolean | null
  readonly now: string
  readonly ids: string
  /** Another one where the database's server was started again, or a standby took over. */
  readonly server: string
}

// Bets are found by the index on the movements' time, ends by that or, where they pay nothing, by
// that on the rounds' end. What has its entry is passed over, so reading again doubles nothing.
const gather = sql`
  with happened as materialized (
    select player_id, movement_id as round_id, 2::smallint as kind, at from ledger.movements
    where at >= $1 and at < $2 and kind = 'stake'
    union all
    select player_id, round_id, 3, at from ledger.movements
    where at >= $1 and at < $2 and kind in ('win', 'partial_win', 'tie')
    union all
    select player_id, round_id, 3, settled_at from ledger.rounds
    where settled_at >= $1 and settled_at < $2 and payout = 0 and status <> 'pending'
  ), fresh as materialized (
    select * from happened h
    where not exists (
      select from log.receipts l
      where l.player_id = h.player_id and l.round_id = h.round_id and l.kind = h.kind)
  )
  select h.kind, to_jsonb(r) as round
  from fresh h join ledger.round_records r using (player_id, round_id)
  order by h.at, h.player_id, h.round_id, h.kind`

const takeWaiting = sql`
  with taken as (
    delete from log.waiting where waiting_id in (
      select waiting_id from log.waiting order by waiting_id limit $1)
    returning *
  )
  select w.kind, w.document, e.player_id as player, e.seed, e.seed_key as "seedKey"
  from taken w left join ledger.epochs e
    on e.player_id = (w.document ->> 'playerId')::integer
      and e.epoch = (w.document ->> 'epoch')::integer and w.kind in (1, 5)
  order by w.waiting_id`

/** What waits for its entry; an epoch and its void with the seed, whose key the database lacks. */
type Waiting = { readonly kind: number; readonly document: object } & (
  | { readonly player: number; readonly seed: Buffer; readonly seedKey: string }
  | { readonly player: null }
)

const insertEntries = sql`
  insert into log.entries (index, entry)
  select $1::bigint + place - 1, entry
  from unnest($2::bytea[]) with ordinality as e (entry, place)`
const insertReceipts = sql`
  insert into log.receipts (player_id, round_id, kind, index)
  select * from unnest($1::integer[], $2::uuid[], $3::smallint[], $4::bigint[])`
const keepTiles = sql`
  insert into log.tiles (level, index, hashes)
  select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
  on conflict (level, index) do update set hashes = excluded.hashes`
const goBack = sql`
  update log.state
    set upto = greatest(began_at, least(upto, now()) - interval '1 minute')`
const goOn = sql`update log.state set size = $1, upto = coalesce($2, upto)`

interface LogDeps {
  readonly database: Database
  /** What the seeds of epochs are mixed with: the database lacks it. */
  readonly seeds: SeedKeys
}

/** An entry, and the round whose receipt it is of, if it is. */
interface NewEntry {
  readonly entry: Uint8Array
  readonly receipt?: { readonly player: number; readonly id: string; readonly kind: ReceiptKind }
}

/** About as many entries of one kind are appended in a step. */
const atOnce = 5_000
const shortestStepMs = 1_000

/** Catching up takes steps of as much time as has about so many receipts. */
const stepAfter = (stepMs: number, receipts: number): number =>
  receipts > atOnce ? Math.max(stepMs / 2, shortestStepMs) : stepMs * 2

/**
 * The sequencer: each call appends the entries of what has committed since the last one, and
 * answers how many they were. A receipt gets its time before its database transaction commits. So a
 * call goes only up to the time of an earlier one of this process, and only once every transaction
 * that had begun by then is over: one that is held open holds the receipts back and is never
 * skipped. What waits in `log.waiting` is taken as it is seen. On a server that it hasn't met, such
 * as a standby that took over, it reads the last minute again: there the clock may be behind, and
 * bets from before its first call would have times that were read already.
 */
export function sequencer({ database, seeds }: LogDeps): () => Promise<number> {
  const entryOfReceipt = receiptEntries()
  /**
   * A moment, and ids that are younger than those of all database transactions that had written by
   * then.
   */
  let seen: { readonly at: string; readonly ids: string } | null = null
  let stepMs = shortestStepMs
  let server: string | null = null

  async function readReceipts(inside: Queryable, since: string, until: string) {
    const rows = await inside.rows<{ kind: number; round: unknown }>(gather, [since, until])
    return rows.map(({ kind, round }): NewEntry => {
      const stored = parseStoredRound(round, seeds)
      const what = kind === entryKinds.bet ? 'bet' : 'end'
      return {
        entry: entryOfReceipt(stored, what),
        receipt: { player: stored.player, id: stored.id, kind: what },
      }
    })
  }

  async function step() {
    return database.transaction(async (inside) => {
      const state = await maybeOne(
        inside.rows<State>(takeState, [seen?.at ?? null, seen?.ids ?? null, stepMs]),
      )
      if (!state) return { appended: 0, goesOn: false, on: server }
      const waiting = await readWaiting(inside, seeds)
      const { since, until } = state
      const isMet = state.server === server
      if (!isMet) await inside.rows(goBack)
      const isOver = isMet ? state.isOver : null
      const receipts = isOver ? await readReceipts(inside, since, until) : []
      const entries = [...waiting, ...receipts]
      if (entries.length > 0) await append(inside, state.size, entries)
      await inside.rows(goOn, [state.size + entries.length, isOver ? until : null])
      const isBehind = isOver === true && state.isFarAhead === true
      stepMs = isBehind ? stepAfter(stepMs, receipts.length) : shortestStepMs
      if (!isBehind && isOver !== false) seen = { at: state.now, ids: state.ids }
      const goesOn = isBehind || waiting.length === atOnce
      return { appended: entries.length, goesOn, on: state.server }
    })
  }

  return async () => {
    let all = 0
    for (;;) {
      const { appended, goesOn, on } = await step()
      // Only now: an older step may have been undone with its server.
      server = on
      all += appended
      if (!goesOn) return all
    }
  }
}

async function readWaiting(inside: Queryable, seeds: SeedKeys): Promise<NewEntry[]> {
  const rows = await inside.rows<Waiting>(takeWaiting, [atOnce])
  return rows.map((row) => ({ entry: entryOf(row.kind, canonicalJson(documentOf(row, seeds))) }))
}

/** The document of an entry: an epoch's commitment is of its mixed seed. */
const documentOf = (row: Waiting, seeds: SeedKeys): object =>
  row.player === null
    ? row.document
    : { ...row.document, epochCommitment: toHex(epochCommitment(seeds.mix(row.player, row))) }

/** Writes entries, where their receipts are, and the tiles that they change. */
async function append(inside: Queryable, size: number, entries: readonly NewEntry[]) {
  const receipts = entries.flatMap(({ receipt }, place) =>
    receipt ? [{ ...receipt, index: size + place }] : [],
  )
  const leaves = entries.map(({ entry }) => leafHash(entry))
  const tiles = grownTiles(size, leaves, tilesAt(await readTiles(inside, edgeOf(size))))
  await inside.rows(insertEntries, [size, entries.map(({ entry }) => entry)])
  await inside.rows(insertReceipts, [
    receipts.map(({ player }) => player),
    receipts.map(({ id }) => id),
    receipts.map(({ kind }) => entryKinds[kind]),
    receipts.map(({ index }) => index),
  ])
  await inside.rows(keepTiles, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ hashes }) => hashes),
  ])
}
