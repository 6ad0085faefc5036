import { stringToHex } from 'viem/utils'
import { type Address, askHex, type Hex, type Provider } from './provider.ts'

/** Asks the player to sign a text (`personal_sign`): free, and good for nothing else. */
export const signText = (provider: Provider, account: Address, text: string): Promise<Hex> =>
  askHex(provider, 'personal_sign', [stringToHex(text), account])
