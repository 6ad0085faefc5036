import type { InputOf } from '@pipkin/contract/schemas'
import { maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { newTotpSecret, readAppCode, stepOfCode, totpUri } from './app-codes.ts'
import { finishChange, lockConfirmed } from './confirmations.ts'
import { noteFactorEvent } from './factor-events.ts'
import { countGuess } from './factor-limits.ts'
import { holdWaysOut } from './hold-ways-out.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { renewSession } from './renew-session.ts'

// Locked, so that none is kept for an account that is being closed.
const start = sql`
  insert into players.totp (player_id, pending_secret, pending_session, pending_at)
  select player_id, $2, $3, clock_timestamp() from players.accounts
  where player_id = $1 and closed_at is null for key share
  on conflict (player_id) do update set
    pending_secret = excluded.pending_secret, pending_session = excluded.pending_session,
    pending_at = excluded.pending_at
  returning (select mobile from players.accounts where player_id = $1) as mobile`

/** Makes a new secret. It replaces none before `confirmTotp` has taken a code of it. */
export async function startTotp(
  { database, surroundings, factorKeys }: AccountDeps,
  { session }: PlayerCaller,
): Promise<Result<'startTotp'>> {
  const secret = newTotpSecret()
  const kept = factorKeys.encrypt(session.player, secret, surroundings.randomBytes(12))
  const values = [session.player, kept, session.id]
  const account = await maybeOne(database.rows<{ mobile: string }>(start, values))
  // It was closed in this moment.
  if (!account) return refuse('noSession')
  return done<'startTotp'>({ secret, uri: totpUri(secret, account.mobile) })
}

const pending = sql`
  select pending_secret, extract(epoch from clock_timestamp())::float8 as now
  from players.totp
  where player_id = $1 and pending_session = $2
    and pending_at > clock_timestamp() - interval '15 minutes'`

/**
 * Adds the app whose code this is, in place of the one before. The step of the code is used, and
 * the recovery codes are new.
 */
export async function confirmTotp(
  deps: AccountDeps,
  { code }: InputOf<'confirmTotp'>,
  caller: PlayerCaller,
): Promise<Result<'confirmTotp'>> {
  const { database, factorKeys } = deps
  const { session } = caller
  const { player, id } = session
  const found = await maybeOne(
    database.rows<{ pending_secret: Buffer; now: number }>(pending, [player, id]),
  )
  if (!found) return refuse('secondStepOver')
  return countGuess(deps, player, caller, async () => {
    const typed = readAppCode(code)
    const secret = factorKeys.decrypt(player, found.pending_secret)
    const step = typed === null ? null : stepOfCode(secret, typed, found.now)
    if (step === null) return refuse('factorWrong')
    const added = await renewSession(deps, caller, (inside) =>
      add(inside, deps, { caller, found, step }),
    )
    deps.mails.sendSoon()
    return added
  })
}

const isReplaced = sql`select from players.totp where player_id = $1 and secret is not null`

const confirmPending = sql`
  update players.totp set secret = pending_secret, last_step = $4,
    pending_secret = null, pending_session = null, pending_at = null
  where player_id = $1 and pending_session = $2 and pending_secret = $3
  returning player_id`

async function add(
  inside: Queryable,
  deps: Pick<AccountDeps, 'surroundings' | 'factorKeys' | 'config'>,
  given: {
    readonly caller: PlayerCaller
    readonly found: { readonly pending_secret: Buffer }
    readonly step: number
  },
): Promise<Result<'confirmTotp'>> {
  const { caller, found, step } = given
  const { session } = caller
  const { player, id } = session
  const refusal = await lockConfirmed(inside, session)
  if (refusal) return refusal
  const replaces = (await inside.rows(isReplaced, [player])).length > 0
  const values = [player, id, found.pending_secret, step]
  if (!(await maybeOne(inside.rows(confirmPending, values)))) return refuse('secondStepOver')
  const recoveryCodes = await giveRecoveryCodes(inside, deps, player)
  // The app before works no more: it is as if it had been removed.
  if (replaces) await holdWaysOut(inside, player, deps.config.holdMs)
  await finishChange(inside, session)
  await noteFactorEvent(inside, player, caller, 'totp_added')
  return done<'confirmTotp'>({ recoveryCodes }, 'The authenticator app was added')
}

const remove = sql`
  delete from players.totp where player_id = $1 returning secret is not null as counted`

/**
 * Removes the app, with the recovery codes where it was the last factor, and holds the ways out of
 * the account.
 */
export async function removeTotp(
  deps: AccountDeps,
  caller: PlayerCaller,
): Promise<Result<'removeTotp'>> {
  const { session } = caller
  const { player } = session
  const result = await renewSession(deps, caller, async (inside) => {
    const refusal = await lockConfirmed(inside, session)
    if (refusal) return refusal
    const removed = await maybeOne(inside.rows<{ counted: boolean }>(remove, [player]))
    if (!removed?.counted) return refuse('notFound')
    await holdWaysOut(inside, player, deps.config.holdMs)
    await finishChange(inside, session)
    await noteFactorEvent(inside, player, caller, 'totp_removed')
    return done<'removeTotp'>({}, 'The authenticator app was removed')
  })
  deps.mails.sendSoon()
  return result
}
