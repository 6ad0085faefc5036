import { type Money, moneyToWire } from '@pipkin/money'
import type { Position } from '../platform/database/cursor.ts'
import type { Database } from '../platform/database/database.ts'
import type { Period } from './period.ts'
import { type ActivityRow, readActivity } from './read-activity.ts'

const pageSize = 500
const head = 'DateTime,Game_Name,Bet_Amt,Return_Amt,Status,TotalWin,Transaction_Id\r\n'

/**
 * The player's rounds of a period as CSV (RFC 4180), newest first, a page at a time. Amounts in
 * fkr, times in UTC.
 */
export async function* exportActivity(
  database: Database,
  player: number,
  period: Period,
): AsyncGenerator<string> {
  yield head
  let after: Position | null | undefined
  while (after !== null) {
    const page = await readActivity(database, player, period, { after, limit: pageSize })
    yield page.rows.map(lineOf).join('')
    after = page.next
  }
}

const lineOf = (row: ActivityRow): string =>
  `${[
    row.DateTime.toISOString(),
    quoted(row.Game_Name),
    fkrOf(row.Bet_Amt),
    fkrOf(row.Return_Amt),
    row.Status,
    fkrOf(row.TotalWin),
    row.Transaction_Id,
  ].join(',')}\r\n`

const fkrOf = (amount: Money): string => String(moneyToWire(amount))
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
