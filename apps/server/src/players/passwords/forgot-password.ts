import { emailMessage, isEmail } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf, wideNetworkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'
import { type MailedCode, waitOfOwn, waitOfStrangers } from '../codes/code-waits.ts'

const answer = 'If this address belongs to an account, a mail is on its way.'

// One row, with or without an account.
const find = sql`
  select mailbox, exists (
    select from players.devices
    join players.accounts a using (player_id)
    where device_hash = $2 and has_tries and a.mailbox = asked.mailbox
  ) as knows_device
  from (select players.mailbox_of($1) as mailbox) asked`

// A simultaneous request for the same mailbox waits here, and then counts this one.
const lockMailbox = sql`select pg_advisory_xact_lock(hashtextextended('reset link ' || $1, 0))`

const askedInTheHour = sql`
  select coalesce(device_hash = $2, false) as own, network,
         (extract(epoch from clock_timestamp() - asked_at) * 1000)::float8 as age_ms
  from players.mails
  where email = $1 and kind = 'reset_link' and asked_at > clock_timestamp() - interval '1 hour'
  order by asked_at desc`

const ask = sql`
  insert into players.mails (kind, email, device_hash, network)
  values ('reset_link', $1, case when $2 then $3::bytea end, $4)`

/**
 * Takes up a request for a new password, for any address of the account's mailbox. Of the account
 * it only asks whether it knows this browser, by the same work for any address; the sender of mails
 * does the rest (`send-mails.ts`). A browser that the account knows has links of its own, or a
 * stranger's requests would use up the owner's; others wait as for codes.
 */
export async function forgotPassword(
  { database, limits, mails, config }: AccountDeps,
  { email: address }: InputOf<'forgotPassword'>,
  caller: Caller,
): Promise<Result<'forgotPassword'>> {
  if (!isEmail(address)) return refuse('invalidForm', { parts: { message: emailMessage } })
  // A browser without the cookie asks the same of the database.
  const device = tokenHash(caller.device ?? Buffer.alloc(32))
  const { mailbox, knows_device: isKnown } = await one(
    database.rows<{ mailbox: string; knows_device: boolean }>(find, [address, device]),
  )
  const network = wideNetworkOf(caller.ip)
  if (!isKnown) {
    const retryAfterMs =
      (await limits.resetsOfNetwork.take(networkOf(caller.ip))) ??
      (await limits.resetsOfWideNetwork.take(network))
    if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  }
  const retryAfterMs = await database.transaction(async (inside) => {
    await inside.rows(lockMailbox, [mailbox])
    if (config.limits) {
      const asked = await inside.rows<MailedCode>(askedInTheHour, [mailbox, device])
      const waitMs = isKnown ? waitOfOwn(asked) : waitOfStrangers(asked, network)
      if (waitMs > 0) return waitMs
    }
    await inside.rows(ask, [mailbox, isKnown, device, network])
    return null
  })
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  mails.sendSoon()
  return done({}, answer)
}
