import type { PrivateKeyAccount } from 'viem/accounts'
import { hexToString } from 'viem/utils'
import { fieldOf } from '../field-of.ts'
import type { Hex, Provider } from '../provider.ts'
import { type Approval, fillFromFaucet, parseApproval, send } from './approval.ts'
import { askChain, checkLocalChain, localChainId, ProviderError } from './local-chain.ts'

/** What the player is asked to approve or reject. */
export type DemoRequest =
  | { readonly kind: 'connect' }
  | { readonly kind: 'sign'; readonly text: string }
  | { readonly kind: 'approve'; readonly approval: Approval }

/** What passes to the local chain as it is: reading alone. */
const reads =
  /^eth_(call|blockNumber|getBalance|getTransactionReceipt|getTransactionByHash|getCode|gasPrice)$/

/**
 * A wallet within the page. `allows` asks the player; every answer comes after it, and only on the
 * local chain.
 */
export function demoProvider(
  account: PrivateKeyAccount,
  allows: (request: DemoRequest) => Promise<boolean>,
): Provider {
  let connected = false
  const chainId = `0x${localChainId.toString(16)}`

  async function mustAllow(request: DemoRequest) {
    if (!(await allows(request))) throw new ProviderError(4001, 'user rejected')
  }
  function checkChain(wanted: unknown) {
    if (fieldOf(wanted, 'chainId') !== chainId)
      throw new ProviderError(4902, 'The demo wallet knows the local chain only')
    return null
  }

  async function connect() {
    if (!connected) await mustAllow({ kind: 'connect' })
    connected = true
    return [account.address]
  }
  async function sign(text: unknown) {
    if (typeof text !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(text))
      throw new ProviderError(-32602, 'not a text in hex')
    const raw: Hex = `0x${text.slice(2)}`
    await mustAllow({ kind: 'sign', text: hexToString(raw) })
    return account.signMessage({ message: { raw } })
  }
  async function approve(call: unknown) {
    const approval = parseApproval(call, account.address)
    await fillFromFaucet(account.address, approval)
    await mustAllow({ kind: 'approve', approval })
    return send(account, approval)
  }

  return {
    async request({ method, params = [] }) {
      await checkLocalChain()
      if (method === 'eth_chainId') return chainId
      if (method === 'eth_requestAccounts') return connect()
      if (method === 'eth_accounts') return connected ? [account.address] : []
      if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain')
        return checkChain(params[0])
      if (reads.test(method)) return askChain(method, params)
      if (!connected) throw new ProviderError(4100, 'Please connect first')
      if (method === 'personal_sign') return sign(params[0])
      if (method === 'eth_sendTransaction') return approve(params[0])
      throw new ProviderError(4200, `The demo wallet can't ${method}`)
    },
  }
}
