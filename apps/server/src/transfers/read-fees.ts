import type { Money } from '@pipkin/money'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'

const fees = sql`
  select send_fee as send, withdrawal_fee as withdrawal, hint_from as "depositFrom",
         hint_to as "depositTo"
  from cashier.settings`

interface FeesRow {
  readonly send: number
  readonly withdrawal: number
  readonly depositFrom: Money
  readonly depositTo: Money
}

/** What sends and withdrawals cost now. */
export const readFees = async ({
  database,
}: {
  readonly database: Queryable
}): Promise<Result<'readFees'>> => done<'readFees'>(await one(database.rows<FeesRow>(fees)))
