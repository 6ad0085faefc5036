import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { ensureBrowser } from './ensure-browser.ts'

/**
 * Runs every check there is, or those that are named, one after the other: quiet where all is well,
 * everything said where not. Ends with the count of tests and exits 1 if one failed.
 */

interface Counts {
  passed: number
  failed: number
}

interface Step {
  readonly name: string
  readonly says: string
  run(): Promise<{ code: number; output: string; counts?: Counts }>
}

const reports = 'node_modules/.cache/reports'

const steps: readonly Step[] = [
  { name: 'types', says: 'types (tsc)', run: () => command('tsc', ['-b']) },
  {
    name: 'lint',
    says: 'lint and format (biome)',
    run: () => command('biome', ['check', '--error-on-warnings', '.']),
  },
  {
    name: 'tidy',
    says: 'the map of imports, banned words',
    run: () => vitest('tidy', ['tools/tidy']),
  },
  {
    name: 'unit',
    says: 'packages, server on the real database, chain, mail',
    run: () => vitest('unit', []),
  },
  { name: 'browser', says: 'journeys in a real browser', run: playwright },
]

async function vitest(name: string, places: string[]) {
  const report = `${reports}/${name}.json`
  const result = await command('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...places,
  ])
  const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(
    await readFile(report, 'utf8'),
  )
  if (numTotalTests === 0) return { ...result, code: 1, output: `${result.output}\nno test ran` }
  return { ...result, counts: { passed: numPassedTests, failed: numFailedTests } }
}

async function playwright() {
  const browser = await ensureBrowser()
  const report = `${reports}/browser.json`
  const result = await command(
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    {
      PIPKIN_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: resolve(report),
    },
  )
  // No report: it ended before any test ran, and its output says why.
  if (!existsSync(report)) return { ...result, code: result.code || 1 }
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  return { ...result, counts: { passed: stats.expected, failed: stats.unexpected + stats.flaky } }
}

function command(
  name: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((settle, reject) => {
    const child = spawn(name, args, {
      env: { ...process.env, ...more, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => settle({ code: code ?? 1, output }))
  })
}

/**
 * From the first failure told in a runner's output on: the list of all that passed before it would
 * bury it.
 */
function whatWentWrong(output: string): string {
  const start = output.search(/^(⎯{3,}| {2}1\) )/m)
  return start < 0 ? output : output.slice(start)
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  say(`There is no check "${unknown[0]}"; there are ${steps.map((step) => step.name).join(', ')}.`)
  process.exit(1)
}
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
const total: Counts = { passed: 0, failed: 0 }
for (const step of steps) {
  // The whole run has the tidy test among its unit tests.
  if (wanted.length === 0 ? step.name === 'tidy' : !wanted.includes(step.name)) continue
  const start = performance.now()
  const { code, output, counts } = await step.run()
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const count = counts ? `, ${counts.passed} passed` : ''
  say(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.says} (${seconds} s${count})`)
  if (code !== 0) {
    say(whatWentWrong(output))
    total.failed += Math.max(1, counts?.failed ?? 1)
  } else if (!counts) total.passed += 1
  total.passed += counts?.passed ?? 0
}
say(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
