import type { ChainInfo } from '@pipkin/contract'
import { isThisMachine, localChainId } from '../../../wallets/demo-wallet/local-chain.ts'

/**
 * Whether the demo wallet may be offered: in the local default's build, where the server and the
 * chain are local too.
 */
export const offersDemo = (chain: ChainInfo | undefined): boolean =>
  __LOCAL__ &&
  chain?.isLocal === true &&
  chain.chainId === localChainId &&
  isThisMachine(location.hostname)

/** Puts the demo wallet into the page. Only the local default's build contains it. */
export async function startDemo(): Promise<void> {
  if (!__LOCAL__) return
  const { startDemoWallet } = await import('../../../wallets/demo-wallet/demo-wallet.tsx')
  startDemoWallet()
}
