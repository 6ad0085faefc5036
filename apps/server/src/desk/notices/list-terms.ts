import type { Accepted, TermsVersion } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { pageOf } from '../../platform/database/cursor.ts'
import { sql } from '../../platform/database/database.ts'
import { cursorOfParts, partsOfCursor } from '../cursor-parts.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from '../desk-deps.ts'

const versions = sql`
  select id, version, words, effective_at as "effectiveAt", made_by as "madeBy",
         published_at as "publishedAt", accepted::int
  from desk.list_terms()`

/** All versions of the terms, the draft first. */
export const listTerms = async ({ database }: DeskReadDeps): Promise<DeskResult<'listTerms'>> =>
  done<'listTerms'>(await database.rows<TermsVersion>(versions))

const accepted = sql`
  select *, (at at time zone 'UTC')::text || '+00' as place
  from desk.list_accepted($1, $2, $3, $4)`

interface AcceptedRow extends Accepted {
  readonly place: string
}

/** Who has accepted which version: all, or one player's. */
export async function listAccepted(
  { database }: DeskReadDeps,
  { player, cursor, limit }: DeskInput<'listAccepted'>,
): Promise<DeskResult<'listAccepted'>> {
  const after = partsOfCursor(cursor, ['time', 'number'], ['infinity', 0])
  if (!after) return refuse('malformed')
  const rows = await database.rows<AcceptedRow>(accepted, [player ?? null, ...after, limit + 1])
  const { shown, next } = pageOf(rows, limit, (last) => cursorOfParts([last.place, last.player]))
  return done<'listAccepted'>({
    accepted: shown,
    next,
  })
}
