import { type Money, moneyToNumber } from '@pipkin/money'
import type { ActivityRow } from './activity.ts'

/** The first line of the activity as CSV (RFC 4180). */
export const activityCsvHead =
  'DateTime,Game_Name,Bet_Amt,Return_Amt,Status,TotalWin,Transaction_Id\r\n'

/** A round as a line of it: amounts in fkr, times in UTC. */
export const activityCsvLine = (row: ActivityRow): string =>
  `${[
    row.placedAt.toISOString(),
    quoted(row.gameName),
    fkrOf(row.stake),
    fkrOf(row.payout),
    row.status,
    fkrOf(row.gain),
    row.transactionId,
  ].join(',')}\r\n`

const fkrOf = (amount: Money): string => String(moneyToNumber(amount))
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
