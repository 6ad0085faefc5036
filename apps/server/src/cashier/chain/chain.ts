/** What the cashier asks of a chain, in its own words. `connect-chain.ts` speaks them to a node. */
export type Hex = `0x${string}`

/** A whole number of the token's smallest units. */
export type Units = bigint & { readonly __unit: 'token units' }

export interface Block {
  readonly number: bigint
  readonly hash: Hex
}

/** A `Transfer` event of our token. Addresses are in small letters. */
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
  /** Our token's only. */
  readonly transfers: readonly Transfer[]
}

/** A call of our token. */
export interface TokenCall {
  readonly to: Hex
  readonly data: Hex
}

/** In the chain's coin, per unit of gas. */
export interface Fees {
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
  /**
   * How many chain transactions an account has sent: those in a block, and those that the node has
   * accepted as well.
   */
  nonces(account: Hex): Promise<{ mined: bigint; accepted: bigint }>
  /** The chain's coin, for gas. */
  coin(account: Hex): Promise<bigint>
  tokens(account: Hex, atBlock?: bigint): Promise<Units>
  approved(owner: Hex, spender: Hex): Promise<Units>
  /** The gas that a call would need; null where the token would refuse it. */
  tryOut(sender: Hex, call: TokenCall): Promise<bigint | null>
  fees(): Promise<Fees>
  /**
   * Our token's transfers to and from an account, in the order of the chain; both blocks included.
   */
  transfers(account: Hex, fromBlock: bigint, toBlock: bigint): Promise<Transfer[]>
  /**
   * Hands signed bytes to the node, also if it has them. That decides nothing: only a receipt does.
   */
  send(raw: Hex): Promise<void>
}

/** The node doesn't answer: nothing is known, and everything is tried again later. */
export class ChainDown extends Error {
  override name = 'ChainDown'
}

/** The node answers that it won't do this. */
export class ChainRefused extends Error {
  override name = 'ChainRefused'
}
