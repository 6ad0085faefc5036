import type { Row } from './measure.ts'

const columns: readonly { head: string; of(row: Row): string }[] = [
  { head: 'a second', of: (row) => row.rate.toFixed(0) },
  { head: '× TPC-B', of: (row) => row.ratio.toFixed(2) },
  { head: 'p50 ms', of: (row) => row.p50.toFixed(1) },
  { head: 'p95 ms', of: (row) => row.p95.toFixed(1) },
  { head: 'p99 ms', of: (row) => row.p99.toFixed(1) },
  { head: 'API ms', of: (row) => row.apiMs.toFixed(3) },
  { head: 'database ms', of: (row) => row.databaseMs?.toFixed(3) ?? '–' },
]

/** A Markdown table, as docs/performance.md keeps it. */
export function printTable(rows: readonly Row[], say: (line: string) => void): void {
  const width = Math.max(...rows.map((row) => row.name.length))
  const line = (name: string, cells: readonly string[]) =>
    say(`| ${[name.padEnd(width), ...cells].join(' | ')} |`)
  line(
    '',
    columns.map(({ head }) => head),
  )
  say(
    `| ${'-'.repeat(width)} | ${columns.map(({ head }) => `${'-'.repeat(head.length - 1)}:`).join(' | ')} |`,
  )
  for (const row of rows)
    line(
      row.name,
      columns.map(({ head, of }) => of(row).padStart(head.length)),
    )
}
