import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience } from './tools/patience.ts'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Files of more than 20 s. Started last, one of them would run alone at the end. */
const longest = [
  'src/cashier/worker/crash.test.ts',
  'apps/local/src/start.test.ts',
  'chaos/chaos.test.ts',
  'src/chain/start-chain.test.ts',
  'test/processes/start-production.test.ts',
  'test/attacks/http.test.ts',
  'test/attacks/limit-races.test.ts',
  'test/attacks/restores.test.ts',
  'src/referral/rewards.test.ts',
  'test/calls/bad-input.test.ts',
  'test/attacks/matrices.test.ts',
  'test/processes/limits.test.ts',
  'bench/sql/plans.test.ts',
  'apps/web/profiles.test.ts',
]

/** Tests that replace modules or globals, or count threads: each needs a process of its own. */
const alone = [
  'apps/server/src/players/passwords/hash-threads.test.ts',
  'apps/web/fifth-game.test.ts',
  'apps/web/src/api/call.test.ts',
  'apps/web/src/api/confirm.test.ts',
  'apps/web/src/api/request-once.test.ts',
  'apps/web/src/shell/session.test.ts',
  'bench/rigged-game.test.ts',
]

/** Each test may wait for several things. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: patience } }

/**
 * Tests that run on a cluster, where PIPKIN_CITUS names an extension (docs/runbooks/cluster.md);
 * CLUSTER_TESTS is a pattern of others, or `all` for all that can, and CLUSTER_KILLS asks for the
 * take-overs.
 */
const [clusterTests, longClusterTests] = [
  'apps/server/test/cluster/{cluster,node-down,node-marks,later-migrations}.test.ts',
  'apps/server/test/cluster/{take-over,node-restore,restore-point}.test.ts',
]
/** Each has statements that a cluster refuses when they are written as for one PostgreSQL. */
const alwaysOnCluster = [
  'src/transfers/*',
  'src/ledger/keep-replies',
  'src/safer-play/profiles',
  'test/calls/every-call',
  'test/attacks/limit-compositions',
]
const { CLUSTER_TESTS: chosen, CLUSTER_KILLS: kills } = process.env
const allOnCluster = chosen === 'all'
const onCluster = [
  clusterTests,
  ...(kills || allOnCluster ? [longClusterTests] : []),
  allOnCluster
    ? 'apps/server/**/*.test.ts'
    : (chosen ?? `apps/server/{${alwaysOnCluster.join()}}.test.ts`),
]

/** What `all` leaves out. */
const notOnCluster = [
  // They start servers of their own, each with one PostgreSQL.
  'apps/server/test/outages/*.test.ts',
  'apps/server/test/processes/{production,start-production}.test.ts',
  'apps/server/test/attacks/restores.test.ts',
  // They hold what a cluster has otherwise: roles, tables and zones of one database.
  'apps/server/test/database/{roles,schema,session-zone}.test.ts',
  // It refuses what is no cluster.
  'apps/server/src/platform/database/spread.test.ts',
  // No database is lent twice there.
  'apps/server/test/database/borrowed-database.test.ts',
  // It compares times, which several servers on one machine blur.
  'apps/server/src/players/answer-times.test.ts',
  // Uses one statement for many players, which a coordinator refuses by design.
  'apps/server/src/rounds/{place-bets,store-moves}.test.ts',
]

/** Node runs these sources itself, as it does in production: Vite would translate each first. */
const asNodeDoes = { experimental: { viteModuleRunner: false, nodeLoader: false } }

/**
 * Tests that only compute have one worker, which keeps one page for all component tests: each
 * other would load jsdom and all modules anew.
 */
const computing = { maxWorkers: 1, sequence: { groupOrder: 0 } }
/** Those that wait for processes and for the chain have all. */
const waiting = { sequence: { groupOrder: 1 } }

/** Every test file has a database of its own, and starts the server's processes as built. */
const globalSetup = [
  './apps/server/test/database/postgres.ts',
  './apps/server/test/processes/built-server.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Four workers on two cores: many files wait for processes and for the chain. With six the
    // server's tests take as long, and a fifteenth more of the processors.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Files share a process: to load the modules takes longer than most of them do.
      {
        test: {
          name: 'plain',
          include: ['{packages,tools,apps/witness}/**/*.test.ts'],
          exclude,
          isolate: false,
          ...computing,
          ...asNodeDoes,
          ...patient,
        },
      },
      // These sources use import.meta.glob, which only Vite understands.
      {
        test: {
          name: 'web',
          include: ['apps/{web,desk}/src/**/*.test.ts', 'apps/desk/src/**/*.test.tsx'],
          exclude: [...exclude, ...alone],
          isolate: false,
          ...computing,
          ...patient,
        },
      },
      {
        test: {
          name: 'node',
          include: [
            '{apps/server,apps/local,token,bench,chaos}/**/*.test.ts',
            'apps/web/{*,build/*}.test.ts',
            'apps/desk/*.test.ts',
          ],
          exclude: [...exclude, ...alone, clusterTests, longClusterTests],
          globalSetup,
          isolate: false,
          ...waiting,
          ...asNodeDoes,
          ...patient,
        },
      },
      ...(process.env.PIPKIN_CITUS
        ? [
            {
              test: {
                name: 'cluster',
                include: onCluster,
                exclude: allOnCluster ? [...exclude, ...alone, ...notOnCluster] : exclude,
                globalSetup,
                isolate: false,
                ...waiting,
                ...asNodeDoes,
                ...patient,
              },
            },
          ]
        : []),
      { test: { name: 'alone', include: alone, exclude, globalSetup, ...waiting, ...patient } },
      {
        define: { __LOCAL__: 'false' },
        test: {
          name: 'components',
          include: ['apps/web/**/*.test.tsx', 'apps/desk/test/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          ...computing,
          setupFiles: ['./apps/web/test/setup.ts'],
          ...patient,
        },
      },
    ],
  },
})
