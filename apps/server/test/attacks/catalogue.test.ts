import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The catalogue of attacks (docs/security/attacks.md) names a test for each, and the test is there.
 */

interface Row {
  readonly id: string
  readonly file: string
  /** As it stands in the source; left out, the test has the id in its own. */
  readonly title: string | undefined
}

const rows: readonly Row[] = readFileSync('docs/security/attacks.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, id = '', , , test = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, file, title] = /^`([^`]+)`(?: › (.+))?$/.exec(test) ?? []
    return file === undefined
      ? []
      : [{ id: id.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), file, title }]
  })

/** Where a matrix puts what its id has in brackets, a test's title has `%s`. */
const titled = (id: string): RegExp =>
  RegExp(`['"\`]${id.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '%s')}[ :'"\`-]`)

test('holds a hundred and fifty cases and more, each with an id of its own', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
})

test('names a test that exists for each', () => {
  const missing = rows.filter(({ id, file, title }) => {
    if (!existsSync(file)) return true
    const source = readFileSync(file, 'utf8').replaceAll("\\'", "'")
    return title === undefined ? !titled(id).test(source) : !source.includes(title)
  })
  expect(missing).toEqual([])
})

test('has a row for each test that carries an id', () => {
  const ids = new Set(rows.map(({ id }) => id))
  for (const file of new Set(
    rows.map(({ file }) => file).filter((file) => file.includes('/test/attacks/')),
  ))
    for (const [, id = ''] of readFileSync(file, 'utf8').matchAll(/['"`]([A-Z]+-\d+) /g))
      expect(ids, `${file}: ${id}`).toContain(id)
})

test('what docs/security/asvs.md names is there', () => {
  const asvs = readFileSync('docs/security/asvs.md', 'utf8')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
  const ids = new Set(rows.map(({ id }) => id))
  const id =
    /\b[A-Z]+(?:-WRITE)?-(?:\d\d\b|<(?:call|form|table)>(?:\.<field>-<value>)?(?: <headers>)?)/g
  for (const [named] of asvs.matchAll(id)) expect(ids, named).toContain(named)
  for (const [, path = ''] of asvs.matchAll(/`((?:apps|packages|e2e|docs)\/[^`]+)`/g))
    expect(existsSync(path), path).toBe(true)
})
