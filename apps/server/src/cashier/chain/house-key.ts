import { keccak256, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { lower } from './address.ts'
import type { Fees, Hex, TokenCall } from './chain.ts'

/** A signed chain transaction of the house. Store it before it is sent. */
export interface Signed {
  readonly raw: Hex
  readonly hash: Hex
}

/** The hot wallet's key. Only the worker has it. */
export interface HouseKey {
  readonly address: Hex
  /** Signs a text (EIP-191), which is no chain transaction. */
  attest(text: string): Promise<Hex>
  sign(
    call: TokenCall,
    options: { chainId: number; nonce: bigint; gas: bigint; fees: Fees },
  ): Promise<Signed>
  /**
   * The same call with the same nonce and gas limit, and a fee that is a quarter higher. Null where
   * that is above `most` for a unit of gas.
   */
  signReplacement(raw: Hex, most: bigint): Promise<(Signed & { readonly gas: bigint }) | null>
}

export function houseKey(secret: Hex): HouseKey {
  const account = privateKeyToAccount(secret)
  const sign = async (content: TransactionSerializableEIP1559): Promise<Signed> => {
    const raw = await account.signTransaction(content)
    return { raw, hash: keccak256(raw) }
  }
  return {
    address: lower(account.address),
    attest: (text) => account.signMessage({ message: text }),
    sign: (call, { chainId, nonce, gas, fees }) =>
      sign({
        type: 'eip1559',
        chainId,
        nonce: Number(nonce),
        gas,
        to: call.to,
        data: call.data,
        maxFeePerGas: fees.most,
        maxPriorityFeePerGas: fees.tip,
      }),
    async signReplacement(raw, most) {
      const { r, s, v, yParity, ...content } = parseTransaction(raw)
      if (content.type !== 'eip1559') throw new Error('the house signs EIP-1559 only')
      const maxFeePerGas = quarterMore(content.maxFeePerGas)
      if (maxFeePerGas > most) return null
      const maxPriorityFeePerGas = quarterMore(content.maxPriorityFeePerGas)
      return {
        gas: content.gas ?? 0n,
        ...(await sign({ ...content, maxFeePerGas, maxPriorityFeePerGas })),
      }
    },
  }
}

const quarterMore = (fee: bigint = 0n): bigint => (fee * 5n + 3n) / 4n + 1n
