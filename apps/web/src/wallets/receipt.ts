import { fieldOf } from './field-of.ts'
import { ask, type Hex, type Provider } from './provider.ts'

/** The state of a chain transaction: `waiting` until it is in a block. */
export async function readReceipt(
  provider: Provider,
  hash: Hex,
): Promise<'waiting' | 'succeeded' | 'reverted'> {
  const receipt = await ask(provider, 'eth_getTransactionReceipt', [hash])
  const status = fieldOf(receipt, 'status')
  if (status === undefined) return 'waiting'
  return Number(status) === 1 ? 'succeeded' : 'reverted'
}
