import { type FrozenBy, firstMessage, validateLogin } from '@pipkin/contract'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { networkOf, wideNetworkOf } from '../../platform/http/client-network.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import { fewAtOnce } from '../../platform/limits/few-at-once.ts'
import type { AccountDeps } from '../account-deps.ts'
import { countAttempt, type LimitKeys } from '../count-attempt.ts'
import { deviceName } from '../device-name.ts'
import { type FactorCounts, factorsOf } from '../factors/confirmations.ts'
import { startSecondStep } from '../factors/second-steps.ts'
import { type Entering, enter, isNewDevice, openSession, refuseFrozen } from './open-session.ts'

// The device is looked up with or without an account, and there is always a row.
const find = sql`
  select player_id, name, password_hash, has_totp, passkeys, first_signed_in_at,
         case when frozen_by_house then 'house'
              when frozen_from is not null and not (opens_by_factor and (has_totp or passkeys > 0))
              then 'owner' end as frozen_by,
         coalesce(player_id = any (known), false) as knows_device,
         coalesce(player_id = any (trusted), false) as trusts_device
  from (
    select array_agg(player_id) filter (where has_tries) as known,
           array_agg(player_id) filter (where doubted_at is null) as trusted
    from players.devices where device_hash = $2
  ) device
  left join players.accounts on mobile = $1`

interface Found extends Entering, FactorCounts {
  readonly name: string
  readonly password_hash: string
  /** The browser's device cookie is of an earlier log-in of this account, and has its own tries. */
  readonly knows_device: boolean
  readonly frozen_by: FrozenBy | null
}

interface Nobody {
  readonly player_id: null
}

interface LogInForm {
  readonly mobile: string
  readonly password: string
}

/**
 * Opens a session under a new token, and ends the one that the browser had. A player with a second
 * factor is asked for it first. Costs one password hash whether or not the number has an account,
 * and doesn't say which of the two was wrong. Only its right password shows that an account is
 * frozen, and by whom.
 */
export async function logIn(
  deps: AccountDeps,
  form: LogInForm,
  caller: Caller,
): Promise<Result<'logIn'>> {
  const message = firstMessage(validateLogin(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  deps.passwords.admit()
  // A browser without the cookie asks the same of the database.
  const device = tokenHash(caller.device ?? Buffer.alloc(32))
  const found = await one(deps.database.rows<Found | Nobody>(find, [form.mobile, device]))
  const account = found.player_id === null ? undefined : found
  const { logInsOfNumber, logInsOfDevice } = deps.limits
  return countAttempt({
    limits: limitsOf(deps, form, account, device, caller),
    tooMany: 'loginTooMany',
    countedIf: ['loginFailed'],
    // Behind a right password.
    startsAnew: [logInsOfNumber, logInsOfDevice],
    run: () => judge(deps, form, account, caller),
  })
}

/**
 * What a failed log-in counts for. A device that the account knows has a count of its own: others'
 * guesses never lock it out, and its own are as few as theirs.
 */
const limitsOf = (
  { limits }: AccountDeps,
  { mobile }: LogInForm,
  account: Found | undefined,
  device: Buffer,
  { ip }: Caller,
): LimitKeys =>
  account?.knows_device
    ? [[limits.logInsOfDevice, `${account.player_id} ${device.toString('hex')}`]]
    : [
        [limits.logInsOfNetwork, networkOf(ip)],
        [limits.logInsOfWideNetwork, wideNetworkOf(ip)],
        [limits.logInsOfNumber, mobile],
      ]

/**
 * At most half of what waits for a hash comes from one network. Right passwords don't count in any
 * limit, so a few accounts could keep all others out.
 */
const someAtOnce = fewAtOnce(32)

/** The log-in itself, without its limits. */
async function judge(
  deps: AccountDeps,
  { mobile, password }: LogInForm,
  account: Found | undefined,
  caller: Caller,
): Promise<Result<'logIn'>> {
  const compare = () => deps.passwords.matches(account?.password_hash, password)
  const matches = await (deps.config.limits
    ? someAtOnce(wideNetworkOf(caller.ip), compare)
    : compare())
  if (!account || !matches) return refuse('loginFailed')
  if (account.frozen_by) return refuseFrozen(account.frozen_by)
  const secondFactor = factorsOf(account)
  if (secondFactor.length > 0) {
    await startSecondStep(deps, account, caller, deviceName(caller.userAgent))
    return done<'logIn'>({ secondFactor }, 'Please confirm that it is you')
  }
  const open = (inside: Queryable) =>
    openSession(inside, deps, account, account.password_hash, caller)
  const token = await (isNewDevice(account) ? deps.database.transaction(open) : open(deps.database))
  if (!token) return refuse('loginFailed')
  await enter(deps, account, token, caller)
  return done<'logIn'>(
    { player: account.player_id, name: account.name, mobile },
    'You are logged in',
  )
}
