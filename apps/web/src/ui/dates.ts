// The runtime's own en-GB says "Sept": months have three letters here.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** `20 Nov 2026` of an ISO 8601 time, in the browser's time zone. */
export function dayText(time: string): string {
  const date = new Date(time)
  return `${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** `20 Nov 2026, 19:31`. */
export function dayTimeText(time: string): string {
  const date = new Date(time)
  return `${dayText(time)}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

const twoDigits = (count: number): string => String(count).padStart(2, '0')
