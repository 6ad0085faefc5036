import { isClientSeed } from '@pipkin/games'

const name = 'clientSeed'

/** The client seed that the player has fixed for all bets of this browser; null where each bet has a fresh one. */
export function fixedSeed(store: Pick<Storage, 'getItem'>): string | null {
  const seed = store.getItem(name)
  return isClientSeed(seed) ? seed : null
}

/** Fixes a client seed; null goes back to fresh ones. */
export function fixSeed(store: Pick<Storage, 'setItem' | 'removeItem'>, seed: string | null): void {
  if (seed === null) store.removeItem(name)
  else store.setItem(name, seed)
}
