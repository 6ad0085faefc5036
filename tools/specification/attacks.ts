import { cellsOf } from './check.ts'
import { checkTest, type Read, titlesIn } from './titles.ts'

/** A row of the catalogue of attacks. */
export interface Attack {
  readonly id: string
  /** `path › title`; without it, a test's title begins with the id. */
  readonly test: string | undefined
}

/** The rows of the catalogue; one of `BET-01 to 17, 19` is a row for each of them. */
export const readAttacks = (markdown: string): Attack[] =>
  markdown.split('\n').flatMap((line) => {
    const [id = '', , , test = ''] = line.startsWith('|') ? cellsOf(line) : []
    const named = test.includes(' › ') ? test.replaceAll('`', '') : undefined
    return idsIn(plain(id)).map((one) => ({ id: one, test: named }))
  })

function idsIn(cell: string): string[] {
  if (!/^[A-Z]{2}/.test(cell)) return []
  const [, group = '', numbers = ''] = /^([A-Z]+)-(\d\d(?:(?: to |, )\d\d)*)$/.exec(cell) ?? []
  if (group === '') return [cell]
  return numbers.split(', ').flatMap((span) => {
    const [first = 0, last = first] = span.split(' to ').map(Number)
    return Array.from(
      { length: last - first + 1 },
      (_, at) => `${group}-${String(first + at).padStart(2, '0')}`,
    )
  })
}

/** Markdown can't hold `<call>` as it is. */
export const plain = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>')

/** The catalogue's errors, one sentence each. `tests` are the paths of all tests. */
export function checkAttacks(
  attacks: readonly Attack[],
  tests: readonly string[],
  read: Read,
): string[] {
  const sources = tests.map((path) => ({ path, text: read(path) ?? '' }))
  const titles = sources.flatMap(({ text }) => [...titlesIn(text)])
  const ids = new Set(attacks.map(({ id }) => id))
  const groups = new Set(attacks.map(({ id }) => id.split('-', 1)[0] ?? ''))
  return [
    ...attacks
      .filter(({ id }, at) => attacks.findIndex((other) => other.id === id) !== at)
      .map(({ id }) => `${id} twice`),
    ...attacks.flatMap(({ id, test }) => {
      if (test !== undefined) return checkTest(test, read).map((wrong) => `${id}: ${wrong}`)
      const begins = beginsWith(id)
      return titles.some((title) => begins.test(title))
        ? []
        : [`${id}: no test’s title begins with it; begin one so, or name one: \`path › title\``]
    }),
    ...sources.flatMap(({ path, text }) =>
      [...text.matchAll(/['"`](([A-Z]+)-\d\d+) /g)]
        .filter(([, id = '', group = '']) => groups.has(group) && !ids.has(id))
        .map(([, id]) => `${path}: ${id} has no row`),
    ),
  ]
}

/** A test's title has `%s` where the matrix fills in what its id has in brackets. */
const beginsWith = (id: string): RegExp =>
  RegExp(`^${id.replaceAll('.', '\\.').replaceAll(/<\w+>/g, '%s')}(?:[ :-]|$)`)
