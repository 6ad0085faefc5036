import type { DeskInput } from '@pipkin/contract/desk/rules'
import { changesOf } from '../operator/act-words.ts'
import { pageOf } from '../platform/database/cursor.ts'
import { sql } from '../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done, refuse } from './desk-deps.ts'

const page = sql`
  select version, at, made_by as "madeBy", reason, was, settings
  from desk.list_versions($1, $2, $3)`

interface VersionRow {
  readonly version: number
  readonly at: Date
  readonly madeBy: string
  readonly reason: string
  readonly was: object | null
  readonly settings: object
}

/** Beyond every version. */
const newest = 2_000_000_000

/** Versions of settings, the newest first; the first one has no change to show. */
export async function listVersions(
  { database }: DeskReadDeps,
  subject: 'cashier' | 'referral',
  { cursor, limit }: DeskInput<'listFeeVersions'>,
): Promise<DeskResult<'listFeeVersions' | 'listTermVersions'>> {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return refuse('malformed')
  const rows = await database.rows<VersionRow>(page, [
    subject,
    cursor === undefined ? newest : Number(cursor),
    limit + 1,
  ])
  const { shown, next } = pageOf(rows, limit, (last) => String(last.version))
  return done<'listFeeVersions' | 'listTermVersions'>({
    versions: shown.map(({ was, settings, ...row }) => ({
      ...row,
      changes: was ? changesOf('version', was, settings) : [],
    })),
    next,
  })
}
