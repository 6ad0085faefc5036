import { isoDay, timeZone } from '../../ui/dates.ts'

/** Activities split at midnight of the player's time zone. */
export type Period = 'today' | 'previous'

export const periods = [
  { value: 'today', label: 'Today', empty: 'No activity found for today.' },
  { value: 'previous', label: 'Previous Activity', empty: 'No previous activity found.' },
] as const satisfies readonly { value: Period; label: string; empty: string }[]

/** The days of a period, for the calls that take a range; without `from` it has no beginning. */
export function rangeOf(period: Period, now: Date): { from?: string; to: string; tz: string } {
  const tz = timeZone()
  const today = isoDay(now)
  return period === 'today' ? { from: today, to: today, tz } : { to: isoDay(now, 1), tz }
}
