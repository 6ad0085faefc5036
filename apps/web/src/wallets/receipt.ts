import { ask, type Hex, type Provider } from './provider.ts'

/** Where a chain transaction stands: `waiting` until it is in a block. */
export async function readReceipt(
  provider: Provider,
  hash: Hex,
): Promise<'waiting' | 'succeeded' | 'reverted'> {
  const receipt = await ask(provider, 'eth_getTransactionReceipt', [hash])
  if (typeof receipt !== 'object' || receipt === null || !('status' in receipt)) return 'waiting'
  return Number(receipt.status) === 1 ? 'succeeded' : 'reverted'
}
