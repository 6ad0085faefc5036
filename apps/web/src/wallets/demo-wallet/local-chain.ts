import { type Hex, isAddress } from '../provider.ts'

/** The id that a development chain such as Anvil has by default. */
export const localChainId = 31337

/** An error as EIP-1193 has it. */
export class ProviderError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const thisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|(.+\.)?localhost)$/

/** Whether a page's host name is this machine's own. */
export const isThisMachine = (hostname: string): boolean => thisMachine.test(hostname)

/** Asks the local chain, and no other. Throws a `ProviderError` with the chain's own words. */
export async function askChain(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answer = await post('/dev/rpc', { jsonrpc: '2.0', id: 1, method, params })
  if (answer.error)
    throw new ProviderError(answer.error.code ?? -32603, String(answer.error.message))
  return answer.result
}

/** Refuses any chain but the local one, however it came here. */
export async function checkLocalChain(): Promise<void> {
  if (!isThisMachine(location.hostname) || Number(await askChain('eth_chainId')) !== localChainId)
    throw new ProviderError(4900, `The demo wallet works on this machine's own chain only`)
}

/** Test tokens and a little ether for fees, worth nothing. */
export async function askFaucet(address: Hex): Promise<void> {
  if (!isAddress(address)) throw new TypeError(`not an address: ${address}`)
  await post('/dev/faucet', { address })
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code?: number; readonly message?: unknown }
}

async function post(path: '/dev/rpc' | '/dev/faucet', body: object): Promise<Answer> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (!response?.ok) throw new ProviderError(4900, 'The local chain does not answer')
  return response.json()
}
