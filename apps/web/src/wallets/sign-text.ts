import { toHex } from '@pipkin/games'
import { type Address, askHex, type Hex, type Provider } from './provider.ts'

/**
 * Asks the player to sign a text (`personal_sign`): free, and good for nothing else. Wallets take
 * it as the hex of its UTF-8.
 */
export const signText = (provider: Provider, account: Address, text: string): Promise<Hex> =>
  askHex(provider, 'personal_sign', [`0x${toHex(new TextEncoder().encode(text))}`, account])
