import type { ApiConfig } from '../config.ts'
import type { PlayerNodes } from '../ledger/player-nodes.ts'
import { ttlCache } from '../platform/cache/ttl-cache.ts'
import type { Database } from '../platform/database/database.ts'
import type { Handlers } from '../platform/http/call.ts'
import { createQueue } from '../platform/limits/queue.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import type { Signer } from '../rounds/receipts.ts'
import type { SeedKeys } from '../rounds/seed-keys.ts'
import { exportAccount } from './export-account.ts'
import { exportHistory } from './export-history.ts'
import { listActivity } from './list-activity.ts'
import { listPopularGames } from './list-popular-games.ts'
import { readTopPlayers, showTopPlayers } from './list-top-players.ts'
import { listTopWinners } from './list-top-winners.ts'
import { listTransactions } from './list-transactions.ts'
import { readBalances } from './read-balances.ts'
import { knownTimeZones } from './time-zones.ts'
import { totalActivity } from './total-activity.ts'

interface ActivityDeps {
  readonly database: Database
  /** Asks the nodes of a cluster straight; undefined without one. */
  readonly nodes: PlayerNodes | undefined
  readonly surroundings: Surroundings
  readonly signer: Signer
  readonly seeds: SeedKeys
  readonly config: Pick<ApiConfig, 'timeZone' | 'limits' | 'profile'>
}

/** With the worker's sweeps these lists stay under the 5 s that they may be old. */
const rememberedMs = 2_000

/**
 * The calls that read what has happened: a player's money and rounds, and the lists of the home
 * page.
 */
export function activityCalls(
  deps: ActivityDeps,
): Handlers<
  | 'readBalances'
  | 'listTransactions'
  | 'listTodayActivity'
  | 'listPreviousActivity'
  | 'totalActivity'
  | 'exportHistory'
  | 'exportAccount'
  | 'listPopularGames'
  | 'listTopPlayers'
  | 'listTopWinners'
> {
  const { database, surroundings } = deps
  const parts = {
    ...deps,
    zones: knownTimeZones(database, surroundings, deps.config.timeZone),
    proofs: createQueue({ atOnce: 1, waiting: 1_000 }),
    pages: createQueue({ atOnce: 1, waiting: 1_000 }),
    totals: createQueue({ atOnce: 1, waiting: 1_000 }),
  }
  const remembered = <T>(load: (from: Database) => Promise<T>) =>
    ttlCache(rememberedMs, surroundings.elapsedMs, () => load(database))
  const topPlayers = remembered(readTopPlayers)
  const wallets = readBalances(database, deps.nodes)
  const transactions = listTransactions(database, deps.nodes)

  return {
    readBalances: ({ player }) => wallets(player),
    listTransactions: (input) => transactions(input),
    listTodayActivity: (input) => listActivity(parts, 'today', input),
    listPreviousActivity: (input) => listActivity(parts, 'previous', input),
    totalActivity: (input) => totalActivity(parts, input),
    exportHistory: (input, { session }) => exportHistory(parts, input, session),
    exportAccount: (_, { session }) => exportAccount(parts, session),
    listPopularGames: remembered(() =>
      listPopularGames({ database, paced: deps.config.limits, profile: deps.config.profile }),
    ),
    listTopPlayers: async (_, { session }) => showTopPlayers(await topPlayers(), session?.player),
    listTopWinners: remembered(listTopWinners),
  }
}
