/** Where a page of a list ended: a time of the database, with its microseconds, and an id. */
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
