import type { PlayerId } from '@pipkin/contract/schemas'
import { hundredths } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'

const statement = sql`
  select case_id, event, amount, tx_hash, answer, at from support.cases
  where player_id = $1 and event is not null order by at desc, case_id desc limit 100`

interface CaseRow {
  readonly case_id: number
  readonly event: 'deposit' | 'withdrawal'
  readonly amount: bigint
  readonly tx_hash: string
  /** Null while it is open. */
  readonly answer: string | null
  readonly at: Date
}

/** The chain transactions that the player has reported, newest first. */
export async function listCases(
  database: Database,
  player: PlayerId,
): Promise<Result<'listCases'>> {
  const rows = await database.rows<CaseRow>(statement, [player])
  return done<'listCases'>(
    rows.map((row) => ({
      caseId: row.case_id,
      event: row.event,
      amount: hundredths(row.amount),
      chainHash: row.tx_hash,
      state: row.answer === null ? 'open' : 'closed',
      answer: row.answer,
      openedAt: row.at,
    })),
  )
}
