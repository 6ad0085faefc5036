import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import { checkSubject, recentSubjects } from './commits.ts'
import { importsOf, unusedAllowances } from './imports.ts'
import { zones } from './rules.ts'

const files = execFileSync(
  'git',
  [
    ...['ls-files', '--cached', '--others', '--exclude-standard'],
    ...['ts', 'tsx', 'mjs', 'js', 'css', 'sql', 'sol'].map((ending) => `*.${ending}`),
  ],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))

const tree = files.map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('WORDS-12 the tree is tidy', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(check(tree)).toEqual([])
})

test('each import that the rules allow is there', () => {
  const code = tree.filter(({ path }) => /\.tsx?$/.test(path))
  expect(unusedAllowances(code, zones)).toEqual([])
  const map = [{ place: 'packages/money', mayImport: ['packages/games'] }]
  expect(unusedAllowances(code, map)).toEqual([
    "packages/money may import packages/games, but doesn't",
  ])
})

test('the subjects of commits are imperatives of at most 72 columns', () => {
  expect(recentSubjects().flatMap(checkSubject)).toEqual([])
  expect(checkSubject('Add the rule of lines')).toEqual([])
  expect(checkSubject(`Add ${'x'.repeat(69)}`)).toHaveLength(1)
  for (const subject of ['Added a rule', 'Adds a rule', 'Adding', 'The rule', 'add it', 'Add it.'])
    expect(checkSubject(subject), subject).toHaveLength(1)
})

describe('what is untidy is found:', () => {
  const planted = (path: string, text: string) => check([{ path, text }])

  test.each([
    [
      'packages/money/src/x.ts',
      "import { z } from '@pipkin/games'",
      'may not import packages/games',
    ],
    [
      'apps/server/src/rounds/x.ts',
      "import { f } from '../cashier/deposits/f.ts'",
      'may not import apps/server/src/cashier',
    ],
    [
      'apps/server/src/platform/x.ts',
      "import { f } from '../ledger/f.ts'",
      'may not import apps/server/src/ledger',
    ],
    [
      'apps/server/src/platform/x.ts',
      "const f = await import('../ledger/f.ts')",
      'may not import apps/server/src/ledger',
    ],
    [
      'apps/server/src/app.ts',
      "import { f } from '../../local/src/f.ts'",
      'may not import apps/local',
    ],
    [
      'apps/web/src/ui/x.tsx',
      "import { f } from '../screens/f.tsx'",
      'may not import apps/web/src/screens',
    ],
    ['apps/web/src/api/x.ts', "export * from '../play/f.ts'", 'may not import apps/web/src/play'],
    ['apps/server/src/rounds/x.ts', "import { createPublicClient } from 'viem'", 'may import viem'],
    ['apps/server/src/rounds/x.ts', "import type { Hex } from 'viem/utils'", 'may import viem'],
    [
      'packages/money/src/x.ts',
      "import { f } from '@pipkin/games/verify'",
      'may not import packages/games',
    ],
    [
      'packages/games/src/x.ts',
      "export type { F } from '@pipkin/contract/openapi'",
      'may not import packages/contract',
    ],
    ['apps/server/src/rounds/utils.ts', '', 'says nothing'],
    ['apps/server/src/rounds/x.ts', 'function pay(amount: number) {}', 'Money'],
    ['packages/games/src/x.ts', 'const now = Date.now()', 'passed in'],
    ['apps/server/src/rounds/x.test.ts', 'test.only("x")', 'a test that runs'],
    ['packages/money/src/x.test.ts', 'describe.skip.each([])', 'a test that runs'],
    ['apps/web/src/ui/x.test.tsx', 'test.todo("x")', 'a test that runs'],
    ['apps/server/src/rounds/x.test.ts', "vi.mock('./y.ts')", 'a mock would do nothing'],
    ['apps/web/build/x.test.ts', "vi.doMock('./y.ts')", 'a mock would do nothing'],
    ['apps/server/src/x.ts', '// FIXME later', 'write an issue'],
    ['apps/web/src/ui/x.tsx', 'element.innerHTML = name', 'never markup or code'],
    [
      'apps/web/src/games/mines/x.tsx',
      "import { returnsOf } from '@pipkin/games/returns'",
      'no browser loads a solver',
    ],
    ['apps/web/src/ui/x.tsx', '<p>It can’t</p>', "as in the specification's texts"],
    ['apps/web/src/ui/x.tsx', '<p dangerouslySetInnerHTML={html} />', 'never markup or code'],
  ])('%s: %s', (path, text, message) => {
    expect(planted(path, text).join('\n')).toContain(message)
  })

  const long = (text: string) => `${text} ${'word '.repeat(20)}`
  test.each([
    ['packages/money/src/x.ts', long('//')],
    ['packages/money/src/x.tsx', long('const a = b +')],
    ['packages/money/src/x.ts', `  sql\`${long('select')}\`,`],
    ['packages/money/src/x.ts', long(' * See https://example.com/')],
    ['packages/money/src/x.css', long('.a { margin: ')],
    ['packages/money/x.sql', long('select')],
    ['packages/money/x.sql', long("raise exception 'x';")],
    ['token/x.sol', long('///')],
    ['tools/x.mjs', long('//')],
  ])('%s: a long line: %s', (path, text) => {
    expect(planted(path, text).join('\n')).toContain('columns, at most 100')
  })

  test.each([
    ['packages/money/src/x.ts', `// https://example.com/${'x'.repeat(100)}`],
    ['packages/money/src/x.ts', `test('${long('a title')}', async () => {`],
    ['packages/money/src/x.ts', `  className="${long('flex')}"`],
    ['packages/money/src/x.ts', `  throw new Error(\`${long('there is no')}\`)`],
    ['packages/money/src/x.ts', `  /${'[a-z]+'.repeat(20)}/g`],
    ['token/artifact.ts', long('//')],
  ])('%s: a line that can’t be broken passes: %s', (path, text) => {
    expect(planted(path, text)).toEqual([])
  })

  test.each([
    ['// It tells the worker.', 1],
    ['/** Whoever calls it. */', 1],
    [' * for nobody', 1],
    ['const name = somebody() // told', 1],
    ['-- whatever it is', 1],
    ["  test('HTTP-1 logs nobody out', async () => {", 1],
    ["test.each([429, 500])('HTTP %i logs nobody out', async () => {", 1],
    ["test('logs the player out', () => tell(nobody))", 0],
    ['const told = toldOf(play)', 0],
    ['// A field tells them apart.', 0],
    ['// Of the newest token.', 1],
    ['  /** Of a deposit: its fee. */', 1],
    [' * Of each game the newest round.', 1],
    ['  -- Of this and that one wins.', 1],
    ['const of = Of(1) // the newest of all', 0],
    ['// Offers end with a restore.', 0],
  ])('%s: %i crooked words in a comment', (text, count) => {
    expect(planted('packages/money/src/x.ts', text)).toHaveLength(count)
  })

  test.each([
    [
      'files',
      { 'tools/a/x.ts': "import { y } from './y.ts'", 'tools/a/y.ts': "import('./x.ts')" },
      'import each other: tools/a/x.ts, tools/a/y.ts',
    ],
    [
      'types of files',
      {
        'tools/x.ts': "export type { Y } from './y.ts'",
        'tools/y.ts': "import { z } from './z.ts'",
        'tools/z.ts': "import type { X } from './x.ts'",
      },
      'import each other: tools/x.ts, tools/y.ts, tools/z.ts',
    ],
    [
      'folders',
      {
        'tools/a/x.ts': "import { y } from '../b/deep/y.ts'",
        'tools/b/z.ts': "import { w } from '../a/w.ts'",
      },
      'import each other: tools/a, tools/b',
    ],
  ])('a circle of %s', (_, sources, message) => {
    const tree = Object.entries(sources).map(([path, text]) => ({ path, text }))
    expect(check(tree)).toEqual([message])
  })

  test('what is allowed passes', () => {
    expect(planted('apps/web/src/api/x.test.ts', "vi.mock('./y.ts')")).toEqual([])
    expect(planted('apps/web/src/api/x.test.ts', "test.skipIf(!hasPerl())('x')")).toEqual([])
    expect(planted('apps/server/src/activity/x.ts', "import { f } from '../rounds/f.ts'")).toEqual(
      [],
    )
    expect(
      planted('apps/server/src/cashier/chain/x.ts', "import { createPublicClient } from 'viem'"),
    ).toEqual([])
  })

  test('imports are seen in every form', () => {
    const text = [
      "import a from 'a'",
      "import 'b'",
      "export * from 'c'",
      'import {',
      ' d,',
      "} from 'd'",
      "const e = import('e')",
      "import type { F } from 'f'",
    ].join('\n')
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
