import { LRUCache } from 'lru-cache'
import type { StoredRound } from './stored-round.ts'

/**
 * A cache of open rounds as this process last knew them: it saves a read before each move. The
 * database decides: `ledger.store_moves` refuses a move that was judged on another number of moves
 * than the round has by then, and the caller then reads the round and judges again.
 */
export interface RoundsInPlay {
  find(player: number, id: string): StoredRound | undefined
  /** Keeps a round that was just answered, or drops it once it has ended. */
  note(stored: StoredRound): void
}

/** A few kB each, with the seed of its epoch. More of them would grow old (`receipts.ts`). */
const mostRounds = 100

/** A cache of open rounds, so that a move needn't read its round. */
export function roundsInPlay(): RoundsInPlay {
  const kept = new LRUCache<string, StoredRound>({ max: mostRounds })
  const keyOf = (player: number, id: string) => `${player} ${id}`
  return {
    find: (player, id) => kept.get(keyOf(player, id)),
    note(stored) {
      const key = keyOf(stored.player, stored.id)
      if (stored.end) kept.delete(key)
      else kept.set(key, stored)
    },
  }
}
