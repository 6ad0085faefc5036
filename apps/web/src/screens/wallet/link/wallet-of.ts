import { demoWalletName } from '../../../wallets/demo-wallet/name.ts'
import type { Wallet } from '../../../wallets/discover.ts'
import { walletFinder } from '../../../wallets/use-wallets.ts'
import { startDemo } from './demo.ts'

/** Finds at a later visit the wallet with which something was begun. */
export async function walletOf(rdns: string): Promise<Wallet | undefined> {
  if (__LOCAL__ && rdns === demoWalletName) await startDemo()
  return walletFinder()
    .read()
    .find((wallet) => wallet.rdns === rdns)
}
