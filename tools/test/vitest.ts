import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { command } from '../command.ts'
import { type Counts, hasSecondTry, type Outcome, type Part, reports } from './outcome.ts'

/** If more files than these fail, chance isn't the cause. */
const mostTriedAgain = 8

/**
 * Runs the tests that `filters` choose. With a second try, files with a failed test run again as a
 * whole: a failed test may leave its database in a state from which no other can start.
 */
export async function vitest(name: string, filters: readonly string[]): Promise<Outcome> {
  const first = await runVitest(name, filters)
  if (!hasSecondTry || !mayBeChance(first)) return first
  return afterSecondTry(first, await runVitest(`${name}-again`, [...filters, ...failedOf(first)]))
}

/**
 * Whether chance may have made a few files fail. An error outside of every test is in the output
 * alone: the second try of another file would hide it.
 */
export function mayBeChance(run: Run): boolean {
  const { size } = failedOf(run)
  return size > 0 && size <= mostTriedAgain && !/^Vitest caught \d+ unhandled/m.test(run.output)
}

const failedOf = ({ files }: Run): Set<string> => new Set(files.filter(hasFailed).map(pathOf))

/** A file that ran again counts as it ended then. A file of two projects ran again in both. */
export function afterSecondTry(first: Run, second: Run): Outcome {
  const again = new Set(second.files.map(pathOf))
  const failedAgain = failedOf(second)
  const others = first.files.filter((file) => !again.has(pathOf(file)))
  const counts = countTests([...others, ...second.files])
  return {
    ...second,
    code: second.code || Number(counts.failed > 0),
    parts: [...first.parts, ...second.parts],
    flaky: first.files
      .filter(
        (file) => hasFailed(file) && again.has(pathOf(file)) && !failedAgain.has(pathOf(file)),
      )
      .map(failureOf),
    counts,
  }
}

/** What one start of Vitest found. */
export interface Run extends Outcome {
  readonly files: readonly TestFile[]
  readonly parts: readonly Part[]
}

async function runVitest(name: string, filters: readonly string[]): Promise<Run> {
  const report = `${reports}/${name}.json`
  const result = await command('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ])
  // If there is no report, it ended before any test ran, and its output says why.
  if (!existsSync(report)) return runOf(result, [])
  const { testResults }: VitestReport = JSON.parse(await readFile(report, 'utf8'))
  return runOf(result, testResults)
}

/** A start that ran no test has failed: its filters may name none. */
export function runOf(result: Outcome, files: readonly TestFile[]): Run {
  const parts = files.map((file) => ({ name: pathOf(file), ms: file.endTime - file.startTime }))
  const counts = countTests(files)
  const ran = { ...result, files, parts, counts }
  return counts.passed + counts.failed > 0
    ? ran
    : { ...ran, code: 1, output: `${result.output}\nno test ran` }
}

/** A file that failed outside its tests counts as a failed one. */
function countTests(files: readonly TestFile[]): Counts {
  const all = files.flatMap(({ assertionResults }) => assertionResults)
  const countOf = (which: string) => all.filter(({ status }) => status === which).length
  const broken = files.filter(
    (file) => hasFailed(file) && file.assertionResults.every(({ status }) => status !== 'failed'),
  )
  return { passed: countOf('passed'), failed: countOf('failed') + broken.length }
}

const hasFailed = ({ status }: TestFile): boolean => status === 'failed'

const pathOf = ({ name }: TestFile): string => relative('.', name)

/** Which of a file's tests failed first, and how. */
function failureOf(file: TestFile): string {
  const test = file.assertionResults.find(({ status }) => status === 'failed')
  return `${pathOf(file)}: ${test?.fullName ?? ''}\n${test?.failureMessages[0] ?? file.message}`
}

interface VitestReport {
  readonly testResults: readonly TestFile[]
}

export interface TestFile {
  /** Its whole path. */
  readonly name: string
  readonly status: string
  /** Why it failed, if none of its tests did. */
  readonly message: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly string[]
  }[]
}
