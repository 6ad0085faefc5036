import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkAttacks, plain, readAttacks } from './attacks.ts'

const markdown = readFileSync('docs/security/attacks.md', 'utf8')
const attacks = readAttacks(markdown)
const tests = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.e2e.ts'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => existsSync(path) && !path.startsWith('tools/specification/'))
const files = new Map<string, string | null>()
function read(path: string): string | null {
  const text = files.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : null)
  files.set(path, text)
  return text
}

test('each attack is tried by a test, and each test of an attack has a row', () => {
  expect(attacks.length).toBeGreaterThan(400)
  expect(checkAttacks(attacks, tests, read)).toEqual([])
})

test.each([
  [
    'a row whose id no test carries',
    (text: string) => text.replace('| RACE-15 |', '| RACE-99 |'),
    'RACE-99: no test’s title begins with it',
  ],
  [
    'a row whose test is not there',
    (text: string) => text.replace(/(\| AUTH-21 .*› )/, '$1no '),
    'AUTH-21: no title in',
  ],
  [
    'a row whose file is not there',
    (text: string) => text.replace(/(\| AUTH-21 .*)answer-times\.test/, '$1no-answer-times.test'),
    'AUTH-21: there is no',
  ],
  [
    'a title of which too little is quoted',
    (text: string) => text.replace(/(\| AUTH-21 .*› a)[^`]*`/, '$1…`'),
    'quote more',
  ],
  [
    'a test without its row',
    (text: string) => text.replace(/\| RACE-15 .*\n/, ''),
    'RACE-15 has no row',
  ],
  [
    'an id that stands twice',
    (text: string) => text.replace('| RACE-15 |', '| RACE-12 |'),
    'twice',
  ],
])('%s is found', (_, change, message) => {
  const changed = change(markdown)
  expect(changed).not.toBe(markdown)
  expect(checkAttacks(readAttacks(changed), tests, read).join('\n')).toContain(message)
})

test.each([
  ['a call that is no test', (opening: string) => opening.replace('test', 'log')],
  ['a test that is skipped', (opening: string) => opening.replace('(', '.skip(')],
  ['a test that is still to be written', (opening: string) => opening.replace('(', '.todo(')],
  ['a test that is commented out', (opening: string) => `// ${opening}`],
  ['a test without a body', (opening: string) => opening.replace(', ', ') ?? (')],
])('%s tries no attack', (_, change) => {
  const opening = "test('RACE-15 three players', async () => {"
  const errors = (text: string) =>
    checkAttacks(readAttacks('| RACE-15 | a | b |'), ['a.test.ts'], () => text)
  expect(errors(opening)).toEqual([])
  expect(errors(`test.each([1])('RACE-15 of %s', () => {`)).toEqual([])
  expect(errors(`  [\n    'RACE-15 a row',\n`)).toEqual([])
  expect(change(opening)).not.toBe(opening)
  expect(errors(change(opening)).join()).toContain('RACE-15: no test')
})

test('a row is a case or several, and may name its test', () => {
  const rows = [
    '| A-01 | a word | no row |',
    '| RACE-01 to 03, 05 | too much | refused |',
    '| ID-&lt;call&gt; | another | 403 | `apps/a.test.ts` |',
    '| CASH-36 | twice | once | `apps/a.test.ts › gives…` |',
    '| CASH-37 | twice | once | `apps/a.test.ts` › gives it once |',
  ]
  expect(readAttacks(rows.join('\n'))).toEqual([
    ...['RACE-01', 'RACE-02', 'RACE-03', 'RACE-05', 'ID-<call>'].map((id) => ({ id })),
    { id: 'CASH-36', test: 'apps/a.test.ts › gives…' },
    { id: 'CASH-37', test: 'apps/a.test.ts › gives it once' },
  ])
})

test('what docs/security/asvs.md names is there', () => {
  const asvs = plain(readFileSync('docs/security/asvs.md', 'utf8'))
  const ids = new Set(attacks.map(({ id }) => id))
  const named =
    /\b[A-Z]+(?:-WRITE)?-(?:\d\d\b|<(?:call|form|table)>(?:\.<field>-<value>)?(?: <headers>)?)/g
  for (const [id] of asvs.matchAll(named)) expect(ids, id).toContain(id)
  for (const [, path = ''] of asvs.matchAll(/`((?:apps|packages|e2e|docs)\/[^`]+)`/g))
    expect(existsSync(path), path).toBe(true)
})
