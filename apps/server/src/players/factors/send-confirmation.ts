import { one, sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { wideNetworkOf } from '../../platform/http/client-network.ts'
import type { Mail } from '../../platform/process/mail.ts'
import type { AccountDeps } from '../account-deps.ts'
import { type MailedCode, refuseTooManyCodes } from '../codes/code-waits.ts'
import { factorsOf, lockAccount, lockConfirmed, refuseUnconfirmed } from './confirmations.ts'

const addressOf = sql`select email from players.accounts where player_id = $1`

const mailedInTheHour = sql`
  select asker = $2 as own, network,
         (extract(epoch from clock_timestamp() - sent_at) * 1000)::float8 as age_ms
  from players.confirmation_codes
  where player_id = $1 and sent_at > clock_timestamp() - interval '1 hour'
  order by sent_at desc`

const insert = sql`
  insert into players.confirmation_codes (player_id, asker, network, code_hash)
  values ($1, $2, $3, $4)
  returning code_id`

const takeBack = sql`delete from players.confirmation_codes where player_id = $1 and code_id = $2`

/**
 * Mails a code to a player without a second factor. It confirms the session that asked, and ends
 * that session's earlier codes alone. Who has a second factor is answered by what to confirm with.
 */
export async function sendConfirmation(
  { database, surroundings, factorKeys, mailer, config }: AccountDeps,
  { session, ip }: PlayerCaller,
): Promise<Result<'sendConfirmation'>> {
  const { player, id: asker } = session
  const network = wideNetworkOf(ip)
  const code = String(surroundings.randomInt(0, 1_000_000)).padStart(6, '0')
  const [hash] = factorKeys.mailHashes(asker, code)
  const stored = await database.transaction(async (inside) => {
    // The lock: a simultaneous request waits here, and then sees this code. A closed account, whose
    // sessions have ended, has no address.
    const refusal = await lockConfirmed(inside, session)
    if (refusal?.code === 'noSession') return refusal
    if (factorsOf(await lockAccount(inside, player)).length > 0)
      return refuseUnconfirmed(inside, session)
    if (config.limits) {
      const mailed = await inside.rows<MailedCode>(mailedInTheHour, [player, asker])
      const tooMany = refuseTooManyCodes(mailed, network)
      if (tooMany) return tooMany
    }
    const { email } = await one(inside.rows<{ email: string }>(addressOf, [player]))
    const { code_id } = await one(
      inside.rows<{ code_id: string }>(insert, [player, asker, network, hash]),
    )
    return { ok: true as const, email, codeId: code_id }
  })
  if (!stored.ok) return stored
  try {
    await mailer.send(confirmationMail(stored.email, code))
  } catch (error) {
    await database.rows(takeBack, [player, stored.codeId])
    throw error
  }
  return done({}, 'We have sent you an email')
}

const confirmationMail = (to: string, code: string): Mail => ({
  to,
  subject: 'Your Pipkin code',
  text: [
    `Your code is ${code}`,
    'Enter it where you are logged in, to confirm that it is you. It is valid for ten minutes and can be used once.',
    "If you didn't ask for it, someone else is logged in to your account: change your password. Never give this code to anyone.",
  ].join('\n\n'),
})
