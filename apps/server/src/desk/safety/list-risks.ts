import { riskSigns } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { z } from 'zod'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

/** A sign of risk as SQL answers it. */
export const signOfJson = z.object({
  sign: z.enum(riskSigns),
  level: z.int().nullable(),
  threshold: z.int(),
  days: z.int(),
  points: z.int(),
  rows: z.int(),
})

const risks = sql`select * from desk.list_risks($1, $2, $3)`

interface RiskRow {
  readonly player: number
  readonly name: string | null
  readonly score: number
  readonly signs: unknown
  readonly counted_at: Date
  readonly is_on_break: boolean
  readonly noted_at: Date | null
  readonly noted_by: string | null
  readonly noted_what: string | null
}

/** Players with signs of risk. */
export async function listRisks(
  { database }: DeskReadDeps,
  { cursor, limit }: DeskInput<'listRisks'>,
): Promise<DeskResult<'listRisks'>> {
  const after = partsOfCursor(cursor, ['number', 'number'], [1_000_000, 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<RiskRow>(risks, [...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => cursorOfParts([last.score, last.player]))
  return done<'listRisks'>({
    risks: shown.map((row) => ({
      player: row.player,
      name: row.name,
      score: row.score,
      signs: z.array(signOfJson).parse(row.signs),
      countedAt: row.counted_at,
      isOnBreak: row.is_on_break,
      note:
        row.noted_at && row.noted_by !== null && row.noted_what !== null
          ? { at: row.noted_at, by: row.noted_by, what: row.noted_what }
          : null,
    })),
    next,
  })
}
