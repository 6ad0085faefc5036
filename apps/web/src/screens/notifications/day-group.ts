import { isoDay } from '../../browser/dates.ts'

export type DayGroup = 'Today' | 'Yesterday' | 'Earlier'

/** The heading for a notice of `time`. */
export function dayGroup(time: Date, now: Date): DayGroup {
  const day = isoDay(time)
  if (day === isoDay(now)) return 'Today'
  return day === isoDay(now, 1) ? 'Yesterday' : 'Earlier'
}
