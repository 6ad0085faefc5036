import { checkTest, type Read, unescaped } from './titles.ts'

/** A row of a table: its cells except the one that names tests, and these tests. */
export interface Row {
  readonly section: string
  readonly cells: readonly string[]
  /** `path › title` each; the section's own if the row names none. */
  readonly tests: readonly string[]
}

/** The first cells that a section may have; some sections must have all of them. */
export interface Wanted {
  readonly Routes: readonly string[]
  readonly Calls: readonly string[]
  /** By code, with the message of the row's third cell; a row is for an exact text. */
  readonly Refusals: Readonly<Record<string, string>>
}

/** The rows of every table of a Markdown text. */
export function readRows(markdown: string): Row[] {
  let section = ''
  let own: string[] = []
  const lines = markdown.split('\n')
  return lines.flatMap((line, at) => {
    const heading = /^## (.*)/.exec(line)?.[1]
    if (heading !== undefined) [section, own] = [heading, []]
    const ofSection = /^Where a row names no test, `(.*)` shows it/.exec(line)?.[1]
    if (ofSection !== undefined) own = [ofSection]
    const isHead = /^\| -{3}/.test(lines[at + 1] ?? '')
    if (!line.startsWith('| ') || line.startsWith('| ---') || isHead) return []
    const cells = cellsOf(line)
    const tests = [...(cells.at(-1) ?? '').matchAll(/`([^`]* › .*?)`(?=<br>|$)/g)].map(
      ([, test = '']) => test,
    )
    return tests.length > 0 || cells.at(-1) === ''
      ? [{ section, cells: cells.slice(0, -1), tests: tests.length > 0 ? tests : own }]
      : [{ section, cells, tests: own }]
  })
}

/** The texts between the bars of a table's row. */
export const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/** What a row is about: its first cell names one thing, or several that one test shows. */
const namesIn = (cells: readonly string[]): string[] =>
  (cells[0] ?? '').replaceAll('`', '').split('<br>')

/** The table's errors, one sentence each. */
export const check = (rows: readonly Row[], wanted: Wanted, read: Read): string[] => [
  ...rows.flatMap((row) => checkTests(row, read)),
  ...checkRows('Routes', rows, wanted.Routes, wanted.Routes),
  ...checkRows('Calls', rows, wanted.Calls, wanted.Calls),
  ...checkRows('Refusals', rows, Object.keys(wanted.Refusals), []),
  ...checkMessages(rows, wanted.Refusals),
]

function checkTests({ section, cells, tests }: Row, read: Read): string[] {
  const row = `${section}: ${cells.join(' | ')}`
  if (tests.length === 0) return [`${row}: no test`]
  // A test contains each message up to its first placeholder.
  const said =
    section === 'Messages'
      ? namesIn(cells).map((message) => message.slice(1, -1).split('{', 1)[0] ?? '')
      : []
  return tests.flatMap((test) => {
    const [path = ''] = test.split(' › ')
    const wrong = checkTest(test, read)
    if (wrong.length > 0) return wrong.map((sentence) => `${row}: ${sentence}`)
    const text = unescaped(read(path) ?? '')
    return said
      .filter((message) => !text.includes(message))
      .map((message) => `${row}: ${path} never says “${message}”`)
  })
}

function checkRows(
  section: keyof Wanted,
  rows: readonly Row[],
  allowed: readonly string[],
  needed: readonly string[],
): string[] {
  const named = rows.filter((row) => row.section === section).flatMap(({ cells }) => namesIn(cells))
  return [
    ...needed
      .filter((name) => !named.includes(name))
      .map((name) => `${section}: no row for ${name}`),
    ...named
      .filter((name) => !allowed.includes(name))
      .map((name) => `${section}: there is no ${name}`),
    ...named
      .filter((name, place) => named.indexOf(name) !== place)
      .map((name) => `${section}: ${name} twice`),
  ]
}

const checkMessages = (rows: readonly Row[], messages: Wanted['Refusals']): string[] =>
  rows
    .filter(
      ({ section, cells }) =>
        section === 'Refusals' && messages[cells[0]?.replaceAll('`', '') ?? ''] !== cells[2],
    )
    .map(({ cells }) => `Refusals: ${cells[0]} says something else than “${cells[2]}”`)
