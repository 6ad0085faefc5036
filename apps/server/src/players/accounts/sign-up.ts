import { firstMessage, type SignUpForm, validateSignUp } from '@pipkin/contract'
import { maybeOne, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf, wideNetworkOf } from '../../platform/http/client-network.ts'
import type { Limit } from '../../platform/limits/limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import type { AccountLimits } from '../account-limits.ts'
import { countAttempt, type LimitKeys } from '../count-attempt.ts'
import { newInviteCode, newPlayerId } from './new-ids.ts'

// Accounts are looked for only once the address is verified, so that no time says whose they are.
const look = sql`
  select verified,
         case when verified then exists (
           select from players.accounts where mailbox = players.mailbox_of($2)) end as email_taken,
         case when verified then exists (
           select from players.accounts where mobile = $3) end as mobile_taken,
         case when verified then (
           select player_id from players.accounts where invite_code = $4) end as referrer
  from (
    select exists (
      select from players.verified_addresses
      where presession_hash = $1 and email = $2
        and verified_at > now() - interval '30 minutes') as verified
  ) address`

interface Look {
  readonly verified: boolean
  readonly email_taken: boolean | null
  readonly mobile_taken: boolean | null
  readonly referrer: number | null
}

// Opens the account and its wallets, with the limits and the break of a player who had closed one,
// all or nothing. No row where a unique value was taken. The address stays verified: a browser that
// asks again, since the answer was lost, hears that it has an account.
const open = sql`
  with verified as (
    select email from players.verified_addresses
    where presession_hash = $1 and email = $2 and verified_at > now() - interval '30 minutes'
  ), account as (
    insert into players.accounts
      (player_id, name, mobile, email, password_hash, invite_code, referrer_id)
    select $3, $4, $5, email, $6, $7, $8 from verified
    on conflict do nothing
    returning player_id, mobile, email
  )
  select player_id, ledger.open_wallets(player_id), ledger.come_back(player_id, mobile, email)
  from account`

/**
 * Opens an account for the address that this browser has verified, with wallets and, by an invite
 * code, its referrer. It reveals few taken numbers in an hour: they are counted before the number
 * is looked up, so a refusal by the limit reveals none.
 */
export async function signUp(
  deps: AccountDeps,
  form: SignUpForm & { inviteCode: string },
  caller: Caller,
): Promise<Result<'signUp'>> {
  const message = firstMessage(validateSignUp(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  const asked = {
    ...form,
    email: form.email.toLowerCase(),
    inviteCode: form.inviteCode.trim().toUpperCase(),
  }
  const refusal = refuseAddressAndInvite(await lookUp(deps, asked, caller), asked.inviteCode)
  if (refusal) return refusal

  return countAttempt({
    limits: limitsOf(deps.limits, asked.email, caller.ip),
    tooMany: 'tooMany',
    // A number that was revealed.
    countedIf: ['mobileTaken'],
    run: () => openAccount(deps, asked, caller),
  })
}

interface Asked {
  readonly name: string
  readonly mobile: string
  readonly password: string
  readonly email: string
  readonly inviteCode: string
}

const lookUp = ({ database }: AccountDeps, asked: Asked, { presession }: Caller): Promise<Look> =>
  one(database.rows<Look>(look, [presession, asked.email, asked.mobile, asked.inviteCode]))

/** Refuses what is wrong with any number. */
function refuseAddressAndInvite(found: Look, inviteCode: string) {
  if (!found.verified) return refuse('emailNotVerified')
  if (found.email_taken) return refuse('emailTaken')
  if (inviteCode !== '' && found.referrer === null) return refuse('unknownInviteCode')
  return null
}

/** What a number counts for that sign-up reveals as taken. */
const limitsOf = (limits: AccountLimits, email: string, ip: string): LimitKeys => [
  [limits.takenByAddress, email],
  [limits.takenByNetwork, networkOf(ip)],
  [limits.takenByWideNetwork, wideNetworkOf(ip)],
  [takenInAll(limits), 'all'],
]

/**
 * Where all together have been shown too many, sign-ups take turns, so an attacker with many
 * networks slows others down and stops none.
 */
const takenInAll = ({ takenInAll, signUpTurns }: AccountLimits): Limit => ({
  ...takenInAll,
  take: async (key) => ((await takenInAll.take(key)) === null ? null : signUpTurns.take(key)),
})

async function openAccount(
  deps: AccountDeps,
  asked: Asked,
  caller: Caller,
): Promise<Result<'signUp'>> {
  const { database, surroundings, passwords, limits } = deps
  let passwordHash: string | undefined
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const found = await lookUp(deps, asked, caller)
    const refusal = refuseAddressAndInvite(found, asked.inviteCode)
    if (refusal) return refusal
    if (found.mobile_taken) return refuse('mobileTaken')

    if (passwordHash === undefined) {
      const retryAfterMs = await limits.signUpsOfNetwork.take(networkOf(caller.ip))
      if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
      passwordHash = await passwords.hash(asked.password)
    }
    const account = await maybeOne(
      database.rows<{ player_id: number }>(open, [
        caller.presession,
        asked.email,
        newPlayerId(surroundings),
        asked.name.trim(),
        asked.mobile,
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
