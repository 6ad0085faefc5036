import { type Database, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { renewSession } from '../factors/renew-session.ts'

/** Ends one of the player's sessions. Another player's is not found. */
export async function endSession(
  database: Database,
  { id }: { readonly id: string },
  caller: PlayerCaller,
): Promise<Result<'endSession'>> {
  const { session } = caller
  const ended = await database.transaction((inside) => end(inside, session, (each) => each === id))
  if (!ended) return refuse('noSession')
  if (ended.length === 0) return refuse('notFound')
  if (id === session.id) caller.clearCookie('session')
  return done({}, 'The session is ended')
}

/**
 * Ends all of the player's sessions but this one, and this one's token: another device may have a
 * copy of it.
 */
export const endOtherSessions = (
  deps: Pick<AccountDeps, 'database' | 'surroundings' | 'config'>,
  caller: Pick<PlayerCaller, 'session' | 'setCookie'>,
): Promise<Result<'endOtherSessions'>> =>
  renewSession(deps, caller, async (inside) => {
    const { session } = caller
    const ended = await end(inside, session, (each) => each !== session.id)
    return ended
      ? done<'endOtherSessions'>({}, 'All other sessions are ended')
      : refuse('noSession')
  })

const lock = sql`select players.lock_sessions($1) as id`

const remove = sql`delete from players.sessions where session_id = any($1::uuid[])`

/**
 * Ends those of a player's sessions that `isMeant` picks, and answers them. Null where the session
 * that asks has ended meanwhile: of two that end each other at once one stays, so that a thief's
 * doesn't take the owner's along.
 */
async function end(
  inside: Queryable,
  { player, id }: Session,
  isMeant: (each: string) => boolean,
): Promise<readonly string[] | null> {
  const rows = await inside.rows<{ id: string }>(lock, [player])
  const all = rows.map((row) => row.id)
  if (!all.includes(id)) return null
  const ended = all.filter(isMeant)
  await inside.rows(remove, [ended])
  return ended
}
