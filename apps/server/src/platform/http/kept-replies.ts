import type { Refusal } from './answer.ts'
import type { IdempotencyKey } from './call.ts'

/** The replies to calls that move no money, under their players' idempotency keys. */
export interface KeptReplies {
  /**
   * Claims a key: null where the call is to be made, whose reply is then kept, or whose key is
   * released. Else the reply that it had, or why there is none.
   */
  claim(player: number, key: IdempotencyKey): Promise<KeptReply | null>
  keep(player: number, key: IdempotencyKey, reply: object): Promise<void>
  release(player: number, key: IdempotencyKey): Promise<void>
}

type KeptReply =
  | { readonly ok?: never; readonly reply: object }
  | Refusal<'keyReused' | 'inProgress'>

/** The same for one request. */
export const keptOnce = (replies: KeptReplies, player: number, key: IdempotencyKey) => ({
  claim: () => replies.claim(player, key),
  keep: (reply: object) => replies.keep(player, key, reply),
  /** Where the database can't be asked the claim ends by itself. */
  release: () => replies.release(player, key).catch(() => undefined),
})
