import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { buildWeb } from '../../apps/local/src/build.ts'
import { serverProcess } from '../../apps/local/src/server-process.ts'
import buildServers from '../../apps/server/test/processes/built-server.ts'
import { bundleApis } from '../../apps/server/test/processes/start-apis.ts'
import { command } from '../command.ts'
import { ensureBrowser } from '../ensure-browser.ts'
import { type Outcome, type Part, reports } from './outcome.ts'
import { playwright } from './playwright.ts'
import { vitest } from './vitest.ts'

/**
 * `npm test` runs every check; `npm run check` those that read the sources alone. A passing check
 * prints one line, a failing one its output from the first failure on. Names the slowest files and
 * journeys, prints the count of tests last, and exits 1 if one failed.
 *
 * With `CI` set, a failed journey, or a whole file of other tests, runs a second time with a
 * database of its own, so that chance alone doesn't hold up a change. What needs the second try is
 * still a defect: it is printed with its first failure.
 */

interface Step {
  readonly name: string
  readonly title: string
  run(): Promise<Outcome>
}

// One checker a project and two projects at once: on two cores more only check the same twice.
const tsc = ['-b', '--checkers', '1', '--builders', '2']

const knip = ['--no-progress', '--cache', '--cache-location=node_modules/.cache/knip']

/** The checks that read the sources alone run at once. */
const ofSources: readonly Step[] = [
  {
    name: 'types',
    title: 'types (tsc)',
    // It collects garbage a quarter as often, up to 2 GiB: a seventh less work.
    run: () => command('tsc', tsc, { GOGC: '400', GOMEMLIMIT: '2GiB' }),
  },
  {
    name: 'lint',
    title: 'lint and format (biome)',
    run: () => command('biome', ['check', '--error-on-warnings', '.']),
  },
  { name: 'unused', title: 'unused exports and files (knip)', run: () => command('knip', knip) },
  {
    name: 'tidy',
    title: 'imports, circles, lines, words, commits',
    run: () => vitest('tidy', ['--project=plain', 'tools/tidy']),
  },
]

/** What only computes: packages, tools and the screens' components. */
const computing = ['plain', 'web', 'components']

/**
 * These run as soon as they are prepared, the server's tests beside the others, one after the
 * other: they wait for processes, browsers and the chain half of their time. All three at once
 * would starve the products that journeys play on.
 */
const ofProduct: readonly Step[] = [
  {
    name: 'parts',
    title: 'packages, tools, components',
    run: () =>
      vitest(
        'parts',
        computing.map((project) => `--project=${project}`),
      ),
  },
  {
    name: 'unit',
    title: 'server on the real database, chain, mail',
    run: () =>
      vitest(
        'unit',
        computing.map((project) => `--project=!${project}`),
      ),
  },
  { name: 'browser', title: 'journeys in a real browser', run: playwright },
]

/**
 * What both need, made once: a browser, which may take longer to install than a test may, the built
 * web app, which each `npm start` would build otherwise, and the compiled server.
 */
async function prepareProduct(): Promise<void> {
  const [browser] = await Promise.all([
    ensureBrowser(),
    buildWeb(),
    buildServers().then(compileServer),
  ])
  process.env.PIPKIN_BROWSER = browser
}

/**
 * Loads each process of the server once. They end, for want of settings, and cache what they
 * compiled: processes that tests kill cache no code, so each would compile anew.
 */
async function compileServer(): Promise<unknown> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const parts = [...(['api', 'worker', 'desk'] as const).map(serverProcess), [await bundleApis()]]
  return Promise.all(
    parts.map((part) =>
      once(
        spawn(process.execPath, part, { env: { PATH, NODE_COMPILE_CACHE }, stdio: 'ignore' }),
        'exit',
      ),
    ),
  )
}

/** A runner's output from its first failure on, without the list of tests that passed before. */
function fromFirstFailure(output: string): string {
  const start = output.search(/^(⎯{3,}| {2}1\) )/m)
  return start < 0 ? output : output.slice(start)
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** The ten that took longest, of at least 10 s. */
const slowestOf = (parts: readonly Part[]): string[] =>
  parts
    .filter(({ ms }) => ms >= 10_000)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `${String(Math.round(ms / 1000)).padStart(7)} s  ${name}`)

const total = { passed: 0, failed: 0 }

async function runStep({ title, run }: Step): Promise<void> {
  const start = performance.now()
  const { code, output, counts, parts, flaky = [] } = await run()
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const count = counts ? `, ${counts.passed} passed` : ''
  print(`${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${seconds} s${count})`)
  for (const part of slowestOf(parts ?? [])) print(part)
  for (const test of flaky) print(`FLAKY: passed at the second try: ${test}`)
  total.passed += counts?.passed ?? (code === 0 ? 1 : 0)
  if (code === 0) return
  print(fromFirstFailure(output))
  total.failed += Math.max(1, counts?.failed ?? 1)
}

/** Prepares what the product's steps need, then runs them. */
async function runPrepared(steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return
  try {
    await prepareProduct()
  } catch (error) {
    print(`FAIL build or browser: ${error instanceof Error ? error.message : String(error)}`)
    total.failed += 1
    return
  }
  const { unit = [], others = [] } = Object.groupBy(steps, ({ name }) =>
    name === 'unit' ? 'unit' : 'others',
  )
  await Promise.all([runInTurn(unit), runInTurn(others)])
}

async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) await runStep(step)
}

// The server hashes passwords in threads of the lowest priority. Tests run more processes than
// there are cores: at the usual priority, a hash of 10 ms would wait seconds for its turn.
const low = constants.priority.PRIORITY_LOW - 1
if (getPriority() < low) setPriority(low)

const wanted = process.argv.slice(2)
const all = [...ofSources, ...ofProduct]
const unknown = wanted.find((name) => !all.some((step) => step.name === name))
if (unknown !== undefined) {
  print(`There is no check "${unknown}"; there are ${all.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
await rm(reports, { recursive: true, force: true })
await mkdir(reports, { recursive: true })
// The whole run has the tidy test among those of the tools.
const isWanted = ({ name }: Step) => (wanted.length === 0 ? name !== 'tidy' : wanted.includes(name))
const product = ofProduct.filter(isWanted)
const onCluster = { PIPKIN_CITUS: 'tests on a cluster of databases', CLUSTER_KILLS: 'take-overs' }
if (product.some(({ name }) => name === 'unit'))
  for (const [name, tests] of Object.entries(onCluster))
    if (!process.env[name]) print(`not run: ${tests} (${name} isn’t set: docs/runbooks/cluster.md)`)
await Promise.all([...ofSources.filter(isWanted).map(runStep), runPrepared(product)])
print(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
