import { parseCursor } from '../../platform/database/cursor.ts'

/** What the parts of a place look like. */
const forms = {
  time: /^(-?infinity|\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00)$/,
  number: /^\d{1,9}$/,
  kind: /^(deposit|loss|stake)$/,
  period: /^(day|week|month|round)$/,
} as const
type Form = keyof typeof forms

/** A place in the order of a list as its cursor. */
export const cursorOfPlace = (parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join('|')).toString('base64url')

/** The parts of a place; `first` without a cursor, null for one that isn't ours. */
export function placeOf(
  cursor: string | undefined,
  shape: readonly Form[],
  first: readonly (string | number)[],
): readonly (string | number)[] | null {
  if (cursor === undefined) return first
  const parts = Buffer.from(cursor, 'base64url').toString().split('|')
  const isOurs =
    parts.length === shape.length &&
    shape.every((form, at) => {
      const part = parts[at] ?? ''
      return forms[form].test(part) && (form !== 'time' || isTime(part))
    })
  return isOurs ? parts : null
}

/** Whether PostgreSQL reads it: a cursor knows no 30th of February. */
const isTime = (text: string): boolean =>
  text.endsWith('infinity') ||
  parseCursor(Buffer.from(`${text}|${anId}`).toString('base64url')) !== null
const anId = '00000000-0000-0000-0000-000000000000'
