import { type BetFacts, canonicalJson, endFacts } from '@pipkin/games'
import { entryKinds, entryOf } from '@pipkin/log'
import { LRUCache } from 'lru-cache'
import { dealBet } from '../rounds/signed-bet.ts'
import type { StoredRound } from '../rounds/stored-round.ts'

/** What a round has receipts of. */
export type ReceiptKind = 'bet' | 'end'

/** Facts that lately had their entry: the end of a round mostly follows its bet. */
const mostBets = 10_000

/**
 * Computes the entries of receipts from stored rounds. An entry is over the facts that are signed,
 * which follow from the row: no signature is needed, and none is stored.
 */
export function receiptEntries(): (stored: StoredRound, kind: ReceiptKind) => Uint8Array {
  const bets = new LRUCache<string, BetFacts, StoredRound>({
    max: mostBets,
    memoMethod: (_key, _old, { context }) => dealBet(context).facts,
  })
  return (stored, kind) => {
    const facts = bets.memo(`${stored.player} ${stored.id}`, { context: stored })
    if (kind === 'bet') return entryOf(entryKinds.bet, canonicalJson(facts))
    const { moves, end } = stored
    if (!end) throw new Error(`round ${stored.id} has not ended`)
    return entryOf(entryKinds.end, canonicalJson(endFacts(facts, { moves, ...end })))
  }
}
