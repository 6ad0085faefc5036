const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const twoDigits = (part: number): string => String(part).padStart(2, '0')

/** `20 Nov 2026, 19:31`, in the browser's time zone. */
export function timeText(date: Date): string {
  const day = `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`
  return `${day}, ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}
