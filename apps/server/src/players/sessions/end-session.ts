import { type Database, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'

/** Ends one of the player's sessions. Another player's is not found. */
export async function endSession(
  database: Database,
  { id }: { readonly id: string },
  caller: PlayerCaller,
): Promise<Result<'endSession'>> {
  const { session } = caller
  const ended = await end(database, session, (each) => each === id)
  if (!ended) return refuse('noSession')
  if (ended.length === 0) return refuse('notFound')
  if (id === session.id) caller.clearCookie('session')
  return done({}, 'The session is ended')
}

/** Ends all of the player's sessions but this one. */
export async function endOtherSessions(
  database: Database,
  session: Session,
): Promise<Result<'endOtherSessions'>> {
  const ended = await end(database, session, (each) => each !== session.id)
  return ended ? done({}, 'All other sessions are ended') : refuse('noSession')
}

const lock = sql`select players.lock_sessions($1) as id`

const remove = sql`delete from players.sessions where session_id = any($1::uuid[])`

/**
 * Ends those of a player's sessions that `isMeant` picks, and answers them. Null where the session
 * that asks has ended meanwhile: of two that end each other at once one stays, so that a thief's
 * doesn't take the owner's along.
 */
const end = (
  database: Database,
  { player, id }: Session,
  isMeant: (each: string) => boolean,
): Promise<readonly string[] | null> =>
  database.transaction(async (inside) => {
    const rows = await inside.rows<{ id: string }>(lock, [player])
    const all = rows.map((row) => row.id)
    if (!all.includes(id)) return null
    const ended = all.filter(isMeant)
    await inside.rows(remove, [ended])
    return ended
  })
