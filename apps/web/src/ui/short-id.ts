/** `0x7a3F…91bE`: the ends of a long id, for where the whole is one tap away. */
export const shortId = (id: string, start = 6, end = 4): string =>
  id.length <= start + end + 1 ? id : `${id.slice(0, start)}…${id.slice(-end)}`
