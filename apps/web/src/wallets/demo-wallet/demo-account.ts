import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { plainText, stored } from '../../browser/storage.ts'
import type { Hex } from '../provider.ts'

const storedKey = stored('localStorage', 'demoWalletKey', plainText)

/** The account of this browser. Its key is made and kept here, for the local chain alone. */
export function demoAccount(): PrivateKeyAccount {
  const kept = storedKey.read() ?? ''
  const key: Hex = /^0x[0-9a-f]{64}$/.test(kept) ? `0x${kept.slice(2)}` : generatePrivateKey()
  storedKey.write(key)
  return privateKeyToAccount(key)
}
