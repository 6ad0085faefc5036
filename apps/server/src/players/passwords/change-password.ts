import { isPassword, passwordMessage } from '@pipkin/contract'
import { type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockConfirmed } from '../factors/confirmations.ts'
import { renewSession } from '../factors/renew-session.ts'

const change = sql`
  with account as (
    update players.accounts set password_hash = $2 where player_id = $1
    returning player_id
  )
  insert into players.password_changes (player_id) select player_id from account`

const notify = sql`
  select players.notify($1, 'password_changed', device,
           cashier.lately_linked($1, $3 * interval '1 ms'))
  from players.sessions where session_id = $2`

// Other browsers, and wallets that were linked while a thief may have had a session, or a copy of
// this one's cookie.
const doubt = sql`
  select players.doubt_devices($1, $3),
         cashier.doubt_addresses($1, $2 * interval '1 ms')`

const endOthers = sql`
  with links as (
    delete from players.reset_links where player_id = $1
  )
  delete from players.sessions
  where session_id in (select players.lock_sessions($1)) and session_id <> $2`

/**
 * Changes the password. Ends all other sessions, this one's token and the links that were mailed
 * for a forgotten password. Other browsers are doubted, and wallets that were linked lately.
 */
export async function changePassword(
  deps: Pick<AccountDeps, 'database' | 'surroundings' | 'passwords' | 'config'>,
  newPassword: string,
  caller: Pick<PlayerCaller, 'session' | 'device' | 'setCookie'>,
): Promise<Result<'changePassword'>> {
  if (!isPassword(newPassword))
    return refuse('invalidForm', { parts: { message: passwordMessage } })
  const hash = await deps.passwords.hash(newPassword)
  const { player, id } = caller.session
  const sessionMs = deps.config.session.wholeMs
  const work = async (inside: Queryable): Promise<Result<'changePassword'>> => {
    // The account's row first: an earlier log-in with the old password is ended below, a later one
    // is refused (log-in.ts), and a simultaneous reset has ended this session or waits.
    const refusal = await lockConfirmed(inside, caller.session)
    if (refusal) return refusal
    await inside.rows(change, [player, hash])
    await inside.rows(doubt, [player, sessionMs, caller.device && tokenHash(caller.device)])
    await inside.rows(notify, [player, id, sessionMs])
    await inside.rows(endOthers, [player, id])
    return done<'changePassword'>({}, 'Your password has been updated.')
  }
  // Who loses the answer logs in with the new password; a thief who has the token must not go on.
  return renewSession(deps, caller, work, 60_000)
}
