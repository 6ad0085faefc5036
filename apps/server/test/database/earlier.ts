/**
 * The assignments of a SET that make these times so much earlier. In UTC an interval has one length
 * in every session, which a cluster needs.
 */
export const earlier = (interval: string, ...columns: readonly string[]): string =>
  columns
    .map((column) => `${column} = (${column} at time zone 'UTC' - ${interval}) at time zone 'UTC'`)
    .join(', ')
