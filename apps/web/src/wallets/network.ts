import type { ChainInfo } from '@pipkin/contract'
import { ask, askHex, type Provider, WalletError, type WalletErrorKind } from './provider.ts'

type Network = Pick<ChainInfo, 'chainId' | 'rpcUrl' | 'explorerUrl'>

/** Whether the wallet is on the network. */
export async function isOnNetwork(provider: Provider, { chainId }: Network): Promise<boolean> {
  return Number(await askHex(provider, 'eth_chainId')) === chainId
}

/**
 * Switches the wallet to the network, and adds the network first if the wallet doesn't have it.
 * False: the wallet is still on another one, also where its player said no.
 */
export async function switchNetwork(
  provider: Provider,
  network: Network,
  page: string,
): Promise<boolean> {
  if (await isOnNetwork(provider, network)) return true
  try {
    await askForNetwork(provider, network, page)
  } catch (error) {
    if (!isWalletError(error, 'rejected')) throw error
  }
  return isOnNetwork(provider, network)
}

async function askForNetwork(provider: Provider, network: Network, page: string): Promise<void> {
  const to = [{ chainId: chainIdHex(network) }]
  try {
    await ask(provider, 'wallet_switchEthereumChain', to)
  } catch (error) {
    if (!isWalletError(error, 'unknownChain')) throw error
    await ask(provider, 'wallet_addEthereumChain', [description(network, page)])
    // Some wallets only add the network.
    if (!(await isOnNetwork(provider, network)))
      await ask(provider, 'wallet_switchEthereumChain', to)
  }
}

const isWalletError = (error: unknown, kind: WalletErrorKind): boolean =>
  error instanceof WalletError && error.kind === kind

export const chainIdHex = ({ chainId }: Pick<Network, 'chainId'>): string =>
  `0x${chainId.toString(16)}`

/** The network as EIP-3085 has it. `page` completes the local default's relative address. */
function description(network: Network, page: string) {
  return {
    chainId: chainIdHex(network),
    chainName: `Pipkin chain ${network.chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [new URL(network.rpcUrl, page).href],
    ...(network.explorerUrl && { blockExplorerUrls: [network.explorerUrl] }),
  }
}
