import type { FrozenBy } from '@pipkin/contract'
import { maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'
import { deviceName } from '../device-name.ts'

// Locks the account's row: a simultaneous change of password, a first factor or a freeze either
// ends this session or prevents it. The password confirms the session for 15 minutes, unless the
// ways out of the account are held; a second factor for five.
const open = sql`
  with account as (
    update players.accounts set first_signed_in_at = coalesce(first_signed_in_at, now())
    where player_id = $1 and frozen_from is null
      and ($2::text is null or password_hash = $2 and not has_totp and passkeys = 0)
    returning player_id
  ), ended as (
    delete from players.sessions where session_id = $4
  )
  insert into players.sessions (token_hash, player_id, device, network, confirmed_until)
  select $3, player_id, $5, $6, case
    when $2::text is null then clock_timestamp() + interval '5 minutes'
    when not ledger.are_ways_out_held($1) then clock_timestamp() + interval '15 minutes' end
  from account
  returning player_id`

const notify = sql`select players.notify($1, 'new_device', $2)`

// All accounts of a browser share a person's rounds of a day.
const seeDevice = sql`select players.note_device($1, $2, $3)`

/** The longest that browsers keep a cookie. */
const deviceSeconds = 400 * 86_400

/** Who logs in. */
export interface Entering {
  readonly player_id: number
  readonly first_signed_in_at: Date | null
  /** The account knows the browser by an earlier log-in, which its owner hasn't come to doubt. */
  readonly trusts_device: boolean
}

/** Whether to notify the owner: the device is unknown or doubted, and not the account's first. */
export const isNewDevice = ({ first_signed_in_at, trusts_device }: Entering): boolean =>
  !trusts_device && first_signed_in_at !== null

/** Whom a new password helps, and who has to write to support. */
export const refuseFrozen = (by: FrozenBy) =>
  refuse(by === 'owner' ? 'accountFrozen' : 'accountFrozenByHouse')

/**
 * Opens a session under a new token, and ends the one that the browser had. `passwordHash` is what
 * the password was checked against; null where a second factor proved the player. Null where the
 * account has changed meanwhile. A new device needs a database transaction.
 */
export async function openSession(
  inside: Queryable,
  { surroundings }: Pick<AccountDeps, 'surroundings'>,
  account: Entering,
  passwordHash: string | null,
  caller: Caller,
): Promise<Buffer | null> {
  const token = surroundings.randomBytes(32)
  const device = deviceName(caller.userAgent)
  const values = [
    account.player_id,
    passwordHash,
    tokenHash(token),
    caller.session?.id ?? null,
    device,
    networkOf(caller.ip).slice(0, 60),
  ]
  if (!(await maybeOne(inside.rows(open, values)))) return null
  if (isNewDevice(account)) await inside.rows(notify, [account.player_id, device])
  return token
}

/** Gives the browser the token of a session that was opened for it, and notes the browser. */
export async function enter(
  { database, surroundings, config, mails }: AccountDeps,
  account: Entering,
  token: Buffer,
  caller: Caller,
): Promise<void> {
  caller.setCookie('session', token, config.session.wholeMs / 1000)
  const cookie = caller.device ?? surroundings.randomBytes(32)
  await database.rows(seeDevice, [account.player_id, tokenHash(cookie), tokenHash(token)])
  caller.setCookie('device', cookie, deviceSeconds)
  if (isNewDevice(account)) mails.sendSoon()
}
