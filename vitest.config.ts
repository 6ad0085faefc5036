import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    // Two cores: a worker each.
    maxWorkers: 2,
    projects: [
      {
        // Pure functions and readers of sources: no database, and one process for all files.
        test: {
          name: 'plain',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude,
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'node',
          include: ['{apps,token,bench,chaos}/**/*.test.ts'],
          exclude,
          // Every test file has a database of its own.
          globalSetup: ['./apps/server/test/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
