import type { RefusalCode } from '@pipkin/contract'
import type { AnswerOf, CallName, RefusalDataOf, RefusalOf } from '@pipkin/contract/schemas'

/**
 * What a use case gives back for a call: its answer, or a refusal that the contract lists at that
 * call.
 */
export type Result<N extends CallName> = Done<N> | Refusal<RefusalOf<N>>

export interface Done<N extends CallName> {
  readonly ok: true
  readonly answer: AnswerOf<N>
  readonly message: string
}

export interface Refusal<Code extends RefusalCode = RefusalCode> {
  readonly ok: false
  readonly code: Code
  readonly parts: Readonly<Record<string, string>>
  readonly data?: unknown
  /** After how long a call with 429 may be repeated. */
  readonly retryAfterMs?: number
}

/** A call that was done, with its answer. */
export const done = <N extends CallName>(answer: AnswerOf<N>, message = 'Success'): Done<N> => ({
  ok: true,
  answer,
  message,
})

/** `parts` fill the places in the refusal's message. */
export const refuse = <Code extends RefusalCode>(
  code: Code,
  more: { parts?: Record<string, string>; data?: unknown; retryAfterMs?: number } = {},
): Refusal<Code> => ({ ok: false, code, parts: {}, ...more })

/** A refusal that brings data along, typed by the contract. */
export const refuseWith = <N extends CallName, Code extends keyof RefusalDataOf<N> & RefusalOf<N>>(
  _call: N,
  code: Code,
  data: RefusalDataOf<N>[Code],
): Refusal<Code> => ({ ok: false, code, parts: {}, data })
