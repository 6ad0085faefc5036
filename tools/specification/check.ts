/** A row of a table: its cells except the last, and the tests that the last cell names. */
export interface Row {
  readonly section: string
  readonly cells: readonly string[]
  /** `path › title`, as written in the test's file. */
  readonly tests: readonly string[]
}

/** The first cells that each section must have. */
export interface Wanted {
  readonly Routes: readonly string[]
  readonly Calls: readonly string[]
  /** By code, with the message of the row's third cell. */
  readonly Refusals: Readonly<Record<string, string>>
}

/** The rows of every table of a Markdown text. */
export function readRows(markdown: string): Row[] {
  let section = ''
  return markdown.split('\n').flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section
    if (!line.startsWith('| ') || line.startsWith('| ---') || line.endsWith('| Shown by |'))
      return []
    const cells = line.slice(2, -2).split(' | ')
    const tests = [...(cells.at(-1) ?? '').matchAll(/`([^`]* › .*?)`(?=<br>|$)/g)].map(
      ([, test = '']) => test,
    )
    return [{ section, cells: cells.slice(0, -1), tests }]
  })
}

/** The table's errors, one sentence each. `read` returns a file's text, or null. */
export const check = (
  rows: readonly Row[],
  wanted: Wanted,
  read: (path: string) => string | null,
): string[] => [
  ...rows.flatMap((row) => checkTests(row, read)),
  ...(['Routes', 'Calls', 'Refusals'] as const).flatMap((section) =>
    checkRows(section, rows, wanted),
  ),
]

function checkTests(
  { section, cells, tests }: Row,
  read: (path: string) => string | null,
): string[] {
  const row = `${section}: ${cells.join(' | ')}`
  if (tests.length === 0) return [`${row}: no test`]
  const message = section === 'Messages' ? /^“(.*)”$/.exec(cells[0] ?? '')?.[1] : undefined
  return tests.flatMap((test) => {
    const [path = '', title = ''] = test.split(' › ')
    const text = read(path)
    if (text === null) return [`${row}: there is no ${path}`]
    if (!/[a-z]/i.test(title.replaceAll(/%\w|\$\{\w+\}/g, '')))
      return [`${row}: ${test} says nothing`]
    if (!titlesIn(text).has(title)) return [`${row}: no test of ${path} is called “${title}”`]
    // A test contains the message up to its first placeholder.
    const said = message?.split('{', 1)[0] ?? ''
    return unescaped(text).includes(said) ? [] : [`${row}: ${path} never says it`]
  })
}

function checkRows(section: keyof Wanted, rows: readonly Row[], wanted: Wanted): string[] {
  const named = rows
    .filter((row) => row.section === section)
    .map(({ cells }) => cells[0]?.replaceAll('`', '') ?? '')
  const names = Object.values(
    section === 'Refusals' ? Object.keys(wanted.Refusals) : wanted[section],
  )
  return [
    ...names
      .filter((name) => !named.includes(name))
      .map((name) => `${section}: no row for ${name}`),
    ...named
      .filter((name) => !names.includes(name))
      .map((name) => `${section}: there is no ${name}`),
    ...named
      .filter((name, place) => named.indexOf(name) !== place)
      .map((name) => `${section}: ${name} twice`),
    ...(section === 'Refusals' ? checkMessages(rows, wanted.Refusals) : []),
  ]
}

const checkMessages = (rows: readonly Row[], messages: Wanted['Refusals']): string[] =>
  rows
    .filter(
      ({ section, cells }) =>
        section === 'Refusals' && messages[cells[0]?.replaceAll('`', '') ?? ''] !== cells[2],
    )
    .map(({ cells }) => `Refusals: ${cells[0]} says something else than “${cells[2]}”`)

/** The strings that are a call's first argument, which include all titles of tests. */
function titlesIn(source: string): Set<string> {
  const titles = new Set<string>()
  for (const [, , title = ''] of source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g))
    titles.add(unescaped(title))
  return titles
}

const unescaped = (text: string): string => text.replaceAll(/\\(['"`\\])/g, '$1')
