import { isClientSeed } from '@pipkin/games'
import { stored } from '../browser/storage.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'

/** 22 random characters, 132 bits, from as many random bytes. 64 letters divide a byte evenly. */
export const seedFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')

export const randomBytes = (count: number): Uint8Array =>
  crypto.getRandomValues(new Uint8Array(count))

export const freshSeed = (): string => seedFrom(randomBytes(22))

/** The client seed that the player has fixed for all bets of this browser. */
export const fixedSeed = stored('localStorage', 'clientSeed', {
  parse: (text) => (isClientSeed(text) ? text : undefined),
  stringify: (seed: string) => seed,
})
