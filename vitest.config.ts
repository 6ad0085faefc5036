import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores: a worker each.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/**/*.test.ts',
            'token/**/*.test.ts',
            'tools/**/*.test.ts',
            'bench/**/*.test.ts',
            'chaos/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/dist/**'],
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
