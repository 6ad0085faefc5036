import { isEmail } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { AccountDeps } from '../account-deps.ts'

const answer = 'If this address belongs to an account, a mail is on its way.'

// A simultaneous request for the same address waits here, and then counts this one.
const lockAddress = sql`select pg_advisory_xact_lock(hashtextextended('reset link ' || $1, 0))`

const ask = sql`
  insert into players.mails (kind, email)
  select 'reset_link', $1
  where not $2 or 5 > (
    select count(*) from players.mails
    where email = $1 and kind = 'reset_link' and asked_at > now() - interval '1 hour')`

/**
 * Takes up a request for a new password: at most five mails an hour for an address, without saying
 * so. Never looks for the account, so that answer and time are the same for any address: the sender
 * of mails does (`send-mails.ts`).
 */
export async function forgotPassword(
  { database, limits, mails, config }: AccountDeps,
  { email: address }: InputOf<'forgotPassword'>,
  caller: Caller,
): Promise<Result<'forgotPassword'>> {
  if (!isEmail(address))
    return refuse('invalidForm', { parts: { message: 'Please enter a valid email address' } })
  const retryAfterMs = await limits.resetsOfNetwork.take(networkOf(caller.ip))
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  const email = address.toLowerCase()
  await database.transaction(async (inside) => {
    await inside.rows(lockAddress, [email])
    await inside.rows(ask, [email, config.limits])
  })
  mails.sendSoon()
  return done({}, answer)
}
