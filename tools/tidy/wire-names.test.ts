import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type CallSpec, callNames, contract } from '@pipkin/contract/schemas'
import type { Codec } from '@pipkin/contract/wire'
import { expect, test } from 'vitest'

/** The wire's names end at `packages/contract`: the apps speak the glossary's words. */

interface Wire {
  /** Names of fields that have another name inside. */
  readonly fields: Set<string>
  /** Words and paths that are spelt otherwise inside. */
  readonly texts: Set<string>
}

/** Words of the wire that are also words of the screens, of the database or of the games. */
const ordinary = new Set([
  ...['Send', 'Withdraw', 'Winning', 'Deposit', 'Bonus', 'referral_earning'],
  ...['Win', 'PartialWin', 'Loss', 'Tie', 'Winning Transfer', 'Referal Transfer', 'Referal'],
])

// Without a capital a name can't be told from an ordinary word or a column: `id`, `referrer_id`.
const isDistinct = (name: string): boolean => /[A-Z]/.test(name)

function collect(codec: Codec<unknown>, into: Wire, seen = new Set<Codec<unknown>>()): void {
  if (seen.has(codec)) return
  seen.add(codec)
  const { shape } = codec
  switch (shape.is) {
    case 'object':
      for (const name of Object.keys(shape.constants)) into.fields.add(name)
      for (const { name, wire, codec } of shape.fields) {
        if (name !== wire) into.fields.add(wire)
        collect(codec, into, seen)
      }
      break
    case 'wrapped':
      into.fields.add(shape.name)
      collect(shape.of, into, seen)
      break
    case 'list':
    case 'only':
    case 'nullable':
      collect(shape.of, into, seen)
      break
    case 'named':
      collect(shape.of(), into, seen)
      break
    case 'variants':
      for (const one of shape.cases) collect(one, into, seen)
      break
    case 'word':
      for (const word of shape.spelt ?? []) into.texts.add(word)
      break
  }
}

function wireNames(): Wire {
  const into: Wire = { fields: new Set(['Status', 'Message']), texts: new Set() }
  for (const name of callNames) {
    const { call }: CallSpec = contract[name]
    for (const codec of [call.query, call.body, call.answer]) if (codec) collect(codec, into)
    for (const codec of Object.values(call.refusalData ?? {})) collect(codec, into)
    if (!(call.path in contract)) into.texts.add(call.path)
  }
  for (const name of into.fields) if (!isDistinct(name)) into.fields.delete(name)
  for (const text of into.texts)
    if (ordinary.has(text) || !(isDistinct(text) || /^amt/.test(text))) into.texts.delete(text)
  return into
}

/**
 * Where a source names a field (`.X`, `['X']`, `X:`, `'X'` of a key, `{ X }` taken apart, `?X=` of
 * a query) or spells a word.
 */
function namesIn(text: string, { fields, texts }: Wire): string[] {
  const code = text
    .replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    .replace(/^(?:import|(?:import|export)\b.*\bfrom) ['"].*$/gm, '')
  const field = [...fields].join('|')
  const pattern = new RegExp(
    [
      `\\.(${field})\\b(?!\\()`,
      `(?:^|[{,(]|readonly)\\s*['"]?(${field})['"]?\\??:`,
      `\\[['"\`](${field})['"\`]\\]`,
      `[?&](${field})=`,
      `\\{[^{}<>;()]*\\b(${field})\\b[^{}<>;()]*\\}\\s*(?:=|:|\\)|of\\b)`,
      `['"\`/](${[...texts].join('|')})['"\`?]`,
    ].join('|'),
    'gm',
  )
  return [...code.matchAll(pattern)].flatMap((match) => match.slice(1).filter(Boolean))
}

const wire = wireNames()

const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/**/*.ts', 'apps/**/*.tsx'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))
  .filter((path) => !/\.test\.tsx?$|^apps\/(server|web)\/test\//.test(path))

test('no source of the apps speaks the wire', () => {
  const found = sources.flatMap((path) => {
    const names = new Set(namesIn(readFileSync(path, 'utf8'), wire))
    return names.size > 0 ? [`${path}: ${[...names].join(', ')}`] : []
  })
  expect(found).toEqual([])
})

test.each([
  ['player: input.User_Id', 'User_Id'],
  ['const { Data: rows } = answer', 'Data'],
  ['const { Data } = await call(listGames)', 'Data'],
  ['body: {\n  Bet_Amt: 5,\n}', 'Bet_Amt'],
  ["{ 'Game_Id': 2 }", 'Game_Id'],
  ["if (kind === 'amtplaced')", 'amtplaced'],
  ["call('addTransaction')", 'addTransaction'],
  ['fetch(`/api/gameList`)', 'gameList'],
  ['export const idOf = (row) => row.User_Id', 'User_Id'],
  ['export const from = ({ Bet_Amt }) => Bet_Amt', 'Bet_Amt'],
  ['row["User_Id"]', 'User_Id'],
  ["row['User_Id']", 'User_Id'],
  ["fetch('/api?User_Id=12345678')", 'User_Id'],
  ["'/api?page=1&User_Id=12345678'", 'User_Id'],
  ['for (const { Bet_Amt } of rows)', 'Bet_Amt'],
])('%j is found', (text, name) => expect(namesIn(text, wire)).toContain(name))

test.each([
  ['<Status kind="win" />'],
  ['interface Status {'],
  ["import { Image } from './image.tsx'"],
  ["import list from './gameList'"],
  ["export { gameList } from './gameList'"],
  ['players.referrer_id'],
  ["label: 'Withdraw'"],
  ['// `User_Id` is its name on the wire.'],
])('%j is fine', (text) => expect(namesIn(text, wire)).toEqual([]))
