import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'

// As text: what a browser sends needn't be an id.
const endOne = sql`
  delete from players.sessions where player_id = $1 and session_id::text = $2
  returning token_hash`

/** Ends one of the player's sessions. Another player's is not found. */
export async function endSession(
  database: Database,
  { id }: { readonly id: string },
  caller: PlayerCaller,
): Promise<Result<'endSession'>> {
  const { player, tokenHash } = caller.session
  const ended = await maybeOne(database.rows<{ token_hash: Buffer }>(endOne, [player, id]))
  if (!ended) return refuse('notFound')
  if (ended.token_hash.equals(tokenHash)) caller.clearCookie('session')
  return done({}, 'The session is ended')
}

const endOthers = sql`delete from players.sessions where player_id = $1 and token_hash <> $2`

/** Ends all of the player's sessions but this one. */
export async function endOtherSessions(
  database: Database,
  { player, tokenHash }: Session,
): Promise<Result<'endOtherSessions'>> {
  await database.rows(endOthers, [player, tokenHash])
  return done({}, 'All other sessions are ended')
}
