import { hundredths, moneyText } from '@pipkin/money'
import type { PrivateKeyAccount } from 'viem/accounts'
import { decodeFunctionData, encodeFunctionData, formatUnits } from 'viem/utils'
import { fieldOf } from '../field-of.ts'
import { type Address, type Hex, isAddress, isHex } from '../provider.ts'
import { tokenAbi } from '../token-abi.ts'
import { askChain, askFaucet, localChainId, ProviderError } from './local-chain.ts'

/**
 * The one thing that the demo wallet signs for the chain: letting `spender` take `value` of
 * `token`.
 */
export interface Approval {
  readonly token: Address
  readonly spender: Address
  /** In the token's smallest units; the local token has 18 decimals. */
  readonly value: bigint
  readonly data: Hex
}

/** The approval in the parameters of `eth_sendTransaction`. Anything else is refused. */
export function parseApproval(call: unknown, account: Address): Approval {
  const [to, data, chainId] = [fieldOf(call, 'to'), fieldOf(call, 'data'), fieldOf(call, 'chainId')]
  const refused = (why: string) =>
    new ProviderError(4200, `The demo wallet only approves deposits: ${why}`)
  if (String(fieldOf(call, 'from')).toLowerCase() !== account.toLowerCase())
    throw refused('another account')
  if (chainId !== undefined && Number(chainId) !== localChainId) throw refused('another chain')
  if (Number(fieldOf(call, 'value') ?? 0) !== 0) throw refused('it would send ether')
  if (!isAddress(to) || !isHex(data)) throw refused('no token')
  try {
    const { functionName, args } = decodeFunctionData({ abi: tokenAbi, data })
    if (functionName === 'approve') return { token: to, spender: args[0], value: args[1], data }
  } catch {}
  throw refused('another call')
}

/** The approved amount, to the last digit. */
export function tokensText({ value }: Pick<Approval, 'value'>): string {
  const perHundredth = 10n ** 16n
  return value % perHundredth === 0n
    ? moneyText(hundredths(value / perHundredth))
    : formatUnits(value, 18)
}

/**
 * Fills the wallet if it doesn't hold what it is about to approve. The faucet gives 10,000 tokens
 * each time.
 */
export async function fillFromFaucet(account: Address, { token, value }: Approval): Promise<void> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [account] })
  for (let times = 0; times < 10; times += 1) {
    const tokens = BigInt(String(await askChain('eth_call', [{ to: token, data }, 'latest'])))
    const ether = BigInt(String(await askChain('eth_getBalance', [account, 'latest'])))
    if (tokens >= value && ether > 0n) return
    await askFaucet(account)
  }
}

/**
 * Signs the approval with the key of this browser and sends it. Gives the hash of the chain
 * transaction.
 */
export async function send(
  account: PrivateKeyAccount,
  { token, data }: Approval,
): Promise<unknown> {
  const call = { from: account.address, to: token, data }
  const [nonce, gas, price] = await Promise.all([
    askChain('eth_getTransactionCount', [account.address, 'pending']),
    askChain('eth_estimateGas', [call]),
    askChain('eth_gasPrice'),
  ])
  const signed = await account.signTransaction({
    chainId: localChainId,
    nonce: Number(nonce),
    // The state may change until it is mined, and take more gas.
    gas: (BigInt(String(gas)) * 5n) / 4n,
    gasPrice: BigInt(String(price)) * 2n,
    to: token,
    data,
  })
  return askChain('eth_sendRawTransaction', [signed])
}
