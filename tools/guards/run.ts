import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from '../command.ts'
import { guards } from './guards.ts'
import { copySources } from './unguarded-copy.ts'

/**
 * Removes one guard at a time, in a copy of the sources, and runs its tests. Prints the tests that
 * failed, and exits 1 if none fails without a guard. `npm run guards -- nonce link` runs the guards
 * whose names contain one of the words.
 */

interface Outcome {
  readonly red: readonly string[]
  /** The runner's output if no test ran. */
  readonly trouble?: string
}

interface Report {
  /** Vitest writes these. */
  readonly testResults?: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
  /** Playwright writes these. */
  readonly suites?: readonly Suite[]
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs: readonly { readonly title: string; readonly ok: boolean }[]
}

const specsOf = ({ suites = [], specs }: Suite): Suite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

async function runTests(
  folder: string,
  files: readonly string[],
  titles?: string,
): Promise<Outcome> {
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  const isJourney = files.every((path) => path.endsWith('.e2e.ts'))
  const { output, code } = isJourney
    ? await node(
        folder,
        'node_modules/@playwright/test/cli.js',
        [
          ...['test', '--config=e2e/playwright.config.ts', '--reporter=json'],
          ...files.map((path) => path.replace(/^.*\//, '')),
          ...(titles ? ['-g', titles] : []),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
      )
    : await node(folder, 'node_modules/vitest/vitest.mjs', [
        'run',
        ...files,
        ...(titles ? ['-t', titles] : []),
        '--reporter=json',
        `--outputFile.json=${file}`,
      ])
  const report = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  )
  const results = [
    ...(report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults),
    ...(report?.suites ?? [])
      .flatMap(specsOf)
      .map(({ title, ok }) => ({ title, status: ok ? 'passed' : 'failed' })),
  ]
  const ran = results.filter(({ status }) => status === 'passed' || status === 'failed')
  if (ran.length === 0) return { red: [], trouble: output.trim().split('\n').slice(-15).join('\n') }
  const red = ran.filter(({ status }) => status === 'failed').map(({ title }) => title)
  // An error outside of every test fails the run and none of its tests.
  return { red: red.length === 0 && code !== 0 ? ['an error that no test catches'] : red }
}

const node = (folder: string, script: string, args: readonly string[], env = {}) =>
  command(process.execPath, [join(folder, script), ...args], env, folder)

const titlesOfJourney = ({ tests, titles }: (typeof guards)[number]): readonly string[] =>
  tests.endsWith('.e2e.ts') && titles !== undefined ? [titles] : []
const say = (line: string) => process.stdout.write(`${line}\n`)

const words = process.argv.slice(2)
const wanted = guards.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
if (wanted.length === 0) {
  say(`No guard’s name has one of these words: ${words.join(' ')}`)
  process.exit(1)
}
const copy = copySources(process.cwd())
process.once('exit', copy.remove)
process.once('SIGINT', () => process.exit(130))
const files = [...new Set(wanted.map(({ tests }) => tests))]
const journeys = files.filter((path) => path.endsWith('.e2e.ts'))
for (const some of [files.filter((path) => !journeys.includes(path)), journeys]) {
  if (some.length === 0) continue
  // A journey takes long: of their files only those that a guard names.
  const titles =
    some === journeys ? wanted.flatMap((guard) => titlesOfJourney(guard)).join('|') : undefined
  const sound = await runTests(copy.folder, some, titles)
  if (sound.trouble === undefined && sound.red.length === 0) continue
  say('These tests fail with every guard in place, so they prove nothing:')
  for (const line of [...sound.red, sound.trouble ?? '']) say(`           ${line}`)
  process.exit(1)
}
let unnoticed = 0
for (const guard of wanted) {
  const putBack = copy.takeOut(guard)
  const { red, trouble } = await runTests(copy.folder, [guard.tests], guard.titles)
  putBack()
  if (red.length === 0) unnoticed += 1
  say(`${red.length > 0 ? 'red     ' : 'UNNOTICED'} ${guard.name}`)
  for (const title of red) say(`           ${title}`)
  if (trouble !== undefined) say(trouble)
}
say(`${wanted.length - unnoticed} of ${wanted.length} guards have a test that fails without them`)
process.exit(unnoticed === 0 ? 0 : 1)
