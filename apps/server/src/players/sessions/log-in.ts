import { firstMessage, validateLogin } from '@pipkin/contract'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/session-cookie.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import type { AccountDeps } from '../account-deps.ts'

const find = sql`select player_id, name, password_hash from players.accounts where mobile = $1`

interface Found {
  readonly player_id: number
  readonly name: string
  readonly password_hash: string
}

// Locks the account's row: a simultaneous change of password either ends this session or prevents
// it.
const openStatement = sql`
  with account as (
    update players.accounts set first_signed_in_at = coalesce(first_signed_in_at, now())
    where player_id = $1 and password_hash = $2
    returning player_id
  ), ended as (
    delete from players.sessions where token_hash = $4
  )
  insert into players.sessions (token_hash, player_id) select $3, player_id from account
  returning player_id`

/**
 * Opens a session under a new token, and ends the one that the browser had. Costs one password hash
 * whether or not the number has an account, and doesn't say which of the two was wrong.
 */
export async function logIn(
  deps: AccountDeps,
  form: { mobile: string; password: string },
  caller: Caller,
): Promise<Result<'logIn'>> {
  const { passwords, limits } = deps
  const message = firstMessage(validateLogin(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  passwords.admit()
  // Count before the password is checked, or parallel guesses would exceed the limit.
  const counted = new Map<Limit, string>()
  const take = async (limit: Limit, key: string) => {
    const retryAfterMs = await limit.take(key)
    counted.set(limit, key)
    return retryAfterMs
  }
  try {
    const retryAfterMs =
      (await take(limits.logInsOfNetwork, networkOf(caller.ip))) ??
      (await take(limits.logInsOfNumber, form.mobile))
    if (retryAfterMs !== null) return refuse('loginTooMany', { retryAfterMs })
    const result = await open(deps, form, caller)
    if (!result.ok) counted.clear()
    else {
      await limits.logInsOfNumber.forget(form.mobile)
      counted.delete(limits.logInsOfNumber)
    }
    return result
  } finally {
    // Only wrong passwords count; a refusal by a limit or a full queue, or an error, doesn't.
    await Promise.all([...counted].map(([limit, key]) => limit.giveBack(key)))
  }
}

/** The log-in itself, without its limits. A refusal is a failed log-in. */
async function open(
  { database, surroundings, passwords, config }: AccountDeps,
  form: { mobile: string; password: string },
  caller: Caller,
): Promise<Result<'logIn'>> {
  const account = await maybeOne(database.rows<Found>(find, [form.mobile]))
  const matches = await passwords.matches(account?.password_hash, form.password)
  if (!account || !matches) return refuse('loginFailed')

  const token = surroundings.randomBytes(32)
  const values = [
    account.player_id,
    account.password_hash,
    tokenHash(token),
    caller.session?.tokenHash ?? null,
  ]
  if (!(await maybeOne(database.rows(openStatement, values)))) return refuse('loginFailed')
  caller.setCookie('session', token, config.session.wholeMs / 1000)
  return done<'logIn'>(
    { player: account.player_id, name: account.name, mobile: form.mobile },
    'You are logged in',
  )
}
