import type { ChainInfo } from '@pipkin/contract'
import { hundredths, type Money } from '@pipkin/money'
import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import { chainIdHex } from './network.ts'
import { type Address, askHex, type Hex, isAddress, type Provider } from './provider.ts'
import { tokenAbi } from './token-abi.ts'

type Token = Pick<ChainInfo, 'chainId' | 'token' | 'house' | 'decimals'>

/** An amount in the token's smallest units: one token is one fkr. */
export function tokenUnits(amount: Money, { decimals }: Pick<Token, 'decimals'>): bigint {
  if (decimals < 2) throw new RangeError(`a token of ${decimals} decimals can't hold 1/100 fkr`)
  return amount * 10n ** BigInt(decimals - 2)
}

/** The same backwards, rounded down to 1/100 fkr. */
export const moneyOfUnits = (units: bigint, { decimals }: Pick<Token, 'decimals'>): Money =>
  hundredths(units / 10n ** BigInt(decimals - 2))

/**
 * What the house may take from the account now, in token units. Null where the wallet can't say.
 */
export async function readAllowance(
  provider: Provider,
  account: Address,
  token: Token,
): Promise<bigint | null> {
  const data = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'allowance',
    args: [account, houseOf(token)],
  })
  try {
    const answer = await askHex(provider, 'eth_call', [{ to: token.token, data }, 'latest'])
    return decodeFunctionResult({ abi: tokenAbi, functionName: 'allowance', data: answer })
  } catch {
    return null
  }
}

/**
 * Asks the player to let the house take exactly `amount`, no more. Gives the hash of the chain
 * transaction.
 */
export function sendApproval(
  provider: Provider,
  account: Address,
  amount: Money,
  token: Token,
): Promise<Hex> {
  const args = [houseOf(token), tokenUnits(amount, token)] as const
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args })
  const call = { from: account, to: token.token, data, value: '0x0', chainId: chainIdHex(token) }
  return askHex(provider, 'eth_sendTransaction', [call])
}

function houseOf({ house }: Token): Address {
  if (isAddress(house)) return house
  throw new TypeError(`not an address: ${house}`)
}
