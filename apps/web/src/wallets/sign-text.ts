import { type Address, askHex, type Hex, type Provider } from './provider.ts'

/**
 * Asks the player to sign a text (`personal_sign`): free, and good for nothing else. Wallets take
 * it as the hex of its UTF-8.
 */
export const signText = (provider: Provider, account: Address, text: string): Promise<Hex> =>
  askHex(provider, 'personal_sign', [`0x${hexOf(text)}`, account])

/** Writes hex byte by byte: the games' own `toHex` comes with 6 kB of hashing. */
const hexOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
