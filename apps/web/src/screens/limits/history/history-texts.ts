import type { PlayPeriod } from '@pipkin/contract'
import { dayText, dayTimeText } from '../../../browser/dates.ts'

/** What the history is split by. */
export type By = 'session' | 'day' | 'month'

/** The tabs, and what is said of each. */
export const ways = [
  { value: 'session', label: 'Sessions', one: 'session' },
  { value: 'day', label: 'Days', one: 'day' },
  { value: 'month', label: 'Months', one: 'month' },
] as const satisfies readonly { value: By; label: string; one: string }[]

/**
 * A date whose browser-local fields show the time in that time zone. If the browser doesn't know
 * the zone, its own is used.
 */
function inZone(date: Date, timeZone: string): Date {
  try {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    }).formatToParts(date)
    const part = (type: string) => Number(parts.find((found) => found.type === type)?.value)
    return new Date(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  } catch {
    return date
  }
}

/** `20 Nov 2026, 19:31`, `20 Nov 2026` or `Nov 2026`, in the history's time zone. */
export function periodTitle(by: By, { from }: PlayPeriod, timeZone: string): string {
  const date = inZone(from, timeZone)
  if (by === 'session') return dayTimeText(date)
  return by === 'day' ? dayText(date) : dayText(date).replace(/^\d+ /, '')
}
