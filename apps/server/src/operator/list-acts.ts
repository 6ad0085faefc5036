import { actName, changeText } from '@pipkin/contract/desk'
import { sql } from '../platform/database/database.ts'
import { aboutText, changesOf } from './act-words.ts'
import type { OperatorDeps } from './warrant.ts'

interface ActRow {
  readonly at: Date
  readonly operator: string
  readonly login: string
  readonly act: string
  readonly about: string
  readonly reason: string
  readonly before: unknown
  readonly after: unknown
}

/** The last hundred acts in the words of the back office. */
export async function listActs({ database }: OperatorDeps): Promise<readonly object[]> {
  const rows = await database.rows<ActRow>(sql`
    select at, operator, login, act, about, reason, before, after from operator.acts
    order by at desc, act_id desc limit 100`)
  return rows.map(({ act, about, reason, before, after, ...row }) => ({
    ...row,
    act: actName(act),
    about: aboutText(about),
    reason,
    changed: changesOf(act, before, after).map(changeText),
  }))
}
