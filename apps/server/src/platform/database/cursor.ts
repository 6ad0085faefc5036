/**
 * Where a page of a list ends: the database's time in UTC, with microseconds, and an id. SQL writes
 * it as `(at at time zone 'UTC')::text || '+00'`, since `at::text` follows the session's time zone.
 */
export interface Position {
  readonly at: string
  readonly id: string
}

/** Where the first page begins. */
export const lastPosition: Position = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

export const cursorOf = ({ at, id }: Position): string =>
  Buffer.from(`${at}|${id}`).toString('base64url')

/** Null for a text that isn't a cursor of ours, so that PostgreSQL never refuses one. */
export function parseCursor(text: string): Position | null {
  const [, at, second, id] =
    /^((\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})(?:\.\d{1,6})?\+00)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
      Buffer.from(text, 'base64url').toString(),
    ) ?? []
  return at && second && id && isSecond(second) ? { at, id } : null
}

/**
 * JavaScript reads the 30th of February as a day of March, and has a year 0; PostgreSQL doesn't.
 */
function isSecond(text: string): boolean {
  const iso = text.replace(' ', 'T')
  const time = new Date(`${iso}Z`)
  return (
    !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) && !text.startsWith('0000')
  )
}
