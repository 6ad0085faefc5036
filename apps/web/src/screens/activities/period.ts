import { isoDay, timeZone } from '../../browser/dates.ts'

/** Activities split at midnight of the player's time zone. */
export type Period = 'today' | 'previous'

export const periods = [
  { value: 'today', label: 'Today', empty: 'No activity found for today.' },
  { value: 'previous', label: 'Previous Activity', empty: 'No previous activity found.' },
] as const satisfies readonly { value: Period; label: string; empty: string }[]

/** Whole days in the browser's time zone; without `from` the range has no beginning. */
export interface Range {
  readonly from?: string
  readonly to: string
  readonly timeZone: string
}

/** The days of a period. */
export function rangeOf(period: Period, now: Date): Range {
  const zone = { timeZone: timeZone() }
  const today = isoDay(now)
  return period === 'today' ? { from: today, to: today, ...zone } : { to: isoDay(now, 1), ...zone }
}
