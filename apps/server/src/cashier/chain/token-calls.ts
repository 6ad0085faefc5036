import { encodeFunctionData, erc20Abi } from 'viem'
import type { Hex, TokenCall, Units } from './chain.ts'

/** Takes what a wallet has approved to the house. */
export const pullCall = (token: Hex, from: Hex, house: Hex, count: Units): TokenCall => ({
  to: token,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [from, house, count],
  }),
})

/** Pays from the house to a wallet. */
export const payCall = (token: Hex, to: Hex, count: Units): TokenCall => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, count] }),
})
