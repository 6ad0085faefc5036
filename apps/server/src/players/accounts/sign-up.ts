import { firstMessage, type SignUpForm, validateSignUp } from '@pipkin/contract'
import { maybeOne, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { AccountDeps } from '../account-deps.ts'
import { newInviteCode, newPlayerId } from './new-ids.ts'

const look = sql`
  select exists (select from players.verified_addresses
                 where presession_hash = $1 and email = $2
                   and verified_at > now() - interval '30 minutes') as verified,
         exists (select from players.accounts where email = $2) as email_taken,
         exists (select from players.accounts where mobile = $3) as mobile_taken,
         (select player_id from players.accounts where invite_code = $4) as referrer`

interface Look {
  readonly verified: boolean
  readonly email_taken: boolean
  readonly mobile_taken: boolean
  readonly referrer: number | null
}

// Opens the account and its wallets and uses up the verified address, all or nothing. No row where
// a unique value was taken.
const open = sql`
  with verified as (
    select email from players.verified_addresses
    where presession_hash = $1 and email = $2 and verified_at > now() - interval '30 minutes'
  ), account as (
    insert into players.accounts
      (player_id, name, mobile, email, password_hash, invite_code, referrer_id)
    select $3, $4, $5, email, $6, $7, $8 from verified
    on conflict do nothing
    returning player_id
  ), used_up as (
    delete from players.verified_addresses
    where presession_hash = $1 and exists (select from account)
  )
  select player_id, ledger.open_wallets(player_id) from account`

/**
 * Opens an account for the address that this browser has verified, with wallets and, by an invite
 * code, its referrer.
 */
export async function signUp(
  deps: AccountDeps,
  form: SignUpForm & { inviteCode: string },
  caller: Caller,
): Promise<Result<'signUp'>> {
  const { database, surroundings, passwords, limits } = deps
  const message = firstMessage(validateSignUp(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  const { presession } = caller
  const email = form.email.toLowerCase()
  const inviteCode = form.inviteCode.trim().toUpperCase()

  let passwordHash: string | undefined
  for (let round = 0; round < 10; round += 1) {
    const found = await one(database.rows<Look>(look, [presession, email, form.mobile, inviteCode]))
    if (!found.verified) return refuse('emailNotVerified')
    if (found.email_taken) return refuse('emailTaken')
    if (found.mobile_taken) return refuse('mobileTaken')
    if (inviteCode !== '' && found.referrer === null) return refuse('unknownInviteCode')

    if (passwordHash === undefined) {
      const retryAfterMs = await limits.signUpsOfNetwork.take(networkOf(caller.ip))
      if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
      passwordHash = await passwords.hash(form.password)
    }
    const account = await maybeOne(
      database.rows<{ player_id: number }>(open, [
        presession,
        email,
        newPlayerId(surroundings),
        form.name.trim(),
        form.mobile,
        passwordHash,
        newInviteCode(surroundings),
        found.referrer,
      ]),
    )
    if (account) {
      caller.clearCookie('presession')
      return done<'signUp'>({ player: account.player_id }, 'Your account is ready. Please log in.')
    }
    // Another sign-up took the number or the address first, which the next check reports; or the
    // random id or invite code exists already.
  }
  throw new Error('ten random player ids in a row were taken')
}
