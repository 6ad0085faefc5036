import { isUuid } from './is-uuid.ts'

/**
 * Where a page of a list ends: the database's time in UTC, with microseconds, and an id. SQL writes
 * it as `(at at time zone 'UTC')::text || '+00'`, since `at::text` follows the session's time zone.
 */
export interface Position {
  readonly at: string
  readonly id: string
}

/** Where a list that goes forward begins. */
export const firstPosition: Position = {
  at: '-infinity',
  id: '00000000-0000-0000-0000-000000000000',
}
/** Where a list that goes back in time begins. */
export const lastPosition: Position = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The time of a position, to the millisecond. */
export const timeOf = (at: Position['at']): Date =>
  new Date(`${at.slice(0, -3).replace(' ', 'T')}Z`)

/** A position as clients get it, opaque. */
export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at}|${id}`).toString('base64url')

/** The cursor behind a row. */
export const cursorAfter = ({ position, id }: { position: string; id: string }): string =>
  cursorOf({ at: position, id })

/**
 * Where the page of a cursor begins; at the start of the list without one. Null for a text that
 * isn't a cursor of ours, so that PostgreSQL never refuses one.
 */
export function parseCursor(cursor: string | undefined, start: Position): Position | null {
  if (cursor === undefined) return start
  const [at = '', id = '', more] = Buffer.from(cursor, 'base64url').toString().split('|')
  const isOurs = isTime(at) && isUuid(id)
  return isOurs && more === undefined ? { at, id } : null
}

/**
 * Whether a text is a time as a cursor has it, which PostgreSQL reads. JavaScript reads the 30th of
 * February as a day of March, and has a year 0; PostgreSQL doesn't.
 */
export function isTime(text: string): boolean {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(\.\d{1,6})?\+00$/.exec(text) ?? []
  const iso = `${day}T${time}`
  const read = new Date(`${iso}Z`)
  return (
    !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) && !text.startsWith('0000')
  )
}

/**
 * The page of a list whose `rows` were read with one more than its `limit`. `next` begins the page
 * after it; null where there is none.
 */
export function pageOf<Row, Cursor>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => Cursor,
): { readonly shown: readonly Row[]; readonly next: Cursor | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? cursorAfter(last) : null }
}
