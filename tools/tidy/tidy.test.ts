import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { check, importsOf } from './check.ts'

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))

test('the tree is tidy', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(check(files.map((path) => ({ path, text: readFileSync(path, 'utf8') })))).toEqual([])
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
    ['apps/server/src/rounds/utils.ts', '', 'says nothing'],
    ['apps/server/src/rounds/x.ts', 'function pay(amount: number) {}', 'Money'],
    ['packages/games/src/x.ts', 'const now = Date.now()', 'passed in'],
    ['apps/server/src/rounds/x.test.ts', 'test.only("x")', 'a test that runs'],
    ['apps/server/src/x.ts', '// FIXME later', 'write an issue'],
    ['apps/web/src/ui/x.tsx', 'element.innerHTML = name', 'never markup or code'],
    ['apps/web/src/ui/x.tsx', '<p dangerouslySetInnerHTML={html} />', 'never markup or code'],
  ])('%s: %s', (path, text, message) => {
    expect(planted(path, text).join('\n')).toContain(message)
  })

  test('what is allowed passes', () => {
    expect(planted('apps/server/src/activity/x.ts', "import { f } from '../rounds/f.ts'")).toEqual(
      [],
    )
    expect(
      planted('apps/server/src/cashier/chain/x.ts', "import { createPublicClient } from 'viem'"),
    ).toEqual([])
  })

  test('imports are seen in every form', () => {
    const text =
      "import a from 'a'\nimport 'b'\nexport * from 'c'\nimport {\n d,\n} from 'd'\nconst e = import('e')\nimport type { F } from 'f'"
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
