import type { Row } from './measure.ts'

type Say = (line: string) => void
interface Column<T> {
  readonly head: string
  of(row: T): string
}

const columns: readonly Column<Row>[] = [
  { head: 'a second', of: (row) => row.rate.toFixed(0) },
  { head: '× TPC-B', of: (row) => row.ratio.toFixed(2) },
  { head: '× pgbench', of: (row) => row.ofPgbench?.toFixed(2) ?? '–' },
  { head: 'p50 ms', of: (row) => row.p50.toFixed(1) },
  { head: 'p95 ms', of: (row) => row.p95.toFixed(1) },
  { head: 'p99 ms', of: (row) => row.p99.toFixed(1) },
  { head: 'driver ms', of: (row) => row.driverMs.toFixed(3) },
  { head: 'API ms', of: (row) => row.apiMs.toFixed(3) },
  { head: 'database ms', of: (row) => row.databaseMs?.toFixed(3) ?? '–' },
  { head: 'busy', of: (row) => `${(row.busy * 100).toFixed(0)} %` },
]

/** A Markdown table, as docs/performance.md keeps it. */
export const printTable = (rows: readonly Row[], say: Say): void => print(rows, columns, say)

/** The same load on an empty database and on a grown one. */
export interface Pair {
  readonly name: string
  readonly empty: Row
  readonly grown: Row
}

const both: readonly Column<Pair>[] = [
  { head: 'a second, empty', of: ({ empty }) => empty.rate.toFixed(0) },
  { head: 'grown', of: ({ grown }) => grown.rate.toFixed(0) },
  { head: '×', of: ({ empty, grown }) => (grown.rate / empty.rate).toFixed(2) },
  { head: 'p95 ms, empty', of: ({ empty }) => empty.p95.toFixed(1) },
  { head: 'grown', of: ({ grown }) => grown.p95.toFixed(1) },
  { head: '×', of: ({ empty, grown }) => (grown.p95 / empty.p95).toFixed(2) },
  { head: 'API and database ms, empty', of: ({ empty }) => processorMs(empty) },
  { head: 'grown', of: ({ grown }) => processorMs(grown) },
]

const processorMs = (row: Row) => (row.apiMs + (row.databaseMs ?? 0)).toFixed(3)

export const printPairs = (pairs: readonly Pair[], say: Say): void => print(pairs, both, say)

function print<T extends { readonly name: string }>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  say: Say,
): void {
  const names = Math.max(...rows.map((row) => row.name.length))
  const widthOf = ({ head, of }: Column<T>) =>
    Math.max(head.length, ...rows.map((row) => of(row).length))
  const line = (cells: readonly string[]) => say(`| ${cells.join(' | ')} |`)
  line([' '.repeat(names), ...columns.map((column) => column.head.padStart(widthOf(column)))])
  line(['-'.repeat(names), ...columns.map((column) => `${'-'.repeat(widthOf(column) - 1)}:`)])
  for (const row of rows)
    line([
      row.name.padEnd(names),
      ...columns.map((column) => column.of(row).padStart(widthOf(column))),
    ])
}
