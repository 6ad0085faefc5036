import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const storageKey = 'demoWalletKey'

/** The account of this browser: its key is made here, stays here and opens nothing but the local chain. */
export function demoAccount(): PrivateKeyAccount {
  const kept = localStorage.getItem(storageKey) ?? ''
  const key = /^0x[0-9a-f]{64}$/.test(kept) ? (kept as `0x${string}`) : generatePrivateKey()
  localStorage.setItem(storageKey, key)
  return privateKeyToAccount(key)
}
