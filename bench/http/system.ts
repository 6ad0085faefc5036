import type { Load } from '../measure.ts'
import { type Active, freshTargets } from '../sql/bet-targets.ts'
import { sqlLoads } from '../sql/sql-loads.ts'
import { type ApiChild, type Signing, startApi } from './api-child.ts'
import type { BenchDatabase } from './bench-server.ts'
import { httpLoads } from './http-loads.ts'

/** A system under test: a database, its API processes, and the loads that run on them. */
export interface System {
  readonly loads: readonly Load[]
  readonly apis: readonly ApiChild[]
  /**
   * Places one unmeasured bet for each player who plays. PostgreSQL writes a page whole at its
   * first change after a checkpoint. Among a million players each has pages of their own, and an
   * active one bets more often than there are checkpoints.
   */
  warmUp(): Promise<void>
  close(): Promise<void>
}

interface Sizes {
  readonly active: Active
  /** Concurrent requests. */
  readonly workers: number
  readonly connections: number
  readonly apis: number
  /** For the APIs' files. */
  readonly folder: string
  readonly signing?: Signing
  /** Starts an API of other code. */
  readonly start?: typeof startApi
}

/** Starts the APIs, and names the loads that can be put on them. */
export async function openSystem(
  database: BenchDatabase,
  { active, workers, connections, folder, ...sizes }: Sizes,
): Promise<System> {
  const starting = Array.from({ length: sizes.apis }, () =>
    (sizes.start ?? startApi)(database.appUrl, folder, sizes.signing),
  )
  const apis = await Promise.all(starting)
  // A proxy on the same machine would only compete for a core.
  const ports = apis.map(({ port }) => port)
  const targets = freshTargets(active)
  const direct = sqlLoads(database.appUrl, targets, connections)
  const many = httpLoads(ports, targets, workers, active)
  const one = httpLoads(ports, targets, 1, active)
  const byMany = [
    { name: 'SQL: bet', run: direct.bet, prepare: direct.free },
    { name: 'SQL: bets together', run: direct.betTogether, prepare: direct.free },
    { name: 'SQL: bet and settle', run: direct.betAndSettle, prepare: direct.free },
    { name: 'bet', run: many.bet, prepare: direct.free },
    { name: 'bet, half of the load', isHalf: true as const, run: many.bet, prepare: direct.free },
    { name: 'round of Guess number', run: many.guessNumber },
    { name: 'round of Mines, three reveals', run: many.mines, prepare: many.prepareMines },
    { name: 'round of the slot', run: many.slot },
    { name: 'round of Tic-tac-toe', run: many.ticTacToe },
    { name: 'send', run: many.send },
    { name: 'wallets', run: many.wallets },
    { name: 'games', run: many.games },
    ...many.lists,
  ]
  const loads = byMany.map((load) => ({ ...load, workers, apis }))
  return {
    loads: [
      ...loads,
      { name: 'bet, one player at a time', workers: 1, apis, run: one.bet, prepare: direct.free },
    ],
    apis,
    async warmUp() {
      let left = active.players
      const bets = Array.from({ length: workers }, async () => {
        while (left-- > 0) await direct.bet()
      })
      await Promise.all(bets)
      await direct.free()
    },
    async close() {
      many.close()
      one.close()
      await direct.close()
      await Promise.all(apis.map((api) => api.stop()))
    },
  }
}
