import type { Money } from '@pipkin/money'
import { CallError } from '../../../api/queries.ts'
import { WalletError } from '../../../wallets/provider.ts'

/** Why a step with a wallet stopped. Each is shown with what the player can do. */
export type Problem =
  /** The player rejected it in the wallet. */
  | { readonly kind: 'rejected' }
  /** The wallet is on another network and stays there. */
  | { readonly kind: 'otherNetwork' }
  /** The wallet or the chain failed; the message is theirs, made plain and short. */
  | { readonly kind: 'wallet'; readonly message: string }
  /** The chain didn't carry it out. */
  | { readonly kind: 'reverted' }
  /** The player lowered the spending cap in the wallet. */
  | { readonly kind: 'approvedLess'; readonly approved: Money }
  /** Our server refused, with a reason. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Our server refused for now (too many requests, still in progress). */
  | { readonly kind: 'notNow'; readonly message: string }
  /** Our server doesn't answer. */
  | { readonly kind: 'outage' }
  /** The wallet that it began with is not in this browser. */
  | { readonly kind: 'noWallet' }

/** The problem behind an error; null if the error is a bug of ours. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof WalletError)
    return error.kind === 'rejected'
      ? { kind: 'rejected' }
      : { kind: 'wallet', message: error.message }
  if (!(error instanceof CallError)) return null
  if (error.kind !== 'refused') return { kind: 'outage' }
  return { kind: error.status === 200 ? 'refused' : 'notNow', message: error.message }
}
