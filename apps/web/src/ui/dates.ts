// The runtime's own en-GB says "Sept": months have three letters here.
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

/** `20 Nov 2026` of an ISO 8601 time, in the browser's time zone. */
export function dayText(time: string): string {
  const date = new Date(time)
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** `19:31`. */
export function clockText(time: string): string {
  const date = new Date(time)
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** `20 Nov 2026, 19:31`. */
export const dayTimeText = (time: string): string => `${dayText(time)}, ${clockText(time)}`

/** `20 Nov`, where the year is plain. */
export const dayInYearText = (time: string): string => dayText(time).slice(0, -5)

/**
 * The day as it is in the browser's time zone, `2026-11-20`; `before` is that many days earlier.
 */
export function isoDay(now: Date, before = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - before)
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** The browser's time zone by its IANA name. */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
