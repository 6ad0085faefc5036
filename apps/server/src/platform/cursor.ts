/**
 * Where a page of a list ended: a time of the database in UTC, with its microseconds, and an id. SQL writes it as
 * `(at at time zone 'UTC')::text || '+00'`, since `at::text` follows the session's time zone.
 */
export interface Position {
  readonly at: string
  readonly id: string
}

/** Before which everything stands. */
export const lastPosition: Position = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

export const cursorOf = ({ at, id }: Position): string => Buffer.from(`${at}|${id}`).toString('base64url')

/** Null for a text that isn't a cursor of ours. */
export function parseCursor(text: string): Position | null {
  const [, at, id] =
    /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?\+00)\|([0-9a-f-]{36})$/.exec(
      Buffer.from(text, 'base64url').toString(),
    ) ?? []
  return at && id && !Number.isNaN(Date.parse(at.replace(' ', 'T').replace('+00', 'Z'))) ? { at, id } : null
}
