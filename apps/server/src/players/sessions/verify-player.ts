import type { PlayRules } from '@pipkin/contract/schemas'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'

const newTerms = sql`
  select exists (
    select from players.terms where version > players.accepted_version($1)) as is_asked,
    players.terms_due($1) as is_due`

/**
 * True for the session's own id alone, or it would reveal which other ids exist. Says what every
 * screen must know of the profile, whether terms were published that the player hasn't accepted,
 * and whether such are in effect.
 */
export async function verifyPlayer(
  database: Queryable,
  player: number | null,
  session: Session | null,
  { asksWhenIdleMinutes, sends, fkrIs }: PlayRules,
): Promise<Result<'verifyPlayer'>> {
  if (session === null || player !== session.player) return refuse('notVerified')
  const terms = await one(database.rows<{ is_asked: boolean; is_due: boolean }>(newTerms, [player]))
  return done<'verifyPlayer'>({
    ...(asksWhenIdleMinutes !== null && { idleMinutes: asksWhenIdleMinutes }),
    ...(terms.is_asked && { hasNewTerms: true }),
    ...(terms.is_due && { termsDue: true }),
    ...(!sends && { noSends: true }),
    ...(fkrIs !== null && { fkrIs }),
  })
}
