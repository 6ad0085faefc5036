import { type CallName, calls, type WireQuery } from '@pipkin/contract'

type Queries = { readonly [N in CallName]?: (player: number) => WireQuery<N> }

/**
 * Every call that lists what there is of a player, or of all of them, as a screen asks for its
 * first page.
 */
const queries: Queries = {
  transactions: (id) => ({ User_Id: id }),
  todayActivity: (id) => ({ User_Id: id, tz: 'UTC' }),
  previousActivity: (id) => ({ User_Id: id, tz: 'UTC' }),
  activityTotals: (id) => ({ User_Id: id, tz: 'UTC' }),
  exportHistory: (id) => ({ User_Id: id, tz: 'UTC', format: 'csv' }),
  openRounds: (id) => ({ User_Id: id }),
  openOperations: (id) => ({ User_Id: id }),
  referTeam: (id) => ({ referrer_id: id }),
  levelEarning: (id) => ({ referrer_id: id }),
  notifications: (id) => ({ User_Id: id }),
  supportCases: (id) => ({ User_Id: id }),
  fairness: (id) => ({ User_Id: id }),
  topPlayers: () => undefined,
  topWinners: () => undefined,
  mostPopular: () => undefined,
}

/** Each list's name and, for a player, its path with its query. */
export const lists = Object.entries(queries).map(([name, query]) => ({
  name,
  path: (player: number) => `${calls[name as CallName].path}?${search(query(player))}`,
}))

const search = (query: object | undefined) =>
  new URLSearchParams(Object.entries(query ?? {}).map(([field, value]) => [field, String(value)]))
