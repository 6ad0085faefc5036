import type { PlayPeriod } from '@pipkin/contract'
import { moneyToNumber } from '@pipkin/money'

const head = 'From,To,Seconds,Staked,Returned,Net,Deposited,Withdrawn'

/** The history as CSV (RFC 4180), newest first: amounts in fkr, times in UTC. */
export const historyCsv = (rows: readonly PlayPeriod[]): string =>
  [head, ...rows.map(csvLine)].map((line) => `${line}\r\n`).join('')

const csvLine = (row: PlayPeriod): string =>
  [
    row.from.toISOString(),
    row.to.toISOString(),
    row.seconds,
    ...[row.staked, row.returned, row.net, row.deposited, row.withdrawn].map(moneyToNumber),
  ]
    .map((cell) => safeCell(String(cell)))
    .join(',')

/**
 * A cell that no spreadsheet reads as a formula: a text that begins like one and isn't a plain
 * number is marked as text.
 */
export function safeCell(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
