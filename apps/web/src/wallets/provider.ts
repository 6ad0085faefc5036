import { fieldOf } from './field-of.ts'
import { plainText } from './plain-text.ts'

/**
 * What a browser wallet gives a page (EIP-1193). Everything it answers, and every error it throws,
 * is untrusted.
 */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

export type Hex = `0x${string}`
export type Address = Hex

/** `rejected` by the player. `unknownChain`: the wallet doesn't have that network yet. */
export type WalletErrorKind = 'rejected' | 'unknownChain' | 'failed'

/**
 * What went wrong in the wallet or on the chain; the message is the wallet's own, made plain and
 * short.
 */
export class WalletError extends Error {
  readonly kind: WalletErrorKind
  constructor(kind: WalletErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const longestMessage = 100
const kinds: Readonly<Record<number, WalletErrorKind>> = { 4001: 'rejected', 4902: 'unknownChain' }

/** Asks the wallet. Turns any error into a `WalletError`. */
export async function ask(
  provider: Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (thrown) {
    const kind = kinds[codeOf(thrown)] ?? 'failed'
    const message = plainText(fieldOf(thrown, 'message'), longestMessage)
    throw new WalletError(kind, message || 'the wallet gave no reason')
  }
}

/** The same, for a method that answers in hex. */
export async function askHex(
  provider: Provider,
  method: string,
  params?: readonly unknown[],
): Promise<Hex> {
  const answer = await ask(provider, method, params)
  if (isHex(answer)) return answer
  throw new WalletError('failed', 'the wallet gave no answer that we understand')
}

export const isHex = (value: unknown): value is Hex =>
  typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)

export const isAddress = (value: unknown): value is Address => isHex(value) && value.length === 42

/** The error's code. Some wallets wrap the error that matters in `data.originalError`. */
function codeOf(thrown: unknown): number {
  const inner = fieldOf(fieldOf(thrown, 'data'), 'originalError')
  return Number(fieldOf(inner, 'code') ?? fieldOf(thrown, 'code'))
}
