import type { RefusalCode } from '@pipkin/contract'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import type { Limit } from '../platform/limits/limit.ts'

/** Limits, each with the key that an attempt counts for. */
export type LimitKeys = readonly (readonly [limit: Limit, key: string])[]

interface Attempt<Result, TooMany extends RefusalCode> {
  /** What the attempt counts for, if it counts. */
  readonly limits: LimitKeys
  /** The refusal of one too many. */
  readonly tooMany: TooMany
  /** The refusals that make it count, such as that of a wrong guess. */
  readonly countedIf: readonly RefusalCode[]
  /** Limits whose counts start anew after an attempt that doesn't count. */
  readonly startsAnew?: readonly Limit[]
  run(): Promise<Result>
}

/**
 * Makes an attempt of which only the failures count. It is counted before, or parallel attempts
 * would exceed the limits; unless it fails, the count is given back, also after one too many, a
 * full queue or an error.
 */
export async function countAttempt<
  Result extends { readonly ok: true } | Refusal,
  TooMany extends RefusalCode,
>({
  limits,
  tooMany,
  countedIf,
  startsAnew = [],
  run,
}: Attempt<Result, TooMany>): Promise<Result | Refusal<TooMany>> {
  const counted = new Map<Limit, string>()
  try {
    for (const [limit, key] of limits) {
      const retryAfterMs = await limit.take(key)
      counted.set(limit, key)
      if (retryAfterMs !== null) return refuse(tooMany, { retryAfterMs })
    }
    const result = await run()
    if (!result.ok && countedIf.includes(result.code)) counted.clear()
    else await startAnew(startsAnew, counted)
    return result
  } finally {
    await Promise.all([...counted].map(([limit, key]) => limit.giveBack(key)))
  }
}

async function startAnew(limits: readonly Limit[], counted: Map<Limit, string>): Promise<void> {
  for (const limit of limits) {
    const key = counted.get(limit)
    if (key !== undefined) await limit.forget(key)
    counted.delete(limit)
  }
}
