import { epochCommitment, fromHex, toHex } from '@pipkin/games'

/**
 * Whether a revealed epoch seed is the one whose commitment the player saw before. Both are 64 hex
 * digits.
 */
export const isSeedOf = (seed: string, commitment: string): boolean =>
  toHex(epochCommitment(fromHex(seed))) === commitment
