import { type Call, encodeInput, type Input } from '@pipkin/contract'
import { type CallName, type Contract, contract } from '@pipkin/contract/schemas'

type Inputs = {
  readonly [N in CallName]?: (player: number) => Input<Contract[N]['call']>
}

/**
 * Every call that lists what there is of a player, or of all of them, as a screen asks for its
 * first page.
 */
const inputs: Inputs = {
  listTransactions: (player) => ({ player }),
  listTodayActivity: (player) => ({ player, timeZone: 'UTC' }),
  listPreviousActivity: (player) => ({ player, timeZone: 'UTC' }),
  totalActivity: (player) => ({ player, timeZone: 'UTC' }),
  exportHistory: (player) => ({ player, timeZone: 'UTC', format: 'csv' }),
  listOpenRounds: (player) => ({ player }),
  listOpenOperations: (player) => ({ player }),
  listTeam: (player) => ({ player }),
  listEarnings: (player) => ({ player }),
  listNotices: (player) => ({ player }),
  listCases: (player) => ({ player }),
  readFairness: (player) => ({ player }),
  listTopPlayers: () => undefined,
  listTopWinners: () => undefined,
  listPopularGames: () => undefined,
}

/** Each list's name and, for a player, its path with its query. */
export const lists = Object.entries(inputs).map(([name, input]) => ({
  name,
  path: (player: number) => pathOf(contract[name as CallName].call, input(player)),
}))

function pathOf(call: Call, input: object | undefined): string {
  const query = Object.entries(encodeInput(call, input).query ?? {})
  return `${call.path}?${new URLSearchParams(query.map(([field, value]) => [field, String(value)]))}`
}
