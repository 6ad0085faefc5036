import { useSyncExternalStore } from 'react'
import { findWallets, type Wallet, type WalletFinder } from './discover.ts'

let finder: WalletFinder | undefined

/** The page's finder: it asks once, when a screen first needs a wallet, and goes on listening. */
export function walletFinder(): WalletFinder {
  finder ??= findWallets(window)
  return finder
}

/** The wallets of this browser, as they announce themselves. */
export function useWallets(): readonly Wallet[] {
  const { watch, read } = walletFinder()
  return useSyncExternalStore(watch, read)
}
