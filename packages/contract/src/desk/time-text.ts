/**
 * `2026-12-06 23:59 UTC`: the one form of a time in the back office, whose operators may sit in
 * several zones while days and months are UTC's.
 */
export const timeText = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
