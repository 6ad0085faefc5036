import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkDocs } from './docs.ts'
import type { Source } from './rules.ts'

const paths = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))

test('the documents are linked, their links lead somewhere and their lines are short', () => {
  const documents = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  expect(documents.length).toBeGreaterThan(20)
  expect(checkDocs(documents, existsSync)).toEqual([])
})

const readme = (text: string): Source => ({ path: 'README.md', text })
const page = (text: string): Source => ({ path: 'docs/page.md', text })

test.each<[string, Source[], string]>([
  ['a wide line', [readme('a '.repeat(51))], 'columns, at most 100'],
  [
    'a wide line of code',
    [readme(`\`\`\`sh\n${'a '.repeat(51)}\n\`\`\``)],
    'README.md:2: 102 columns',
  ],
  ['a link to no file', [readme('[more](docs/page.md)')], 'there is no docs/page.md'],
  ['a picture that is gone', [readme('<img src="docs/a.png">')], 'there is no docs/a.png'],
  [
    'a link to no heading',
    [readme('[more](docs/page.md#two)'), page('# One')],
    'docs/page.md has no heading #two',
  ],
  ['a link within the page to no heading', [readme('[more](#two)')], 'no heading #two'],
  ['a page that no link leads to', [readme('# Pipkin'), page('# One')], 'no links lead to it'],
  ['a path that is gone', [readme('see `packages/gone.ts`')], 'there is no packages/gone.ts'],
  ['a program that is gone', [readme('see `verifier/gone.py`')], 'there is no verifier/gone.py'],
  [
    'a line that stands twice',
    [readme(`| ${'a '.repeat(30)}|\n\n| ${'a '.repeat(30)}   |`)],
    'stands there twice',
  ],
  ['a crooked word', [readme('# Pipkin\n\nWhoever looks.')], 'README.md:3: “Whoever”'],
  [
    'a crooked word below a fenced block',
    [readme('```\nlet nobody = 1\n```\nIt tells all.')],
    'README.md:4: “tells”',
  ],
])('%s is found', (_, documents, message) => {
  const exists = (path: string) => documents.some((document) => document.path === path)
  expect(checkDocs(documents, exists).join('\n')).toContain(message)
})

test('what is allowed passes', () => {
  const documents = [
    readme(
      [
        `| ${'a '.repeat(60)} |`,
        `[a page](docs/page.md#a-heading-of-it-1), [elsewhere](https://example.com/${'a'.repeat(99)})`,
        '```\n[no](link.md) in `packages/a-fence.ts`\n```',
        'a pattern, `apps/<name>/src`',
        '```sql\nselect nobody -- whatever\n```\n`tell`, and told apart: | Of a row |',
      ].join('\n'),
    ),
    page("# A heading, of it\n\n## A 'heading' of it"),
  ]
  expect(
    checkDocs(documents, (path) => documents.some((document) => document.path === path)),
  ).toEqual([])
})
