import { pipkinToken } from '@pipkin/token'
import {
  type Address,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  parseEther,
  type WalletClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { localChain } from './local-chain.ts'

/** A wallet that sends to the node at `url`. Its transactions wait there for the next block. */
export function walletOf(
  key: Hex,
  url: string,
): WalletClient<HttpTransport, typeof localChain, PrivateKeyAccount> {
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: localChain,
    transport: http(url),
  })
}

const tokens = parseEther('10000')
const ether = parseEther('1')

/** Sends a newcomer 10,000 test tokens and 1 ETH for gas, from the faucet's own account. */
export async function giveFromFaucet(
  url: string,
  faucetKey: Hex,
  token: Address,
  to: Address,
): Promise<void> {
  const faucet = walletOf(faucetKey, url)
  await faucet.sendTransaction({ to, value: ether })
  await faucet.writeContract({
    ...pipkinToken,
    address: token,
    functionName: 'mint',
    args: [to, tokens],
  })
}
