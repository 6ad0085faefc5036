import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const exclude = ['**/node_modules/**', '**/dist/**']

/** Files of more than 20 s. Started last, one of them would run alone at the end. */
const longest = [
  'src/cashier/worker/crash.test.ts',
  'apps/local/src/start.test.ts',
  'chaos/chaos.test.ts',
  'src/chain/start-chain.test.ts',
  'test/start-production.test.ts',
  'test/attacks/http.test.ts',
  'src/referral/rewards.test.ts',
]

/** Tests of the web app that replace globals or modules: each needs a process of its own. */
const isolated = ['api/call', 'shell/session', 'screens/wallet/request-once'].map(
  (name) => `apps/web/src/${name}.test.ts`,
)

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
    // Two cores: a worker each.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Without a database: files share a process, whose start would take longer than they do.
        test: {
          name: 'plain',
          include: ['{packages,tools,apps/web/src}/**/*.test.ts'],
          exclude: [...exclude, ...isolated],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'node',
          include: [
            '{apps/server,apps/local,token,bench,chaos}/**/*.test.ts',
            'apps/web/{*,build/*}.test.ts',
            ...isolated,
          ],
          exclude,
          // Every test file has a database of its own.
          globalSetup: ['./apps/server/test/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define: { __LOCAL__: 'false' },
        test: {
          name: 'components',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['./apps/web/test/setup.ts'],
          testTimeout: 40_000,
        },
      },
    ],
  },
})
