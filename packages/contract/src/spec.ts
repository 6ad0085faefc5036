import type { z } from 'zod'
import type { RefusalCode } from './refusals.ts'

/** What a call takes and answers. `query` and `body` reach the use case merged, as one input. */
export interface CallSpec {
  readonly summary: string
  readonly session: 'required' | 'none'
  readonly query?: z.ZodType<object>
  readonly body?: z.ZodType<object>
  /** The input's field that names the player: it must be the session's own id, else 403. */
  readonly own?: string
  /**
   * The answer's fields beside `Status` and `Message`; what is not listed here never leaves the
   * server.
   */
  readonly answer: z.ZodType<object>
  readonly refusals: readonly RefusalCode[]
  /** What a refusal brings along in `Data`, by its code. */
  readonly refusalData?: Readonly<Partial<Record<RefusalCode, z.ZodType>>>
  /** Takes an `Idempotency-Key`. */
  readonly keyed?: true
  /** `verify-user` and `accountVerification` answer with lower-case `status` and `message`. */
  readonly lowerCase?: true
}
