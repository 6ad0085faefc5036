import type { Page } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  hexToString,
  http,
  isHex,
  parseUnits,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localChain } from '../../apps/local/src/chain/local-chain.ts'

interface Request {
  readonly method: string
  readonly params?: readonly unknown[]
}

/** How an EIP-1193 provider refuses: 4001 is the person's no. */
const userRejected = { code: 4001, message: 'User rejected the request.' }

/**
 * A browser wallet that really signs: EIP-1193 announced by EIP-6963, its key outside the page. It
 * starts on the wrong network, and can be set to refuse the next request of a kind.
 */
export async function installWallet(page: Page, baseUrl: string, name = 'Test Wallet') {
  const account = privateKeyToAccount(generatePrivateKey())
  const transport = http(`${baseUrl}/dev/rpc`)
  const chain = createPublicClient({ chain: localChain, transport })
  const wallet = createWalletClient({ account, chain: localChain, transport })
  const refused = new Map<string, { code: number; message: string }>()
  const asked: string[] = []
  let chainId = 1
  let spendingCap: bigint | null = null
  let isDropped = false

  async function answer({ method, params = [] }: Request): Promise<unknown> {
    asked.push(method)
    const refusal = refused.get(method)
    refused.delete(method)
    if (refusal) throw refusal
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [account.address]
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        chainId = Number((params[0] as { chainId: string }).chainId)
        return null
      case 'personal_sign':
        return account.signMessage({ message: textOf(params[0]) })
      case 'eth_sendTransaction': {
        if (chainId !== localChain.id)
          throw { code: 4901, message: 'The wallet is on another network.' }
        if (isDropped) {
          isDropped = false
          return generatePrivateKey()
        }
        const { to, data, value } = params[0] as { to: Hex; data?: Hex; value?: Hex }
        const sent = data && capped(data, spendingCap)
        spendingCap = null
        return wallet.sendTransaction({
          to,
          ...(sent && { data: sent }),
          ...(value && { value: BigInt(value) }),
        })
      }
      default:
        return chain.request({ method, params } as never)
    }
  }

  // Several wallets may be in one page.
  const bridge = `ask${account.address}`
  await page.exposeFunction(bridge, async (request: Request) => {
    try {
      return { result: await answer(request) }
    } catch (error) {
      const { code = -32603, message = String(error) } = error as {
        code?: number
        message?: string
      }
      return { error: { code, message } }
    }
  })
  await page.addInitScript(
    (told) => {
      type Listener = (value: unknown) => void
      type Answer = { result?: unknown; error?: { code: number; message: string } }
      const listeners = new Map<string, Set<Listener>>()
      const send = (request: unknown): Promise<Answer> => Reflect.get(window, told.bridge)(request)
      const provider = {
        async request(request: { method: string; params?: { chainId?: string }[] }) {
          const { result, error } = await send(request)
          if (error) throw Object.assign(new Error(error.message), { code: error.code })
          if (request.method === 'wallet_switchEthereumChain')
            for (const listener of listeners.get('chainChanged') ?? [])
              listener(request.params?.[0]?.chainId)
          return result
        },
        on(event: string, listener: Listener) {
          listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
        },
        removeListener: (event: string, listener: Listener) =>
          void listeners.get(event)?.delete(listener),
      }
      const icon =
        'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Ccircle cx="12" cy="12" r="12" fill="%23724"/%3E%3C/svg%3E'
      const info = {
        uuid: crypto.randomUUID(),
        name: told.name,
        icon,
        rdns: `test.pipkin.${told.bridge}`,
      }
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent('eip6963:announceProvider', {
            detail: Object.freeze({ info, provider }),
          }),
        )
      window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    { bridge, name },
  )

  return {
    address: account.address,
    /** What the page has asked for, in order. */
    asked,
    /** Refuses the next request of this kind, as a person would. */
    refuseNext: (method: string) => void refused.set(method, userRejected),
    /** Approves only these tokens the next time, as a spending cap lowered in the wallet does. */
    lowerNextApproval(tokens: string) {
      spendingCap = parseUnits(tokens, 18)
    },
    /** Drops the next transaction after its hash is known, as a cancellation in the wallet does. */
    dropNext() {
      isDropped = true
    },
    /** Goes to another network by itself. */
    leaveNetwork() {
      chainId = 1
    },
    /** Fails the next request of this kind in the wallet's own words. */
    failNext: (method: string, message: string) =>
      void refused.set(method, { code: -32603, message }),
    /** The wallet's tokens, in whole tokens as text. */
    async tokens(token: Hex): Promise<string> {
      const units = await chain.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [account.address],
      })
      return formatUnits(units, 18)
    },
    /** Test tokens and gas from the machine's faucet. */
    async fund(): Promise<void> {
      const response = await fetch(`${baseUrl}/dev/faucet`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ address: account.address }),
      })
      if (!response.ok) throw new Error(`the faucet answered ${response.status}`)
    },
  }
}

/** An approval of at most `cap`; any other call as it is. */
function capped(data: Hex, cap: bigint | null): Hex {
  if (cap === null) return data
  const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
  if (functionName !== 'approve') return data
  return encodeFunctionData({ abi: erc20Abi, functionName, args: [args[0], cap] })
}

const textOf = (message: unknown): string =>
  isHex(message) ? hexToString(message) : String(message)
