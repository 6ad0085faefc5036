import { canonicalJson, epochCommitment, toHex } from '@pipkin/games'
import { entryOf } from '@pipkin/log'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { type Bundle, type RoundReceipt, receiptKey, receiptsIn, roundBytes } from './bundles.ts'
import type { entryComputer } from './compute-entries.ts'
import type { HandedEntries } from './hand-over.ts'

/** An entry that the log lacks and, for the entry of a receipt, that receipt. */
export interface NewEntry {
  readonly entry: Uint8Array
  readonly receipt?: SignedReceipt
}

/** A receipt, and when it was signed. */
interface SignedReceipt extends RoundReceipt {
  readonly ms: number
}

// Bets are found by the index on the movements' time, ends by the same index or, if they pay
// nothing, by the one on the rounds' end. All come in one value: for each receipt the 20 bytes of
// its round, its time (µs since 2000) and its kind.
const selectSigned = sql`
  with signed as (
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
      order by at, player_id, round_id, kind), '') as signed
  from signed`
// Bundles of the log that may have some of these receipts already: none gets a second entry.
const overlapping = sql`
  select entries, rounds from log.bundles
  where span && tstzrange($1::timestamptz, $2::timestamptz, '[]')`

/**
 * Reads the receipts of a time that have no entry yet, with their entries: those that an API handed
 * over, the others computed from their rounds.
 */
export const receiptReader =
  (handed: HandedEntries, computeEntries: ReturnType<typeof entryComputer>) =>
  async (inside: Queryable, since: string, until: string): Promise<NewEntry[]> => {
    const receipts = await readUnlogged(inside, since, until)
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

async function readUnlogged(
  inside: Queryable,
  since: string,
  until: string,
): Promise<SignedReceipt[]> {
  const { signed } = await one(inside.rows<{ signed: Buffer }>(selectSigned, [since, until]))
  const bundles = await inside.rows<Bundle>(overlapping, [since, until])
  const logged = new Set(bundles.flatMap(receiptsIn).map(({ key }) => key))
  return parseSigned(signed).filter(({ key }) => !logged.has(key))
}

const signedBytes = roundBytes + 9
const year2000 = Date.UTC(2000)

function parseSigned(bytes: Buffer): SignedReceipt[] {
  return Array.from({ length: bytes.length / signedBytes }, (_, place) => {
    const at = place * signedBytes
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

/** Takes the oldest documents that wait, and answers their entries: `most` at once. */
export async function takeWaitingEntries(
  inside: Queryable,
  seeds: SeedKeys,
  most: number,
): Promise<NewEntry[]> {
  const rows = await inside.rows<Waiting>(takeWaiting, [most])
  return rows.map((row) => ({ entry: entryOf(row.kind, canonicalJson(documentOf(row, seeds))) }))
}

/** The document of an entry: an epoch's commitment is of its mixed seed. */
const documentOf = (row: Waiting, seeds: SeedKeys): object =>
  row.player === null
    ? row.document
    : { ...row.document, epochCommitment: toHex(epochCommitment(seeds.mix(row.player, row))) }
