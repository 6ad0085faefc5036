import { hash, lengthPrefixed, mac, u64, utf8 } from './bytes.ts'

const [epochLabel, keyLabel, roundLabel] = [
  utf8('fkr-epoch'),
  utf8('fkr-round-key'),
  utf8('fkr-round'),
]

/** An epoch's nonces run from 0 to this number less one. */
export const noncesAnEpoch = 1000

/** What a player sees of an epoch seed (32 bytes) before it is revealed. */
export const epochCommitment = (seed: Uint8Array): Uint8Array => hash(epochLabel, seed)

/** The key of one round. The epoch's seed fixes all its keys; no key reveals another. */
export const roundKey = (seed: Uint8Array, playerId: string, nonce: number): Uint8Array =>
  mac(seed, roundLabel, lengthPrefixed(utf8(playerId)), u64(nonce))

/** What a player sees of a round key before the bet. */
export const roundCommitment = (key: Uint8Array): Uint8Array => hash(keyLabel, key)

/** A client seed is 1–64 of `A–Z a–z 0–9 _ -`. */
export const isClientSeed = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
