import { isTime } from '../platform/database/cursor.ts'

/** What the parts of a cursor look like. */
const forms = {
  time: (part: string) => /^-?infinity$/.test(part) || isTime(part),
  number: (part: string) => /^\d{1,9}$/.test(part),
  amount: (part: string) => /^\d{1,18}$/.test(part),
  day: (part: string) => part === '-infinity' || isTime(`${part} 00:00:00+00`),
  game: (part: string) => /^\d{1,4}$/.test(part),
  hash: (part: string) => /^[0-9a-f]{64}$/.test(part),
  kind: (part: string) => /^(deposit|loss|stake)$/.test(part),
  period: (part: string) => /^(day|week|month|round)$/.test(part),
} as const
type Form = keyof typeof forms

/** A cursor of parts: where a row stands in the order of its list. */
export const cursorOfParts = (parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join('|')).toString('base64url')

/** The parts of a cursor; `first` without a cursor, null for one that isn't ours. */
export function partsOfCursor(
  cursor: string | undefined,
  shape: readonly Form[],
  first: readonly (string | number)[],
): readonly (string | number)[] | null {
  if (cursor === undefined) return first
  const parts = Buffer.from(cursor, 'base64url').toString().split('|')
  const isOurs =
    parts.length === shape.length && shape.every((form, at) => forms[form](parts[at] ?? ''))
  return isOurs ? parts : null
}
