import { existsSync, readFileSync } from 'node:fs'
import { refusals } from '@pipkin/contract'
import { callNames, contract } from '@pipkin/contract/schemas'
import { games } from '@pipkin/games'
import { expect, test } from 'vitest'
import { pathsWith } from '../../apps/web/src/paths.ts'
import { check, readRows } from './check.ts'

const titles = games.map(({ name, offer }) => ({ name, title: offer.title }))
const wanted = {
  Routes: pathsWith(titles).map(({ path }) => path),
  Calls: [
    ...new Set(
      callNames.map((name) => `${contract[name].call.method} ${contract[name].call.path}`),
    ),
  ],
  Refusals: Object.fromEntries(
    Object.entries(refusals).map(([code, { message }]) => [code, message]),
  ),
}
const markdown = readFileSync('docs/specification.md', 'utf8')
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

test('each row of the specification is shown by a test, and no route or call lacks a row', () => {
  const rows = readRows(markdown)
  expect(rows.length).toBeGreaterThan(250)
  expect(check(rows, wanted, read)).toEqual([])
})

test('each clause of safer play is shown by a test', () => {
  const rows = readRows(readFileSync('docs/safer-play.md', 'utf8'))
  expect(rows.length).toBeGreaterThan(8)
  expect(check(rows, { Routes: [], Calls: [], Refusals: {} }, read)).toEqual([])
})

test.each([
  [
    'a row without a test',
    (text: string) => text.replace(/(\| `POST logout` \|[^|]*\|).*/, '$1'),
    'no test',
  ],
  [
    'a file that is not there',
    (text: string) => text.replace('e2e/journeys/layout', 'e2e/journeys/no-layout'),
    'there is no e2e/journeys/no-layout',
  ],
  [
    'a test that is not there',
    (text: string) => text.replace('› an address that does…', '› an address'),
    'is called “an address”',
  ],
  [
    'a beginning that several titles have',
    (text: string) => text.replace('› an address that does…', '› a…'),
    'begin with “a”: quote more',
  ],
  [
    'a section whose test is not there',
    (text: string) => text.replace('› says $says, on $on`', '› says all…`'),
    'begins with “says all”',
  ],
  [
    'a title that says nothing',
    (text: string) => text.replace('› an address that does…', '› %s'),
    'says nothing',
  ],
  [
    'a message that no test mentions',
    (text: string) => text.replace('“Game started!”', '“Game on!”'),
    'never says “Game on!”',
  ],
  [
    'a second message of a row that no test mentions',
    (text: string) => text.replace('<br>“Wrong code. Please try again.”', '<br>“Wrong!”'),
    'never says “Wrong!”',
  ],
  [
    'a message that the server words otherwise',
    (text: string) => text.replace('| Coming Soon |', '| Soon |'),
    'something else',
  ],
  [
    'a route without a row',
    (text: string) => text.replace(/\| `\/kyc` .*\n/, ''),
    'no row for /kyc',
  ],
  [
    'a route that a row of several leaves out',
    (text: string) => text.replace('`/games/mines`<br>', ''),
    'no row for /games/mines',
  ],
  [
    'a call without a row',
    (text: string) => text.replace(/\| `POST userLogin` .*\n/, ''),
    'no row for POST userLogin',
  ],
  ['a row for nothing', (text: string) => text.replace('`/kyc`', '`/kyc2`'), 'there is no /kyc2'],
])('%s is found', (_, change, message) => {
  const changed = change(markdown)
  expect(changed).not.toBe(markdown)
  expect(check(readRows(changed), wanted, read).join('\n')).toContain(message)
})
