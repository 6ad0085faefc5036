import { entryKinds } from '@pipkin/log'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { parseStoredRound } from '../rounds/stored-round.ts'
import { playerIn, type RoundReceipt, roundIn } from './bundles.ts'
import { receiptEntries } from './receipt-entry.ts'

const readRounds = sql`
  select (w.place - 1)::integer as place, to_jsonb(r) as round
  from unnest($1::integer[], $2::uuid[]) with ordinality as w (player_id, round_id, place)
  join ledger.round_records r using (player_id, round_id)`

/** How many rounds are read and dealt at once. */
const dealtAtOnce = 1_000

/**
 * Deals rounds again for the entries of their receipts, which it answers by their keys. A receipt
 * whose round isn't there has none.
 */
export function entryComputer(seeds: SeedKeys) {
  const entryOfReceipt = receiptEntries()
  return async (database: Queryable, receipts: readonly RoundReceipt[]) => {
    const computed = new Map<string, Uint8Array>()
    for (let from = 0; from < receipts.length; from += dealtAtOnce) {
      const part = receipts.slice(from, from + dealtAtOnce)
      const rows = await database.rows<{ place: number; round: unknown }>(readRounds, [
        part.map(({ round }) => playerIn(round)),
        part.map(({ round }) => roundIn(round)),
      ])
      for (const { place, round } of rows) {
        const receipt = part[place]
        const kind = receipt?.kind === entryKinds.bet ? 'bet' : 'end'
        if (receipt) computed.set(receipt.key, entryOfReceipt(parseStoredRound(round, seeds), kind))
      }
    }
    return computed
  }
}
