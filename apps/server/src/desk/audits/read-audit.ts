import type { DeskInput } from '@pipkin/contract/desk/rules'
import { z } from 'zod'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/is-uuid.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const read = sql`select * from desk.read_audit($1)`

const report = z.array(
  z.object({
    invariant: z.int(),
    says: z.string(),
    checked: z.int(),
    wrong: z.int(),
    found: z.array(z.string()),
  }),
)

/** What an audit checked, and the first of what it found. */
export async function readAudit(
  { database }: DeskReadDeps,
  { audit }: DeskInput<'readAudit'>,
): Promise<DeskResult<'readAudit'>> {
  const row = isUuid(audit)
    ? await maybeOne(database.rows<{ at: Date; report: unknown }>(read, [audit]))
    : undefined
  if (!row) return refuse('unknownAudit')
  return done<'readAudit'>({ at: row.at, checks: report.parse(row.report) })
}
