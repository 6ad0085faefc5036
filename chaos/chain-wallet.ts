import type { Money } from '@pipkin/money'
import { createPublicClient, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { LocalChain } from '../apps/local/src/chain/start-chain.ts'
import { walletOf } from '../apps/local/src/chain/wallet.ts'
import { unitsOf } from '../apps/server/src/cashier/chain/token.ts'
import { waitUntil } from './component.ts'

/** A player's wallet on the chain, with a key of its own. */
export interface ChainWallet {
  readonly address: string
  sign(message: string): Promise<string>
  /** Approves exactly the amount to the house, however often the node is killed meanwhile. */
  approve(amount: Money): Promise<void>
  /** In the token's smallest units. */
  tokens(): Promise<bigint>
}

/** A new wallet with tokens and gas from the faucet. */
export async function openChainWallet({
  rpcUrl,
  token,
  house,
  faucet,
}: LocalChain): Promise<ChainWallet> {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  const { address } = account
  // A node that is gone is asked again by `waitUntil`.
  const reader = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 })
  const sender = walletOf(key, rpcUrl)
  const ofToken = { address: token, abi: erc20Abi } as const
  const allowance = () =>
    reader.readContract({ ...ofToken, functionName: 'allowance', args: [address, house] })
  await faucet(address)
  return {
    address,
    sign: (message) => account.signMessage({ message }),
    approve: (amount) =>
      waitUntil('an approval is on the chain', async () => {
        if ((await allowance()) === unitsOf(amount)) return true
        await sender.writeContract({
          ...ofToken,
          functionName: 'approve',
          args: [house, unitsOf(amount)],
        })
        return false
      }),
    tokens: () => reader.readContract({ ...ofToken, functionName: 'balanceOf', args: [address] }),
  }
}
