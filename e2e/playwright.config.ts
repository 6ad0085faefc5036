import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumFlags } from './support/chromium-flags.ts'

const port = Number(process.env.E2E_PORT ?? 3900)
// The runner's workers load this file again: they keep the first one's folder.
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), 'pipkin-e2e-'))

/**
 * Journeys on the product as a newcomer starts it: `npm start`, on a folder and a port of their
 * own.
 */
export default defineConfig({
  testDir: './journeys',
  testMatch: '*.e2e.ts',
  outputDir: '../test-results',
  globalTeardown: './support/audit-after-all.ts',
  // Three journeys on two cores: each waits a third of its time, as players do. Each has players
  // of its own.
  workers: 3,
  // The tests of one file run in parallel, too: otherwise the longest file ends alone.
  fullyParallel: true,
  retries: 0,
  timeout: 480_000,
  expect: { timeout: 90_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    // A day ends at the same moment on every machine.
    timezoneId: 'UTC',
    hasTouch: true,
    isMobile: true,
    // Motion is a tenth of a browser's work: journeys that are about it ask for it (`inMotion`).
    contextOptions: { reducedMotion: 'reduce' },
    // The journeys that are about it allow it; the others needn't install it each time.
    serviceWorkers: 'block',
    // Traces cost a quarter of the processor time; `--trace on` records them for one journey.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // A page lives for seconds: to optimise its scripts costs more than it saves.
      args: [...chromiumFlags, '--js-flags=--no-opt,--no-maglev'],
      ...(process.env.PIPKIN_BROWSER && { executablePath: process.env.PIPKIN_BROWSER }),
    },
  },
  webServer: {
    command: 'npm start',
    cwd: '..',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), PIPKIN_DATA: process.env.E2E_DATA, PIPKIN_RATE_LIMITS: 'off' },
    timeout: 240_000,
    stdout: 'ignore',
    reuseExistingServer: process.env.CI === undefined,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
