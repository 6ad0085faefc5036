import { hundredths, moneyText } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { isMoneySetting, isShareSetting } from './list-settings.ts'
import type { OperatorDeps } from './warrant.ts'

interface ActRow {
  readonly act: string
  readonly before: unknown
  readonly after: unknown
}

/** The last hundred acts. What was there before and after as it was kept, amounts in fkr. */
export async function listActs({ database }: OperatorDeps): Promise<readonly object[]> {
  const rows = await database.rows<ActRow>(sql`
    select at, operator, login, act, about, reason, before, after from operator.acts
    order by at desc, act_id desc limit 100`)
  return rows.map((row) => {
    const isMoney = row.act === 'lowerLimit'
    return {
      ...row,
      before: inFkr(row.before, isMoney),
      after: inFkr(row.after, isMoney),
    }
  })
}

/** Amounts of what acts are about that are no settings. */
const amounts = new Set([
  ...['amount', 'fee', 'sum', 'credited', 'own_part', 'today'],
  ...['deposit_wallet', 'bonus_wallet', 'win_wallet', 'referral_wallet'],
])
const limits = new Set(['step', 'minimum', 'maximum'])

/** A kept value with its amounts in fkr. `isMoney`: numbers in it are amounts. */
export function inFkr(value: unknown, isMoney: boolean): unknown {
  if (typeof value === 'number')
    return isMoney ? `${moneyText(hundredths(BigInt(value)))} fkr` : value
  if (Array.isArray(value)) return value.map((one) => inFkr(one, isMoney))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isShareSetting(name) && typeof part === 'number'
        ? `${part / 100} %`
        : inFkr(part, amounts.has(name) || limits.has(name) || isMoneySetting(name)),
    ]),
  )
}
