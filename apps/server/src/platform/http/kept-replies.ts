import type { Refusal } from './answer.ts'
import type { IdempotencyKey } from './call.ts'

/** The replies to calls that move no money, under their players' idempotency keys. */
export interface KeptReplies {
  /** The reply that was given under a key; null where none was. */
  find(player: number, key: IdempotencyKey): Promise<KeptReply | Refusal<'keyReused'> | null>
  keep(player: number, key: IdempotencyKey, reply: string): Promise<void>
}

interface KeptReply {
  readonly ok?: never
  /** The body of the response, as it went out. */
  readonly reply: string
}
