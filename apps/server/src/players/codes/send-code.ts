import { emailMessage, isEmail } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { type Database, maybeOne, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf, wideNetworkOf } from '../../platform/http/client-network.ts'
import type { AccountDeps } from '../account-deps.ts'
import { browserHashOf, type KeptCode, keptCode } from './code-hash.ts'
import { accountExistsMail, codeMail } from './code-mail.ts'
import { type MailedCode, refuseTooManyCodes } from './code-waits.ts'
import { newPresession } from './presession.ts'

/**
 * Sends a new code to an address, which ends the earlier one of this browser alone. An address that
 * has an account, other than the one that asks, is answered the same and mailed that it has one. If
 * a code can't be sent, the earlier one stays, and another can be asked for at once.
 */
export async function sendCode(
  deps: AccountDeps,
  { email: address }: InputOf<'sendCode'>,
  caller: Caller,
): Promise<Result<'sendCode'>> {
  const { database, surroundings, limits, mailer } = deps
  if (!isEmail(address)) return refuse('invalidForm', { parts: { message: emailMessage } })
  const retryAfterMs =
    (await limits.codesOfNetwork.take(networkOf(caller.ip))) ??
    (await limits.codesOfWideNetwork.take(wideNetworkOf(caller.ip)))
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })

  const email = address.toLowerCase()
  const code = String(surroundings.randomInt(0, 10_000)).padStart(4, '0')
  const presession = newPresession(surroundings)
  const kept = keptCode(presession.hash, email, code)
  const stored = await store(database, email, kept, caller, deps.config.limits)
  if (!stored.ok) return stored
  try {
    await mailer.send(stored.hasAccount ? accountExistsMail(address) : codeMail(address, code))
  } catch (error) {
    await database.rows(takeBack, [kept.browserHash])
    throw error
  }
  presession.give(caller)
  return done({ waitSeconds: deps.config.limits ? 60 : 0 }, 'We have sent you an email')
}

// A simultaneous request for the same mailbox waits here, and then sees this code.
const lockMailbox = sql`
  select pg_advisory_xact_lock(hashtextextended('email code ' || players.mailbox_of($1), 0))`

const askerOf = sql`
  select asker from players.email_codes
  where browser_hash = $1 and sent_at > clock_timestamp() - interval '1 hour'`

const mailedInTheHour = sql`
  select asker = $2 as own, network,
         (extract(epoch from clock_timestamp() - sent_at) * 1000)::float8 as age_ms
  from players.email_codes
  where mailbox = players.mailbox_of($1) and sent_at > clock_timestamp() - interval '1 hour'
  order by sent_at desc`

const insert = sql`
  insert into players.email_codes (browser_hash, email, code_hash, asker, network)
  select $2, $1,
         case when not exists (
           select from players.accounts
           where mailbox = players.mailbox_of($1) and player_id is distinct from $6
         ) then $3::bytea end,
         $4, $5
  returning code_hash is null as has_account`

const takeBack = sql`delete from players.email_codes where browser_hash = $1`

/** Keeps a code where the waits allow one. */
function store(
  database: Database,
  email: string,
  kept: KeptCode,
  { session, presession, ip }: Caller,
  waits: boolean,
) {
  const network = wideNetworkOf(ip)
  return database.transaction(async (inside) => {
    await inside.rows(lockMailbox, [email])
    const known =
      presession &&
      (await maybeOne(inside.rows<{ asker: Buffer }>(askerOf, [browserHashOf(presession)])))
    const asker = known?.asker ?? kept.browserHash
    if (waits) {
      const mailed = await inside.rows<MailedCode>(mailedInTheHour, [email, asker])
      const refusal = refuseTooManyCodes(mailed, network)
      if (refusal) return refusal
    }
    const player = session?.player ?? null
    const values = [email, kept.browserHash, kept.codeHash, asker, network, player]
    const { has_account } = await one(inside.rows<{ has_account: boolean }>(insert, values))
    return { ok: true as const, hasAccount: has_account }
  })
}
