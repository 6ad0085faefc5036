import { type Database, one, sql } from '../../platform/database/database.ts'
import { done, type Refusal, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockConfirmed } from '../factors/confirmations.ts'

// Waits for what names the account, such as a link that is being mailed, so that `close` sees and
// deletes it.
const lockAll = sql`select from players.accounts where player_id = $1 for update`

const forgetWords = sql`select support.forget($1)`

const closeWallets = sql`select cashier.close_wallets($1) as closed`

// The mail goes to the address that the account had.
const close = sql`
  with account as (
    select player_id, name, mobile, email from players.accounts where player_id = $1
  ), kept as (
    insert into players.closed_accounts (player_id, name, mobile, email) select * from account
  ), mailed as (
    insert into players.mails (kind, email) select 'account_closed', email from account
  ), links as (
    delete from players.reset_links where player_id = $1
  ), not_me as (
    delete from players.not_me_links where player_id = $1
  ), app as (
    delete from players.totp where player_id = $1
  ), recovery as (
    delete from players.recovery_codes where player_id = $1
  ), keys as (
    delete from players.passkeys where player_id = $1
  ), steps as (
    delete from players.second_steps where player_id = $1
  ), codes as (
    delete from players.confirmation_codes where player_id = $1
  ), replays as (
    delete from players.named_rounds where player_id = $1
  ), sessions as (
    delete from players.sessions where session_id in (select players.lock_sessions($1))
  )
  update players.accounts
    set closed_at = clock_timestamp(), name = '', show_name = false,
        picture = null, picture_webp = null, mobile = null, email = null, password_hash = '',
        has_totp = false, passkeys = 0
    where player_id = $1`

/**
 * Closes the account. It ends every session, frees the phone number and the mail address, and hides
 * the name; what was written to support goes, with its pictures. The ledger stays, and who referred
 * whom. Refused while a deposit or a withdrawal is on its way; what is left in the wallets stays
 * there.
 */
export async function closeAccount(
  { database, mails }: Pick<AccountDeps, 'database' | 'mails'>,
  caller: PlayerCaller,
): Promise<Result<'closeAccount'>> {
  const refusal = await store(database, caller.session)
  if (refusal) return refusal
  caller.clearCookie('session')
  mails.sendSoon()
  return done({}, 'Your account is closed.')
}

type Refused = Refusal<'noSession' | 'confirmFirst' | 'operationsUnderWay'>

// The account's row first, as log-in and the changes of a password do: a log-in of the same moment
// is ended below or opens no session. The session is judged under that lock: a thief's closing
// that waited for the owner's freeze must not follow it.
const store = (database: Database, session: Session): Promise<Refused | null> =>
  database.transaction(async (inside) => {
    const refusal = await lockConfirmed(inside, session)
    if (refusal) return refusal
    const { player } = session
    await inside.rows(lockAll, [player])
    const { closed } = await one(inside.rows<{ closed: boolean }>(closeWallets, [player]))
    if (!closed) return refuse('operationsUnderWay')
    await inside.rows(forgetWords, [player])
    await inside.rows(close, [player])
    return null
  })
