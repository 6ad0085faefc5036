import { keccak256, parseTransaction, type TransactionSerializableEIP1559 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { lower } from './address.ts'
import type { GasFees, Hex, TokenCall } from './chain.ts'

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
    options: { chainId: number; nonce: bigint; gas: bigint; fees: GasFees },
  ): Promise<Signed>
  /**
   * The same call with the same nonce and gas limit, and a fee that is a quarter higher. Null where
   * that is above `most` for a unit of gas.
   */
  signReplacement(raw: Hex, most: bigint): Promise<(Signed & { readonly gas: bigint }) | null>
  /**
   * A chain transaction that does nothing, with the same nonce and gas limit, and a fee that is a
   * quarter higher. Null where `raw` is one.
   */
  signNothing(raw: Hex): Promise<Signed | null>
}

/** The house's key from its secret, which no result of its methods shows. */
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
      const { content, fees } = replacing(raw)
      if (fees.maxFeePerGas > most) return null
      return { gas: content.gas ?? 0n, ...(await sign({ ...content, ...fees })) }
    },
    async signNothing(raw) {
      const { content, fees } = replacing(raw)
      if (content.to && lower(content.to) === lower(account.address)) return null
      return sign({ ...content, ...fees, to: account.address, data: '0x' })
    },
  }
}

/** What signed bytes say, and the fees at which a node lets others take their place. */
function replacing(raw: Hex) {
  const { r, s, v, yParity, ...content } = parseTransaction(raw)
  if (content.type !== 'eip1559') throw new Error('the house signs EIP-1559 only')
  const fees = {
    maxFeePerGas: quarterMore(content.maxFeePerGas),
    maxPriorityFeePerGas: quarterMore(content.maxPriorityFeePerGas),
  }
  return { content, fees }
}

const quarterMore = (fee: bigint = 0n): bigint => (fee * 5n + 3n) / 4n + 1n
