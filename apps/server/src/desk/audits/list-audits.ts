import type { DeskInput } from '@pipkin/contract/desk/rules'
import { cursorAfter, lastPosition, pageOf, parseCursor } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const page = sql`
  select *, (at at time zone 'UTC')::text || '+00' as position
  from desk.list_audits($1::timestamptz, $2, $3)`

interface AuditRow {
  readonly id: string
  readonly position: string
  readonly at: Date
  readonly asked_by: string | null
  readonly is_full: boolean | null
  readonly replayed: bigint
  readonly findings: number
}

/** Audits, the newest first; those of the command too. */
export async function listAudits(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listAudits'>,
): Promise<DeskResult<'listAudits'>> {
  const before = parseCursor(cursor, lastPosition)
  if (!before) return refuse('malformed')
  const rows = await database.rows<AuditRow>(page, [before.at, before.id, limit + 1])
  const { shown, next } = pageOf(rows, limit, cursorAfter)
  return done<'listAudits'>({
    audits: shown.map(({ id, at, asked_by, is_full, replayed, findings }) => ({
      audit: id,
      at,
      askedBy: asked_by,
      full: is_full,
      replayed: Number(replayed),
      findings,
    })),
    next,
  })
}
