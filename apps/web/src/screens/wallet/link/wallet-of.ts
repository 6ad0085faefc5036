import { demoWalletName } from '../../../wallets/demo-wallet/name.ts'
import type { Wallet } from '../../../wallets/discover.ts'
import { walletFinder } from '../../../wallets/use-wallets.ts'
import { startDemo } from './demo.ts'

/** The wallet that something began with, at a later visit. */
export async function walletOf(rdns: string): Promise<Wallet | undefined> {
  if (__LOCAL__ && rdns === demoWalletName) await startDemo()
  return walletFinder()
    .read()
    .find((wallet) => wallet.rdns === rdns)
}
