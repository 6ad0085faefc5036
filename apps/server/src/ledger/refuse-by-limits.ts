import { type Limit, limitName } from '@pipkin/contract'
import { hundredths, moneyText } from '@pipkin/money'
import { type Refusal, refuse } from '../platform/http/answer.ts'
import { minuteInUtc } from './refuse-held.ts'

/** A refusal by a limit of the player's own, as the ledger answers it. */
export interface LimitReached {
  readonly refusal: 'limitReached'
  readonly limit: Pick<Limit, 'kind' | 'period'> & { left: number; resets_at: string | null }
}

/** A refusal by a break. */
export interface OnBreak {
  readonly refusal: 'onBreak'
  /** A self-exclusion whose time is over lasts until the player asks to end it. */
  readonly break: { readonly until: string; readonly is_over: boolean }
}

/** Refuses what a limit of the player's doesn't leave room for. */
export function refuseLimited({ limit }: LimitReached): Refusal<'limitReached'> {
  const left = hundredths(limit.left)
  const resetsAt = limit.resets_at === null ? null : new Date(limit.resets_at)
  return refuse('limitReached', {
    parts: { limit: limitName(limit.kind, limit.period), left: moneyText(left) },
    data: { limit: { kind: limit.kind, period: limit.period, left, resetsAt } },
  })
}

/** Refuses what a player on a break can't do. A self-exclusion outlasts its own time. */
export function refuseOnBreak(answer: OnBreak): Refusal<'onBreak'> {
  const until = new Date(answer.break.until)
  return refuse('onBreak', {
    parts: { until: answer.break.is_over ? 'you ask us in writing to end it' : minuteInUtc(until) },
    data: { break: { until } },
  })
}
