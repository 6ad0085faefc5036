import { isoDay } from '../../ui/dates.ts'

export type DayGroup = 'Today' | 'Yesterday' | 'Earlier'

/** Under which heading something of `time` stands. */
export function dayGroup(time: string, now: Date): DayGroup {
  const day = isoDay(new Date(time))
  if (day === isoDay(now)) return 'Today'
  return day === isoDay(now, 1) ? 'Yesterday' : 'Earlier'
}
