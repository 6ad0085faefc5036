import { hash } from 'node:crypto'
import type { BetFacts, EndFacts } from '@pipkin/games'
import { entryKinds, entryOfHash } from '@pipkin/log'
import { LRUCache } from 'lru-cache'
import { type Queryable, sql } from '../platform/database/database.ts'
import { repeat } from '../platform/process/repeat.ts'
import { receiptKey, roundBytes } from './bundles.ts'

// An API has each receipt's text in its hands when it signs, so it hands the hash to the worker,
// which would have to deal the round again for it. That only saves work: what is lost on the way,
// or comes late, the worker computes from the round's row.

const flushMs = 250

/** What no worker has taken. More isn't handed over. */
const put = sql`
  insert into log.handed (entries) select $1 where (select count(*) from log.handed) < 1000`
const takeAll = sql`delete from log.handed returning entries`

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
  database: Queryable,
  onError: (error: unknown) => void,
): {
  note(facts: BetFacts | EndFacts, canonicalJson: string): void
  stop(): Promise<void>
} {
  let noted: Buffer[] = []
  const flush = async () => {
    if (noted.length === 0) return
    const all = Buffer.concat(noted)
    noted = []
    await database.rows(put, [all])
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
  /** Reads what has come since. */
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

export function handedEntries(): HandedEntries {
  const known = new LRUCache<string, { readonly ms: number; readonly entry: Uint8Array }>({
    max: most,
  })
  return {
    async take(database) {
      for (const { entries } of await database.rows<{ entries: Buffer }>(takeAll))
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
