import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { BetFacts, EndFacts } from '@pipkin/games'
import { entryKinds, entryOfHash } from '@pipkin/log'
import { LRUCache } from 'lru-cache'
import { type Queryable, sql } from '../platform/database/database.ts'
import { repeat } from '../platform/process/repeat.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { receiptKey, roundBytes } from './bundles.ts'

// An API has each receipt's text in its hands when it signs, so it hands the hash to the worker,
// which would have to deal the round again for it. That only saves work: what is lost on the way,
// or comes late, the worker computes from the round's row. So it does where a MAC is wrong: a
// stolen login of the API's can write rows, but has no key.

type MacKey = Pick<SeedKeys, 'handOverKey'>
const macOf = ({ handOverKey }: MacKey, entries: Buffer) =>
  createHmac('sha256', handOverKey).update(entries).digest()

const flushMs = 250

/** What no worker has taken. More isn't handed over. */
const put = sql`
  insert into log.handed (entries, mac)
  select $1, $2 where (select count(*) from log.handed) < 1000`
/** Rows, of a megabyte at most, that the worker reads in a step; the others wait for the next. */
const take = sql`
  delete from log.handed where handed_id in (
    select handed_id from log.handed order by handed_id limit 50)
  returning entries, mac`
/** A row has no more receipts: about as many as the table allows. */
const mostInRow = 16_000

// A receipt is its round (20 bytes), its kind, its time in ms as a float of 64 bits, and the hash.
const [kindAt, timeAt, hashAt, length] = [roundBytes, roundBytes + 1, roundBytes + 9, 61]

function bytesOf(facts: BetFacts | EndFacts, canonicalJson: string): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  bytes.write(facts.transactionId, 'base64url')
  bytes[kindAt] = entryKinds[facts.receipt]
  bytes.writeDoubleBE(
    Date.parse(facts.receipt === 'bet' ? facts.placedAt : facts.settledAt),
    timeAt,
  )
  bytes.set(hash('sha256', canonicalJson, 'buffer'), hashAt)
  return bytes
}

/** Hands what an API signs to the worker, a few times a second. */
export function entryHandOver(
  { database, seeds }: { database: Queryable; seeds: MacKey },
  onError: (error: unknown) => void,
): {
  note(facts: BetFacts | EndFacts, canonicalJson: string): void
  stop(): Promise<void>
} {
  let noted: Buffer[] = []
  const flush = async () => {
    const all = noted
    noted = []
    for (let from = 0; from < all.length; from += mostInRow) {
      const entries = Buffer.concat(all.slice(from, from + mostInRow))
      await database.rows(put, [entries, macOf(seeds, entries)])
    }
  }
  const flushing = repeat(flushMs, flush, onError)
  return {
    note: (facts, canonicalJson) => void noted.push(bytesOf(facts, canonicalJson)),
    async stop() {
      await flushing.stop()
      await flush().catch(onError)
    },
  }
}

/** What was handed over of receipts that have no entry yet. */
export interface HandedEntries {
  /** Reads what has come since, or the oldest of it. */
  take(database: Queryable): Promise<void>
  /**
   * The entry of a receipt, and no more the next time; undefined where it wasn't handed over with
   * this time (ms).
   */
  find(key: string, ms: number): Uint8Array | undefined
  forget(): void
}

/** Twenty seconds of some thousand receipts each. */
const most = 100_000

/** The entries that APIs have handed over; a row whose `mac` isn't by `seeds` is passed over. */
export function handedEntries(seeds: MacKey): HandedEntries {
  const known = new LRUCache<string, { readonly ms: number; readonly entry: Uint8Array }>({
    max: most,
  })
  return {
    async take(database) {
      const rows = await database.rows<{ entries: Buffer; mac: Buffer }>(take)
      const own = rows.filter(({ entries, mac }) => timingSafeEqual(mac, macOf(seeds, entries)))
      for (const { entries } of own)
        for (let at = 0; at + length <= entries.length; at += length) {
          const kind = entries[at + kindAt] ?? 0
          known.set(receiptKey(entries, at, kind), {
            ms: entries.readDoubleBE(at + timeAt),
            entry: entryOfHash(kind, entries.subarray(at + hashAt, at + length)),
          })
        }
    },
    find(key, ms) {
      const found = known.get(key)
      known.delete(key)
      return found?.ms === ms ? found.entry : undefined
    },
    forget: () => known.clear(),
  }
}
