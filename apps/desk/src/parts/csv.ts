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
 * Where a spreadsheet would begin to read a formula. Where semicolons part the cells of a file it
 * begins a cell behind each, and a row behind each line break, within quotes too. Some read signs
 * of full width as the plain ones.
 */
const formulas = /^(?=[\t\r\n])|(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g

/** A text with an apostrophe before each formula. */
const quoted = (text: string): string => `"${text.replaceAll(formulas, "'").replaceAll('"', '""')}"`
