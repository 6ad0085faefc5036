import { isPassword, passwordMessage } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { type Database, maybeOne, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { deviceName } from '../device-name.ts'
import { linkTokenHash } from '../mails/mailed-link.ts'

const find = sql`
  select player_id from players.reset_links
  where token_hash = $1 and mailed_at > now() - interval '30 minutes'`

// The account's row first, as changePassword and logIn do: a simultaneous change ends the link, and
// a log-in with the old password is ended below or refused.
const lockAccount = sql`
  select coalesce(extract(epoch from clock_timestamp() - frozen_from), 0)::float8 * 1000
    as "frozenMs"
  from players.accounts where player_id = $1 for no key update`

const use = sql`delete from players.reset_links where token_hash = $1 returning player_id`

const change = sql`
  with account as (
    update players.accounts set password_hash = $2,
      frozen_from = case
        when frozen_by_house or has_totp or passkeys > 0 then frozen_from end,
      frozen_by_owner = frozen_by_owner and (has_totp or passkeys > 0),
      opens_by_factor =
        frozen_from is not null and not frozen_by_house and (has_totp or passkeys > 0)
    where player_id = $1
  ), noted as (
    insert into players.password_changes (player_id) values ($1)
  ), links as (
    delete from players.reset_links where player_id = $1
  )
  delete from players.sessions where session_id in (select players.lock_sessions($1))`

// The event ends all earlier links that freeze the account, too (players.freeze).
const holdAndTell = sql`
  select ledger.hold_ways_out($1, $2 * interval '1 millisecond', 'reset'),
         ledger.set_frozen($1, (
           select frozen_from is not null from players.accounts where player_id = $1)),
         players.notify($1, 'password_reset', $3, cashier.lately_linked($1, $4 * interval '1 ms'))`

// Any session may have been a thief's: none is known to be the owner's. A frozen account has none.
const doubt = sql`
  select players.doubt_devices($1),
         cashier.doubt_addresses($1, $2 * interval '1 ms')`

/**
 * Sets a new password by a mailed link, once. Ends every session and every other link, holds the
 * ways out, doubts the browsers and the wallets that were linked lately, notifies the owner, and
 * opens no session. Opens the account where it was frozen; a link alone doesn't where there is a
 * second factor: the next log-in by it does. A wrong, an old and a used token are refused alike,
 * before a password is hashed.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, newPassword }: InputOf<'resetPassword'>,
  caller: Caller,
): Promise<Result<'resetPassword'>> {
  const { database, passwords, mails, config } = deps
  if (!isPassword(newPassword))
    return refuse('invalidForm', { parts: { message: passwordMessage } })
  const tokenHash = linkTokenHash(token)
  const link = await maybeOne(database.rows<{ player_id: number }>(find, [tokenHash]))
  if (!link) return refuse('linkOver')
  const hash = await passwords.hash(newPassword)
  const password = {
    player: link.player_id,
    tokenHash,
    hash,
    holdMs: config.holdMs,
    sessionMs: config.session.wholeMs,
    device: deviceName(caller.userAgent),
  }
  if (!(await store(database, password))) return refuse('linkOver')
  if (caller.session?.player === link.player_id) caller.clearCookie('session')
  mails.sendSoon()
  return done({}, 'Your password has been updated.')
}

interface NewPassword {
  readonly player: number
  readonly tokenHash: Buffer
  readonly hash: string
  readonly holdMs: number
  readonly device: string
  /** How long a session lives that may have linked a wallet. */
  readonly sessionMs: number
}

/** False where the link was used or ended meanwhile. */
const store = (database: Database, password: NewPassword) =>
  database.transaction(async (inside) => {
    const { player, tokenHash, hash, holdMs, device, sessionMs } = password
    const { frozenMs } = await one(inside.rows<{ frozenMs: number }>(lockAccount, [player]))
    if (!(await maybeOne(inside.rows(use, [tokenHash])))) return false
    await inside.rows(change, [player, hash])
    const doubtedMs = sessionMs + frozenMs
    await inside.rows(doubt, [player, doubtedMs])
    await inside.rows(holdAndTell, [player, holdMs, device, doubtedMs])
    return true
  })
