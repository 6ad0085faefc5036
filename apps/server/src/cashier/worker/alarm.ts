import type { Log } from '../../platform/process/log.ts'

/** What an operator must look at; docs/runbooks/cashier.md says what to do about each. */
export type AlarmKind =
  | 'chainDown'
  | 'databaseDown'
  | 'operationFailed'
  | 'scanFailed'
  | 'houseShortOfTokens'
  | 'houseShortOfGas'
  | 'feesTooHigh'
  | 'houseKeyUsedElsewhere'
  | 'stuck'
  | 'sendRefused'
  | 'review'
  | 'deepReorg'
  | 'balanceDiffers'
  | 'unmatched'
  | 'dust'

export type Alarm = (kind: AlarmKind, facts: Readonly<Record<string, unknown>>) => void

/** Logs each alarm at once, and the same one again only after `quietMs`. */
export function createAlarm(log: Log, elapsedMs: () => number, quietMs = 60_000): Alarm {
  const last = new Map<string, number>()
  return (kind, facts) => {
    const { err: _, ...rest } = facts
    const key = `${kind} ${JSON.stringify(rest, (_name, value) => (typeof value === 'bigint' ? String(value) : value))}`
    const at = elapsedMs()
    if (at - (last.get(key) ?? Number.NEGATIVE_INFINITY) < quietMs) return
    if (last.size > 1_000) last.clear()
    last.set(key, at)
    log.error({ alarm: kind, ...facts }, `cashier: ${kind}`)
  }
}
