import { canonicalJson, epochCommitment, toHex } from '@pipkin/games'
import { edgeOf, entryOf, grownTiles, leafHash, tilesAt, tileWidth } from '@pipkin/log'
import { type Database, maybeOne, one, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { type Bundle, type RoundReceipt, receiptKey, receiptsIn, roundBytes } from './bundles.ts'
import { entryComputer } from './compute-entries.ts'
import { handedEntries } from './hand-over.ts'
import { readTiles } from './tiles.ts'

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

// Bets are found by the index on the movements' time, ends by the same index or, if they pay
// nothing, by the one on the rounds' end. All come in one value: for each receipt the 20 bytes of
// its round, its time (µs since 2000) and its kind.
const selectHappened = sql`
  with happened as (
    select player_id, movement_id as round_id, at, '\\x02'::bytea as kind from ledger.movements
    where at >= $1 and at < $2 and kind = 'stake'
    union all
    select player_id, round_id, at, '\\x03' from ledger.movements
    where at >= $1 and at < $2 and kind in ('win', 'partial_win', 'tie')
    union all
    select player_id, round_id, settled_at, '\\x03' from ledger.rounds
    where settled_at >= $1 and settled_at < $2 and payout = 0 and status <> 'pending'
  )
  select coalesce(
    string_agg(int4send(player_id) || uuid_send(round_id) || timestamptz_send(at) || kind, ''
      order by at, player_id, round_id, kind), '') as happened
  from happened`
// Receipts that may have an entry already: none gets a second one.
const overlapping = sql`
  select entries, rounds from log.bundles
  where span && tstzrange($1::timestamptz, $2::timestamptz, '[]')`

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

/**
 * A document that waits for its entry. For an epoch or its void the seed comes along, mixed with a
 * key that the database lacks.
 */
type Waiting = { readonly kind: number; readonly document: object } & (
  | { readonly player: number; readonly seed: Buffer; readonly seedKey: string }
  | { readonly player: null }
)

// The first bundle may exist already. If its length isn't the expected one, another worker has
// appended.
const keepBundles = sql`
  insert into log.bundles as b (number, entries, rounds, span)
    select number, entries, rounds,
           case when since is not null
             then tstzrange(to_timestamp(since / 1000), to_timestamp(until / 1000), '[]') end
    from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::float8[], $5::float8[])
      as made (number, entries, rounds, since, until)
  on conflict (number) do update
    set entries = b.entries || excluded.entries, rounds = b.rounds || excluded.rounds,
        span = range_merge(coalesce(b.span, excluded.span), coalesce(excluded.span, b.span))
    where length(b.entries) = $6::integer * 33
  returning number`
const keepTiles = sql`
  insert into log.tiles (level, index, hashes)
  select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])
  on conflict (level, index) do update set hashes = excluded.hashes`
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

/** A receipt without its entry, and when it was signed. */
interface Happened extends RoundReceipt {
  readonly ms: number
}

/** An entry and, for the entry of a receipt, that receipt. */
interface NewEntry {
  readonly entry: Uint8Array
  readonly receipt?: Happened
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
  let seen: { readonly at: string; readonly ids: string } | null = null
  let stepMs = shortestStepMs
  let server: string | null = null

  async function step() {
    return database.transaction(async (inside) => {
      const state = await maybeOne(
        inside.rows<State>(takeState, [seen?.at ?? null, seen?.ids ?? null, stepMs]),
      )
      if (!state) return { appended: 0, goesOn: false, on: server }
      const waiting = await readWaiting(inside, seeds)
      const { since, until } = state
      const isMet = state.server === server
      if (!isMet) {
        // Another server may have other rounds in the place of those that were handed over.
        handed.forget()
        await inside.rows(goBack)
      }
      await handed.take(inside)
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
      const { appended, goesOn, on } = await step().catch((error: unknown) => {
        // The step may have been too large.
        stepMs = halfOf(stepMs)
        throw error
      })
      // Only now, since a step that fails is undone together with its `goBack`.
      server = on
      all += appended
      if (!goesOn) return all
    }
  }
}

/**
 * Reads the receipts of a time that have no entry yet, with their entries: those that an API handed
 * over, the others computed from their rounds.
 */
const receiptReader =
  (handed: ReturnType<typeof handedEntries>, computeEntries: ReturnType<typeof entryComputer>) =>
  async (inside: Queryable, since: string, until: string): Promise<NewEntry[]> => {
    const { happened } = await one(
      inside.rows<{ happened: Buffer }>(selectHappened, [since, until]),
    )
    const logged = new Set(
      (await inside.rows<Bundle>(overlapping, [since, until]))
        .flatMap(receiptsIn)
        .map(({ key }) => key),
    )
    const receipts = parseHappened(happened).filter(({ key }) => !logged.has(key))
    const entries = receipts.map((receipt) => ({
      receipt,
      entry: handed.find(receipt.key, receipt.ms),
    }))
    const computed = await computeEntries(
      inside,
      entries.flatMap(({ receipt, entry }) => (entry ? [] : [receipt])),
    )
    return entries.flatMap(({ receipt, entry = computed.get(receipt.key) }) =>
      entry ? [{ receipt, entry }] : [],
    )
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

const happenedBytes = roundBytes + 9
const year2000 = Date.UTC(2000)

function parseHappened(bytes: Buffer): Happened[] {
  return Array.from({ length: bytes.length / happenedBytes }, (_, place) => {
    const at = place * happenedBytes
    const [timeAt, kindAt] = [at + roundBytes, at + roundBytes + 8]
    const kind = bytes[kindAt] ?? 0
    const microseconds = bytes.readInt32BE(timeAt) * 2 ** 32 + bytes.readUInt32BE(timeAt + 4)
    return {
      key: receiptKey(bytes, at, kind),
      round: bytes.subarray(at, timeAt),
      kind,
      ms: year2000 + Math.floor(microseconds / 1_000),
    }
  })
}

const noRound = Buffer.alloc(roundBytes)

/**
 * Groups new entries into rows of `log.bundles`: each row's number, what is added to it, and the
 * times of its receipts.
 */
function bundlesOf(size: number, entries: readonly NewEntry[]) {
  const bundles = []
  for (let from = 0; from < entries.length; ) {
    const number = Math.floor((size + from) / tileWidth)
    const to = (number + 1) * tileWidth - size
    const inIt = entries.slice(from, to)
    const times = inIt.flatMap(({ receipt }) => receipt?.ms ?? [])
    bundles.push({
      number,
      entries: Buffer.concat(inIt.map(({ entry }) => entry)),
      rounds: Buffer.concat(inIt.map(({ receipt }) => receipt?.round ?? noRound)),
      since: times.length > 0 ? Math.min(...times) : null,
      until: times.length > 0 ? Math.max(...times) + 1 : null,
    })
    from = to
  }
  return bundles
}

/** Writes entries beside their rounds, and the tiles that they change. */
async function append(inside: Queryable, size: number, entries: readonly NewEntry[]) {
  const leaves = entries.map(({ entry }) => leafHash(entry))
  const tiles = grownTiles(size, leaves, tilesAt(await readTiles(inside, edgeOf(size))))
  const bundles = bundlesOf(size, entries)
  const kept = await inside.rows(keepBundles, [
    bundles.map(({ number }) => number),
    bundles.map(({ entries }) => entries),
    bundles.map(({ rounds }) => rounds),
    bundles.map(({ since }) => since),
    bundles.map(({ until }) => until),
    size % tileWidth,
  ])
  if (kept.length !== bundles.length) throw new Error('the log has grown by other hands')
  await inside.rows(keepTiles, [
    tiles.map(({ level }) => level),
    tiles.map(({ index }) => index),
    tiles.map(({ hashes }) => hashes),
  ])
}
