import type { FrozenBy } from '@pipkin/contract'
import type { InputOf } from '@pipkin/contract/schemas'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Refusal, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { AccountDeps } from '../account-deps.ts'
import { browserAsker } from '../factors/challenges.ts'
import { lockAccount } from '../factors/confirmations.ts'
import { countGuess } from '../factors/factor-limits.ts'
import { provePasskey } from '../factors/passkeys.ts'
import { type Proof, proveCode, refuseUnlessOne } from '../factors/prove-code.ts'
import { findSecondStep } from '../factors/second-steps.ts'
import { type Entering, enter, openSession, refuseFrozen } from './open-session.ts'

type Answered = Result<'giveSecondFactor'>

/**
 * Opens the session of a log-in: by the second factor of the player whose password was given in
 * this browser, or by a passkey alone.
 */
export async function giveSecondFactor(
  deps: AccountDeps,
  given: InputOf<'giveSecondFactor'>,
  caller: Caller,
): Promise<Answered> {
  const refusal = refuseUnlessOne(given)
  if (refusal) return refusal
  const { code, assertion } = given
  return code === undefined ? giveAssertion(deps, assertion, caller) : giveCode(deps, code, caller)
}

async function giveCode(deps: AccountDeps, code: string, caller: Caller): Promise<Answered> {
  const step = await findSecondStep(deps.database, caller)
  if (!step) return refuse('secondStepOver')
  const player = step.player_id
  return countGuess(deps, player, caller, async () => {
    const proof = await proveCode(deps, player, code, caller)
    if (!proof.ok) return proof
    // The step again, with the account locked: the password may have changed, or another request
    // of this browser may have gone on with it.
    const judge = async (inside: Queryable) =>
      (await findSecondStep(inside, caller)) ? null : refuse('secondStepOver')
    return open(deps, player, proof, caller, judge)
  })
}

async function giveAssertion(
  deps: AccountDeps,
  assertion: unknown,
  caller: Caller,
): Promise<Answered> {
  const { passkeyBrowser } = caller
  if (passkeyBrowser === null) return refuse('secondStepOver')
  const challengeFor = { purpose: 'log_in', asker: browserAsker(passkeyBrowser) } as const
  return countGuess(deps, null, caller, async () => {
    const proof = await provePasskey(deps, assertion, challengeFor, caller)
    return proof.ok ? open(deps, proof.player, proof, caller, async () => null) : proof
  })
}

const find = sql`
  select player_id, name, mobile, first_signed_in_at,
         case when frozen_by_house then 'house'
              when frozen_from is not null and not opens_by_factor then 'owner' end as frozen_by,
         exists (
           select from players.devices d
           where d.device_hash = $2 and d.player_id = a.player_id
             and d.doubted_at is null) as trusts_device
  from players.accounts a where player_id = $1`

interface Found extends Entering {
  readonly name: string
  readonly mobile: string
  readonly frozen_by: FrozenBy | null
}

// The owner has set a new password by a mailed link, and now shows the factor.
const endFreeze = sql`
  with opened as (
    update players.accounts
    set frozen_from = null, frozen_by_owner = false, opens_by_factor = false
    where player_id = $1 and opens_by_factor
    returning player_id
  )
  select ledger.set_frozen(player_id, false) from opened`

// The player's own: a passkey of another's may have logged in beside it.
const endStep = sql`delete from players.second_steps where token_hash = $1 and player_id = $2`

/** Uses the proof and opens the session, confirmed, in one database transaction. */
async function open(
  deps: AccountDeps,
  player: number,
  proof: Proof,
  caller: Caller,
  judge: (inside: Queryable) => Promise<Refusal<'secondStepOver'> | null>,
): Promise<Answered> {
  const device = tokenHash(caller.device ?? Buffer.alloc(32))
  const opened = await deps.database.transaction(async (inside) => {
    await lockAccount(inside, player)
    const refusal = await judge(inside)
    if (refusal) return refusal
    if (!(await proof.use(inside))) return refuse('factorWrong')
    const account = await one(inside.rows<Found>(find, [player, device]))
    if (account.frozen_by) return refuseFrozen(account.frozen_by)
    await inside.rows(endFreeze, [player])
    const token = await openSession(inside, deps, account, null, caller)
    if (!token) return refuse('secondStepOver')
    if (caller.secondStep) await inside.rows(endStep, [caller.secondStep, player])
    return { ok: true, account, token } as const
  })
  if (!opened.ok) return opened
  const { account, token } = opened
  caller.clearCookie('secondStep')
  caller.clearCookie('passkeyBrowser')
  await enter(deps, account, token, caller)
  deps.mails.sendSoon()
  const { name, mobile } = account
  return done<'giveSecondFactor'>({ player, name, mobile }, 'You are logged in')
}
