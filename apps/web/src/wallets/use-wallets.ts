import { useStore } from '../browser/listeners.ts'
import { findWallets, type Wallet, type WalletFinder } from './discover.ts'

let finder: WalletFinder | undefined

/** The page's finder. It asks when a screen first needs a wallet, and keeps listening. */
export function walletFinder(): WalletFinder {
  finder ??= findWallets(window)
  return finder
}

/** The wallets of this browser, as they announce themselves. */
export const useWallets = (): readonly Wallet[] => useStore(walletFinder())
