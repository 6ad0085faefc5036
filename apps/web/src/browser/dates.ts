// The runtime's en-GB has "Sept"; the design has three letters.
const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** `20 Nov 2026`, in the browser's time zone. */
export function dayText(date: Date): string {
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** `19:31`, in the browser's time zone. */
export function clockText(date: Date): string {
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** `20 Nov 2026, 19:31`. */
export const dayTimeText = (date: Date): string => `${dayText(date)}, ${clockText(date)}`

/** A sentence of the server's, whose times are in UTC, with the browser's: `20 Nov 2026, 19:31`. */
export const withOwnTimes = (sentence: string): string =>
  sentence.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, clock) =>
    dayTimeText(new Date(`${day}T${clock}Z`)),
  )

/** `20 Nov`; `20 Nov 2025` if it isn't of this year. */
export const shortDayText = (date: Date, now = new Date()): string =>
  date.getFullYear() === now.getFullYear() ? dayText(date).slice(0, -5) : dayText(date)

/** The day in the browser's time zone, `2026-11-20`, or `daysEarlier`. */
export function isoDay(now: Date, daysEarlier = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysEarlier)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}

/** A time that has passed: `1:02:03`. */
export const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 3_600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** The browser's time zone by its IANA name. One that can't find it out shows UTC. */
export function timeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZone && timeZone !== 'Etc/Unknown' ? timeZone : 'UTC'
}
