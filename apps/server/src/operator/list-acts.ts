import { sql } from '../platform/database/database.ts'
import type { OperatorDeps } from './warrant.ts'

/** The last hundred acts, newest first: who did what, to what, and why. */
export const listActs = ({ database }: OperatorDeps): Promise<object[]> =>
  database.rows(sql`select at, operator, login, act, about, reason, before, after from operator.acts
    order by at desc, act_id desc limit 100`)
