import { type Queryable, sql } from '../../platform/database/database.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'

// The token before stays good until the browser has shown this one (sessions/find-session.ts): an
// answer that is lost on its way must not log a player out. Another tab may just have had a new
// token: this one has the same cookie, and gets no other, or the two could arrive in the wrong
// order. One that was not shown for ten seconds was lost.
const renew = sql`
  update players.sessions
  set old_hash = $2, old_until = clock_timestamp() + $4 * interval '1 millisecond',
      token_hash = $3, token_given_at = clock_timestamp()
  where session_id = $1 and (
    token_hash = $2
    or old_hash = $2 and old_until is null
      and token_given_at < clock_timestamp() - interval '10 seconds'
  )
  returning session_id`

/**
 * Does in a database transaction what proves the player anew, or changes what the player is proved
 * by. Where it is done the session gets a new token: a copy of the one before isn't confirmed with
 * it, and ends (ASVS 7.2.4).
 *
 * @param oldForMs how long the token before lives at most; null: until the browser has shown the
 *   new one, and a moment longer
 */
export async function renewSession<R extends { readonly ok: boolean }>(
  { database, surroundings, config }: Pick<AccountDeps, 'database' | 'surroundings' | 'config'>,
  caller: Pick<PlayerCaller, 'session' | 'setCookie'>,
  work: (inside: Queryable) => Promise<R>,
  oldForMs: number | null = null,
): Promise<R> {
  const token = surroundings.randomBytes(32)
  const { result, isRenewed } = await database.transaction(async (inside) => {
    const result = await work(inside)
    return { result, isRenewed: result.ok && (await give(inside, caller.session, token, oldForMs)) }
  })
  if (isRenewed) caller.setCookie('session', token, config.session.wholeMs / 1000)
  return result
}

async function give(
  inside: Queryable,
  session: Session,
  token: Buffer,
  oldForMs: number | null,
): Promise<boolean> {
  const values = [session.id, session.tokenHash, tokenHash(token), oldForMs]
  return (await inside.rows(renew, values)).length > 0
}
