import { isPassword, passwordMessage } from '@pipkin/contract'
import { type Database, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { isFreshLogIn } from '../sessions/fresh-log-in.ts'

// Locks the account's row before reading the sessions: an earlier log-in with the old password is
// ended below, a later one is refused (log-in.ts).
const change = sql`
  with account as (
    update players.accounts set password_hash = $2 where player_id = $1 returning player_id
  )
  insert into players.password_changes (player_id) select player_id from account`

const endOthers = sql`delete from players.sessions where player_id = $1 and token_hash <> $2`

/** Changes the password, if it was given in the last 15 minutes, and ends all other sessions. */
export async function changePassword(
  { database, passwords }: Pick<AccountDeps, 'database' | 'passwords'>,
  session: Session,
  newPassword: string,
): Promise<Result<'changePassword'>> {
  if (!isPassword(newPassword))
    return refuse('invalidForm', { parts: { message: passwordMessage } })
  if (!(await isFreshLogIn(database, session))) return refuse('loginNotFresh')
  const hash = await passwords.hash(newPassword)
  await store(database, session, hash)
  return done({}, 'Your password has been updated.')
}

const store = (database: Database, { player, tokenHash }: Session, hash: string) =>
  database.transaction(async (inside) => {
    await inside.rows(change, [player, hash])
    await inside.rows(endOthers, [player, tokenHash])
  })
