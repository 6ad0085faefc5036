import { LRUCache } from 'lru-cache'
import type { StoredRound } from './stored-round.ts'

/**
 * Open rounds as this process last knew them, so that a move needs no look at the database before
 * it is judged. Nothing hangs on them: moves are only ever added, and `ledger.store_moves` stores
 * none that was judged on another number of them than there are by then. Whoever judges by one of
 * these looks after all when it is refused.
 */
export interface RoundsInPlay {
  find(player: number, id: string): StoredRound | undefined
  /** Takes note of a round that was just answered; of one that has ended nothing is kept. */
  note(stored: StoredRound): void
}

/** A few kB each, with the seed of its epoch: so no more than are being played. */
const mostRounds = 500

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
