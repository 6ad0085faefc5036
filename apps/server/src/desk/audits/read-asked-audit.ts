import { maybeOne, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const asked = sql`select * from desk.asked_audit()`

interface AskedRow {
  readonly asked_at: Date
  readonly asked_by: string
  readonly is_full: boolean
  readonly seen_ago: number | null
  readonly checked: number
  readonly checks: number | null
  readonly checking: string | null
  readonly ended_at: Date | null
  readonly audit_id: string | null
}

/** The audit that was asked for last, and how far it is. */
export async function readAskedAudit({
  database,
}: DeskReadDeps): Promise<DeskResult<'readAskedAudit'>> {
  const row = await maybeOne(database.rows<AskedRow>(asked))
  return done<'readAskedAudit'>(
    row
      ? {
          askedAt: row.asked_at,
          askedBy: row.asked_by,
          full: row.is_full,
          seenAgo: row.seen_ago,
          checked: row.checked,
          checks: row.checks,
          checking: row.checking,
          endedAt: row.ended_at,
          audit: row.audit_id,
        }
      : null,
  )
}
