/** The cashier's view of a chain, which `connect-chain.ts` implements over a node. */
export type Hex = `0x${string}`

/** A whole number of the token's smallest units. */
export type Units = bigint & { readonly __unit: 'token units' }

export interface Block {
  readonly number: bigint
  readonly hash: Hex
}

/** A `Transfer` event of our token. Addresses are in lower case. */
export interface Transfer {
  readonly block: bigint
  readonly index: number
  readonly hash: Hex
  readonly from: Hex
  readonly to: Hex
  readonly units: Units
}

export interface Receipt {
  readonly block: bigint
  readonly blockHash: Hex
  readonly hash: Hex
  readonly succeeded: boolean
  /** What it cost its signer, in the coin's smallest units; null where the node doesn't say. */
  readonly gas: bigint | null
  /** Our token's alone. */
  readonly transfers: readonly Transfer[]
}

/** A call of our token. */
export interface TokenCall {
  readonly to: Hex
  readonly data: Hex
}

/** In the chain's coin, per unit of gas. */
export interface GasFees {
  readonly most: bigint
  readonly tip: bigint
}

export interface Chain {
  chainId(): Promise<number>
  genesis(): Promise<Hex>
  token(): Promise<{ symbol: string; decimals: number }>
  head(): Promise<Block>
  /** The hash of a block of the chain as it is now, or null above its head. */
  hashOf(block: bigint): Promise<Hex | null>
  receipt(hash: Hex): Promise<Receipt | null>
  /** The account's number of chain transactions: in blocks, and with those in the node's pool. */
  nonces(account: Hex): Promise<{ mined: bigint; accepted: bigint }>
  /** How many of the account's chain transactions were in blocks up to one. */
  nonceAt(account: Hex, block: bigint): Promise<bigint>
  /** The account's balance of the chain's coin, which pays for gas. */
  coin(account: Hex): Promise<bigint>
  tokens(account: Hex, atBlock?: bigint): Promise<Units>
  approved(owner: Hex, spender: Hex): Promise<Units>
  /** The gas that a call would need; null if the token would refuse it. */
  tryOut(sender: Hex, call: TokenCall): Promise<bigint | null>
  fees(): Promise<GasFees>
  /** Our token's transfers to and from an account, in the chain's order, with both blocks. */
  transfers(account: Hex, fromBlock: bigint, toBlock: bigint): Promise<Transfer[]>
  /** Sends signed bytes to the node, which may have them. Only a receipt decides their outcome. */
  send(raw: Hex): Promise<void>
}

/** The node doesn't answer. The caller tries again later. */
export class ChainDown extends Error {
  override name = 'ChainDown'
}

/** The node answered with an error. */
export class ChainRefused extends Error {
  override name = 'ChainRefused'
}
