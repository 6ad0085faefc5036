import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'

// Compares as text: what a browser sends needn't be an id.
const endOne = sql`
  delete from players.sessions where player_id = $1 and session_id::text = $2
  returning session_id`

/** Ends one of the player's sessions. Another player's is not found. */
export async function endSession(
  database: Database,
  { id }: { readonly id: string },
  caller: PlayerCaller,
): Promise<Result<'endSession'>> {
  const { session } = caller
  const ended = await maybeOne(database.rows<{ session_id: string }>(endOne, [session.player, id]))
  if (!ended) return refuse('notFound')
  if (ended.session_id === session.id) caller.clearCookie('session')
  return done({}, 'The session is ended')
}

const endOthers = sql`
  delete from players.sessions
  where session_id in (select players.lock_sessions($1)) and session_id <> $2`

/** Ends all of the player's sessions but this one. */
export async function endOtherSessions(
  database: Database,
  { player, id }: Session,
): Promise<Result<'endOtherSessions'>> {
  await database.rows(endOthers, [player, id])
  return done({}, 'All other sessions are ended')
}
