import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '../provider.ts'

const storageKey = 'demoWalletKey'

/**
 * The account of this browser: its key is made here, stays here and opens nothing but the local
 * chain.
 */
export function demoAccount(): PrivateKeyAccount {
  const kept = localStorage.getItem(storageKey) ?? ''
  const key: Hex = /^0x[0-9a-f]{64}$/.test(kept) ? `0x${kept.slice(2)}` : generatePrivateKey()
  localStorage.setItem(storageKey, key)
  return privateKeyToAccount(key)
}
