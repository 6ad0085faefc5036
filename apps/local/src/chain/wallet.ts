import { createWalletClient, type Hex, type HttpTransport, http, type WalletClient } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'

/**
 * A wallet whose chain transactions go to the node at `url`; they wait there until a block is
 * mined.
 */
export function walletOf(
  key: Hex,
  url: string,
): WalletClient<HttpTransport, typeof anvil, PrivateKeyAccount> {
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: anvil,
    transport: http(url),
  })
}
