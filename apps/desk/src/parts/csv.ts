/**
 * A table as CSV (RFC 4180). A text that a spreadsheet would read as a formula gets an apostrophe
 * before it; a plain number stays one.
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

function cell(text: string): string {
  const isNumber = /^[+-]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r\n]/.test(text.trimStart()) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
