import { isClientSeed } from '@pipkin/games'
import type { Store } from './storage.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** 22 random characters, 132 bits, from as many random bytes. 64 letters divide a byte evenly. */
export const seedFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')

export const randomBytes = (count: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(count))

export const freshSeed = (): string => seedFrom(randomBytes(22))

const name = 'clientSeed'

/** The client seed that the player has fixed for all bets, or null. */
export function fixedSeed(store: Store): string | null {
  const seed = store.getItem(name)
  return isClientSeed(seed) ? seed : null
}

/** Fixes the client seed for all bets of this browser; null goes back to a fresh one for each. */
export function fixSeed(store: Store, seed: string | null): void {
  if (seed === null) store.removeItem(name)
  else store.setItem(name, seed)
}
