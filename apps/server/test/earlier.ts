/**
 * For SET: these times that much earlier. In UTC, where an interval has one length in every
 * session: a cluster takes nothing else.
 */
export const earlier = (interval: string, ...columns: readonly string[]): string =>
  columns
    .map((column) => `${column} = (${column} at time zone 'UTC' - ${interval}) at time zone 'UTC'`)
    .join(', ')
