import { type Database, sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'

const end = sql`delete from players.sessions where session_id = $1`

/** Ends the session on the server: a copy of its cookie is worthless afterwards. */
export async function logOut(database: Database, caller: PlayerCaller): Promise<Result<'logOut'>> {
  await database.rows(end, [caller.session.id])
  caller.clearCookie('session')
  return done({}, 'You are logged out')
}
