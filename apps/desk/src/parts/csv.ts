/** A column as it is exported: its head and its text; figures stand on the right. */
export interface ExportedColumn<Row> {
  readonly head: string
  readonly text: (row: Row) => string
  readonly right?: true
}

/** A table as CSV (RFC 4180). A figure is a plain number, to be read by a program. */
export const csvOf = <Row>(
  columns: readonly ExportedColumn<NoInfer<Row>>[],
  rows: readonly Row[],
): string =>
  [
    columns.map(({ head }) => quoted(head)),
    ...rows.map((row) =>
      columns.map(({ text, right }) => (right ? figure(text(row)) : quoted(text(row)))),
    ),
  ]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

/** A figure as screens show it: `−1,234.56 fkr`, `+15`, `1,234`. */
const shown = /^([+−-]?)(\d+(?:,\d{3})*(?:\.\d+)?)(?: fkr)?$/

/** A dash stands for no figure; what is more than a number, such as `5 min`, stays a text. */
function figure(text: string): string {
  if (text === '–') return ''
  const [, sign, digits] = shown.exec(text) ?? []
  if (digits === undefined) return quoted(text)
  return `${sign === '' || sign === '+' ? '' : '-'}${digits.replaceAll(',', '')}`
}

/**
 * A text that a spreadsheet would read as a formula gets an apostrophe before it. Some read signs
 * of full width as the plain ones.
 */
function quoted(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
