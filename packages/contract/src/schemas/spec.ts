import type { z } from 'zod'
import type { Call, Input } from '../call.ts'
import type { RefusalCode } from '../refusals.ts'

/** A rate limit, such as of a call. Limits of the same name share one count. */
export interface CallLimit {
  readonly name: string
  readonly attempts: number
  /** The window starts with the first attempt. */
  readonly windowSeconds: number
}

/** What only the server must know of a call. */
export interface CallRules {
  readonly summary: string
  readonly session: 'required' | 'none'
  /** Judges the decoded input, query and body together; left out if the call has none. */
  readonly input?: z.ZodType<object>
  /** The input's `player` must be the session's own, else 403. */
  readonly own?: true
  /** Needs a session that was confirmed lately (step-up), else `confirmFirst`. */
  readonly confirmed?: true
  readonly refusals: readonly RefusalCode[]
  /**
   * Takes an `Idempotency-Key`. `decision`: the decision is kept for ever, with the money that it
   * moved. `reply`: the reply is kept for a day, but no refusal.
   */
  readonly keyed?: 'decision' | 'reply'
  /**
   * Every request of a player counts, refused or not, over all API processes; beyond the limit the
   * call is refused with `tooMany`. Only a call that requires a session can have one.
   */
  readonly limit?: CallLimit
}

/** A call with its rules. */
export interface CallSpec extends CallRules {
  readonly call: Call
}

/** What the schema of a call must take: each field that its codec reads, as it reads it. */
type Judges<C extends Call, R> = R extends { readonly input: infer S extends z.ZodType }
  ? [z.input<S>, { [K in keyof Input<C>]: unknown }] extends [
      Input<C>,
      { [K in keyof z.input<S>]: unknown },
    ]
    ? unknown
    : { readonly input: z.ZodType<object, Input<C>> }
  : Input<C> extends undefined
    ? unknown
    : { readonly input: z.ZodType<object, Input<C>> }

/** Puts a call and its rules together; the compiler checks that they agree on every field. */
export const spec = <const C extends Call, const R extends CallRules>(
  call: C,
  rules: R & Judges<C, R>,
): R & { readonly call: C } => ({ ...rules, call })
