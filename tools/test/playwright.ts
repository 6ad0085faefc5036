import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { scratchFolder } from '../../apps/local/src/testing/scratch-folder.ts'
import { command } from '../command.ts'
import { hasSecondTry, type Outcome, reports } from './outcome.ts'

/** Runs the journeys, against a product that has a folder of its own. */
export async function playwright(): Promise<Outcome> {
  const report = `${reports}/browser.json`
  const folder = await mkdtemp(join(scratchFolder(), 'pipkin-e2e-'))
  const result = await command(
    'playwright',
    [
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
      `--retries=${Number(hasSecondTry)}`,
    ],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report), E2E_DATA: join(folder, 'data') },
  )
  await rm(folder, { recursive: true, force: true })
  // If there is no report, it ended before any test ran, and its output says why.
  if (!existsSync(report)) return { ...result, code: result.code || 1 }
  const { stats, suites }: PlaywrightReport = JSON.parse(await readFile(report, 'utf8'))
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected }
  const specs = suites.flatMap(specsOf)
  const parts = specs.map(({ file, title, tests }) => ({
    name: `${file} › ${title}`,
    ms: resultsOf(tests).reduce((sum, { duration }) => sum + duration, 0),
  }))
  const flaky = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title, tests }) => `${title}\n${resultsOf(tests)[0]?.error?.message ?? ''}`)
  return { ...result, parts, flaky, counts }
}

interface PlaywrightTest {
  readonly status: string
  readonly results: readonly {
    readonly duration: number
    readonly error?: { readonly message?: string }
  }[]
}

interface PlaywrightSpec {
  readonly file: string
  readonly title: string
  readonly tests: readonly PlaywrightTest[]
}

interface PlaywrightSuite {
  readonly specs: readonly PlaywrightSpec[]
  readonly suites?: readonly PlaywrightSuite[]
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number
    readonly unexpected: number
    readonly flaky: number
  }
  readonly suites: readonly PlaywrightSuite[]
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** Every try of a journey, in order. */
const resultsOf = (tests: readonly PlaywrightTest[]) => tests.flatMap(({ results }) => results)
