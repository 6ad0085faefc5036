import type { WorkerConfig } from '../../config.ts'
import { ChainRefused } from './chain.ts'
import { connectChain } from './connect-chain.ts'
import { houseKey } from './house-key.ts'
import { moneyOf } from './token.ts'

/** What the house holds on the chain, and its signature on what it owes. */
export function reservesOf({ chain, houseKey: secret }: Pick<WorkerConfig, 'chain' | 'houseKey'>) {
  const node = connectChain(chain.rpcUrl, chain.token)
  const key = houseKey(secret)
  return {
    head: async () => (await node.head()).number,
    confirmations: chain.confirmations,
    heldAt: async (block: bigint) => {
      try {
        return moneyOf(await node.tokens(key.address, block))
      } catch (error) {
        // A node that was set up anew begins with a newer block.
        if (error instanceof ChainRefused) return null
        throw error
      }
    },
    attest: key.attest,
  }
}
