import type { WorkerConfig } from '../../config.ts'
import { connectChain } from './connect-chain.ts'
import { houseKey } from './house-key.ts'
import { moneyOf } from './token.ts'

/** What the house holds on the chain, and its signature on what it owes. */
export function reservesOf({ chain, houseKey: secret }: Pick<WorkerConfig, 'chain' | 'houseKey'>) {
  const node = connectChain(chain.rpcUrl, chain.token)
  const key = houseKey(secret)
  return {
    head: async () => (await node.head()).number,
    heldAt: async (block: bigint) => moneyOf(await node.tokens(key.address, block)),
    attest: key.attest,
  }
}
