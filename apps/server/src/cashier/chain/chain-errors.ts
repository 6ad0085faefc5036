import { BaseError, ExecutionRevertedError, HttpRequestError, TimeoutError } from 'viem'
import { type Chain, ChainDown, ChainRefused } from './chain.ts'

/** True if the node has these bytes in its pool, or their nonce in a block. */
export const isAlreadyThere = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk(
    (cause) =>
      cause instanceof Error && /already (known|imported)|nonce too low/i.test(cause.message),
  ) !== null

/** Whether the contract itself refused a call, rather than the node. */
export const isRevert = (error: unknown): boolean => has(error, ExecutionRevertedError)

/** Wraps a chain so that viem's many errors become the two that callers handle. */
export function withTypedErrors(chain: Chain): Chain {
  return {
    chainId: typed(chain.chainId),
    genesis: typed(chain.genesis),
    token: typed(chain.token),
    head: typed(chain.head),
    hashOf: typed(chain.hashOf),
    receipt: typed(chain.receipt),
    nonces: typed(chain.nonces),
    nonceAt: typed(chain.nonceAt),
    coin: typed(chain.coin),
    tokens: typed(chain.tokens),
    approved: typed(chain.approved),
    tryOut: typed(chain.tryOut),
    fees: typed(chain.fees),
    transfers: typed(chain.transfers),
    send: typed(chain.send),
  }
}

const typed =
  <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    try {
      return await ask(...args)
    } catch (error) {
      if (!(error instanceof BaseError)) throw error
      // The long message names the node's URL, which may hold a key.
      const text = [error.shortMessage, error.details].filter(Boolean).join(' ')
      if (has(error, HttpRequestError) || has(error, TimeoutError)) throw new ChainDown(text)
      throw new ChainRefused(text)
    }
  }

const has = (error: unknown, kind: new (...args: never[]) => Error): boolean =>
  error instanceof BaseError && error.walk((cause) => cause instanceof kind) !== null
