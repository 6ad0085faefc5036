import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { afterSecondTry, mayBeChance, type Run, runOf, type TestFile, vitest } from './vitest.ts'

/** A file whose tests ended so; without any, it failed before its first one. */
const file = (
  path: string,
  ...statuses: readonly ('passed' | 'failed' | 'skipped')[]
): TestFile => ({
  name: resolve(path),
  status: statuses.length > 0 && !statuses.includes('failed') ? 'passed' : 'failed',
  message: 'a hook failed',
  startTime: 0,
  endTime: 10,
  assertionResults: statuses.map((status, number) => ({
    fullName: `test ${number}`,
    status,
    failureMessages: status === 'failed' ? ['expected 1 to be 2'] : [],
  })),
})
const run = (code: number, ...files: readonly TestFile[]): Run => ({
  code,
  output: '',
  files,
  parts: files.map(({ name }) => ({ name, ms: 10 })),
})

test('a file that passes at its second try has its first failure shown', () => {
  const first = run(1, file('a', 'passed'), file('b', 'passed', 'failed'), file('c'))
  const second = run(0, file('b', 'passed', 'passed'), file('c', 'passed', 'skipped'))
  expect(afterSecondTry(first, second)).toMatchObject({
    code: 0,
    counts: { passed: 4, failed: 0 },
    flaky: ['b: test 1\nexpected 1 to be 2', 'c: \na hook failed'],
  })
})

test('what fails again has failed, also by another test or before any', () => {
  const first = run(1, file('a', 'failed', 'passed'), file('b', 'failed'), file('c', 'failed'))
  const second = run(1, file('a', 'passed', 'failed'), file('b'), file('c', 'passed'))
  expect(afterSecondTry(first, second)).toMatchObject({
    code: 1,
    counts: { passed: 2, failed: 2 },
    flaky: ['c: test 0\nexpected 1 to be 2'],
  })
})

test('a failed file that did not run again has failed', () => {
  const first = run(1, file('a', 'failed'))
  expect(afterSecondTry(first, run(0))).toMatchObject({
    code: 1,
    counts: { passed: 0, failed: 1 },
    flaky: [],
  })
})

test('a file of two projects is counted once for each', () => {
  const first = run(1, file('a', 'passed'), file('a', 'failed'))
  const second = run(0, file('a', 'passed'), file('a', 'passed'))
  expect(afterSecondTry(first, second)).toMatchObject({ counts: { passed: 2, failed: 0 } })
})

test('a few failed files are tried again, but not to forget an error outside of every test', () => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}`, 'failed'))
  expect([0, 1, 8, 9].map((count) => mayBeChance(run(1, ...some(count))))).toEqual([
    false,
    true,
    true,
    false,
  ])
  const output = '\nVitest caught 1 unhandled error during the test run.\n'
  expect(mayBeChance({ ...run(1, ...some(1)), output })).toBe(false)
})

test('a start that runs no test has failed', () => {
  const result = { code: 0, output: 'the output' }
  for (const files of [[], [file('a', 'skipped')]])
    expect(runOf(result, files)).toMatchObject({ code: 1, output: 'the output\nno test ran' })
  expect(runOf(result, [file('a', 'passed', 'skipped')])).toMatchObject(result)
})

test('a start that ends without a report has failed, and its output says why', async () => {
  vi.stubEnv('PATH', `${resolve('node_modules/.bin')}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { code, output } = await vitest('no-report', ['--config=/nowhere/vitest.config.ts'])
  expect(code).toBe(1)
  expect(output).toMatch(/\/nowhere\/vitest\.config\.ts[\s\S]*no test ran$/)
})
