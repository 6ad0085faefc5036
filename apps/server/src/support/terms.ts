import type { PublishedTerms } from '@pipkin/contract'
import type { PlayerId } from '@pipkin/contract/schemas'
import { type Database, one, sql } from '../platform/database/database.ts'
import { isUuid } from '../platform/database/is-uuid.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'

type Version = NonNullable<PublishedTerms['current']>
interface VersionRow extends Version {
  readonly isCurrent: boolean
}

const published = sql`
  (select terms_id as id, version, words, effective_at as "effectiveAt", true as "isCurrent"
   from players.terms where effective_at <= clock_timestamp() and version is not null
   order by version desc limit 1)
  union all
  (select terms_id, version, words, effective_at, false
   from players.terms where effective_at > clock_timestamp() and version is not null
   order by version desc limit 1)`

/** The version that is in effect and the last of those to come. */
export async function readTerms(database: Database): Promise<Result<'readTerms'>> {
  const rows = await database.rows<VersionRow>(published)
  return done<'readTerms'>({
    current: rows.find(({ isCurrent }) => isCurrent) ?? null,
    coming: rows.find(({ isCurrent }) => !isCurrent) ?? null,
  })
}

const accept = sql`select players.accept_terms($1, $2) as refusal`

/** Writes down that the player accepts what was read. */
export async function acceptTerms(
  database: Database,
  player: PlayerId,
  terms: string,
): Promise<Result<'acceptTerms'>> {
  if (!isUuid(terms)) return refuse('termsOver')
  const { refusal } = await one(
    database.rows<{ refusal: 'termsOver' | null }>(accept, [player, terms]),
  )
  return refusal ? refuse(refusal) : done({})
}
