import type { InputOf } from '@pipkin/contract/schemas'
import { isDuplicate, maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Refusal, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller, PlayerCaller } from '../../platform/http/call.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { AccountDeps } from '../account-deps.ts'
import { browserAsker, type ChallengeFor, newChallenge, takeChallenge } from './challenges.ts'
import { finishChange, lockConfirmed, refuseUnconfirmed } from './confirmations.ts'
import { noteFactorEvent } from './factor-events.ts'
import { knownDevice } from './factor-limits.ts'
import { holdWaysOut } from './hold-ways-out.ts'
import type { Proof } from './prove-code.ts'
import { giveRecoveryCodes } from './recovery-codes.ts'
import { renewSession } from './renew-session.ts'
import { findSecondStep } from './second-steps.ts'
import { type KeptPasskey, readAdded, readSigned } from './webauthn.ts'

/** How long a challenge is good. */
const challengeSeconds = 5 * 60

/** Every look at an account's passkeys reads all of them. */
const mostPasskeys = 20
const tooMany = refuse('invalidForm', {
  parts: { message: `An account takes at most ${mostPasskeys} passkeys` },
})

const ofPlayer = sql`
  select credential_id, public_key, transports, user_handle
  from players.passkeys where player_id = $1`

const accountOf = sql`
  select name, mobile from players.accounts where player_id = $1 and closed_at is null`

/** What the browser's WebAuthn call is given, with a new challenge. */
export async function passkeyOptions(
  deps: AccountDeps,
  { purpose }: InputOf<'passkeyOptions'>,
  caller: Caller,
): Promise<Result<'passkeyOptions'>> {
  if (purpose === 'logIn') return logInOptions(deps, caller)
  const { database, factorKeys, webauthn } = deps
  const { session } = caller
  if (!session) return refuse('noSession')
  // Asked before the authenticator makes a passkey that would be refused.
  if (purpose === 'add' && session.confirmedUntil === null)
    return refuseUnconfirmed(database, session)
  const { player, id: asker } = session
  const challenge = await newChallenge(deps, { purpose, asker }, player)
  const passkeys = await database.rows<KeptPasskey & { user_handle: Buffer }>(ofPlayer, [player])
  if (purpose === 'confirm')
    return done<'passkeyOptions'>(await webauthn.askOptions(challenge, passkeys))
  if (passkeys.length >= mostPasskeys) return tooMany
  const account = await maybeOne(
    database.rows<{ name: string; mobile: string }>(accountOf, [player]),
  )
  // It was closed in this moment.
  if (!account) return refuse('noSession')
  const { name, mobile } = account
  // One for all of a player's passkeys, also after a change of FACTOR_KEY.
  const userHandle = passkeys[0]?.user_handle ?? factorKeys.userHandle(player)
  return done<'passkeyOptions'>(
    await webauthn.addOptions({ challenge, userHandle, name, userName: mobile, passkeys }),
  )
}

/**
 * For a log-in: a passkey of the player whose password was given in this browser, or else any that
 * its authenticator holds.
 */
async function logInOptions(deps: AccountDeps, caller: Caller): Promise<Result<'passkeyOptions'>> {
  const { database, surroundings, limits, webauthn } = deps
  const from = (await knownDevice(database, null, caller)) ?? networkOf(caller.ip)
  const retryAfterMs = await limits.challengesOfNetwork.take(from)
  if (retryAfterMs !== null) return refuse('tooMany', { retryAfterMs })
  const step = await findSecondStep(database, caller)
  // Tabs of a browser share the cookie. Planting one is no use: the answer must come from here too.
  const browser = caller.passkeyBrowser ?? surroundings.randomBytes(32)
  const challengeFor: ChallengeFor = { purpose: 'log_in', asker: browserAsker(browser) }
  const challenge = await newChallenge(deps, challengeFor, step?.player_id ?? null)
  const passkeys = step ? await database.rows<KeptPasskey>(ofPlayer, [step.player_id]) : []
  caller.setCookie('passkeyBrowser', browser, challengeSeconds)
  return done<'passkeyOptions'>(await webauthn.askOptions(challenge, passkeys))
}

const insert = sql`
  insert into players.passkeys
    (credential_id, player_id, public_key, user_handle, counter, name, transports)
  select $1, $2, $3, coalesce(min(user_handle), $4), $5, $6, $7
  from players.passkeys where player_id = $2
  having count(*) < $8
  returning credential_id`

const hasFactor = sql`
  select from players.accounts where player_id = $1 and (has_totp or passkeys > 0)`

/**
 * Adds the passkey that an authenticator has made for this session's challenge. The first factor
 * brings recovery codes.
 */
export async function addPasskey(
  deps: AccountDeps,
  { attestation, name }: InputOf<'addPasskey'>,
  caller: PlayerCaller,
): Promise<Result<'addPasskey'>> {
  const { database, webauthn, mails } = deps
  const { session } = caller
  const { player, id: asker } = session
  const read = readAdded(attestation)
  if (!read) return refuse('factorWrong')
  if (!(await takeChallenge(database, read.challenge, { purpose: 'add', asker })))
    return refuse('secondStepOver')
  const made = await webauthn.verifyNew(read.response, read.challenge)
  if (!made) return refuse('factorWrong')
  const shown = name?.trim() || 'Passkey'
  const values = [
    made.id,
    player,
    made.publicKey,
    deps.factorKeys.userHandle(player),
    made.counter,
    shown,
    made.transports,
    mostPasskeys,
  ]
  try {
    const result = await renewSession(deps, caller, async (inside) => {
      const refusal = await lockConfirmed(inside, session)
      if (refusal) return refusal
      const isFirst = (await inside.rows(hasFactor, [player])).length === 0
      if ((await inside.rows(insert, values)).length === 0) return tooMany
      const recoveryCodes = isFirst ? await giveRecoveryCodes(inside, deps, player) : []
      await finishChange(inside, session)
      await noteFactorEvent(inside, player, caller, 'passkey_added', shown)
      return done<'addPasskey'>({ recoveryCodes }, 'The passkey was added')
    })
    mails.sendSoon()
    return result
  } catch (error) {
    // An id that is kept already, this player's or another's.
    if (isDuplicate(error)) return refuse('factorWrong')
    throw error
  }
}

const remove = sql`
  delete from players.passkeys where player_id = $1 and credential_id = $2 returning name`

/** Removes a passkey, and holds the ways out of the account. */
export async function removePasskey(
  deps: AccountDeps,
  { id }: InputOf<'removePasskey'>,
  caller: PlayerCaller,
): Promise<Result<'removePasskey'>> {
  const { session } = caller
  const { player } = session
  const result = await renewSession(deps, caller, async (inside) => {
    const refusal = await lockConfirmed(inside, session)
    if (refusal) return refusal
    const removed = await maybeOne(
      inside.rows<{ name: string }>(remove, [player, Buffer.from(id, 'base64url')]),
    )
    if (!removed) return refuse('notFound')
    await holdWaysOut(inside, player, deps.config.holdMs)
    await finishChange(inside, session)
    await noteFactorEvent(inside, player, caller, 'passkey_removed', removed.name)
    return done<'removePasskey'>({}, 'The passkey was removed')
  })
  deps.mails.sendSoon()
  return result
}

interface FoundPasskey extends KeptPasskey {
  readonly player_id: number
  readonly user_handle: Buffer
}

const find = sql`
  select credential_id, player_id, public_key, user_handle, transports
  from players.passkeys where credential_id = $1`

/** The proof of a passkey, with whose it is. */
export interface PasskeyProof extends Proof {
  readonly player: number
}

// The row before the update: what the counter was.
const use = sql`
  with before as (
    select counter, name from players.passkeys
    where credential_id = $1 and player_id = $2 for update
  )
  update players.passkeys passkey
  set counter = greatest(passkey.counter, $3), last_used_at = clock_timestamp()
  from before where credential_id = $1
  returning before.name, before.counter > 0 and $3 <= before.counter as went_back`

/**
 * Judges what a passkey has signed, and uses up its challenge. Where the challenge is for one
 * player, no other's passkey answers it.
 */
export async function provePasskey(
  { database, webauthn }: Pick<AccountDeps, 'database' | 'webauthn'>,
  assertion: unknown,
  challengeFor: ChallengeFor,
  caller: Caller,
): Promise<PasskeyProof | Refusal<'factorWrong' | 'passkeyUnknown' | 'secondStepOver'>> {
  const read = readSigned(assertion)
  if (!read) return refuse('factorWrong')
  const { response, challenge } = read
  const taken = await takeChallenge(database, challenge, challengeFor)
  if (!taken) return refuse('secondStepOver')
  const id = Buffer.from(response.id, 'base64url')
  const passkey = await maybeOne(database.rows<FoundPasskey>(find, [id]))
  if (!passkey) return refuse(taken.player_id === null ? 'passkeyUnknown' : 'factorWrong')
  if (taken.player_id !== null && taken.player_id !== passkey.player_id)
    return refuse('factorWrong')
  if (!isHandleOf(passkey, response.response.userHandle, taken.player_id === null))
    return refuse('factorWrong')
  const counter = await webauthn.verifySigned(response, challenge, passkey)
  if (counter === null) return refuse('factorWrong')
  const player = passkey.player_id
  return {
    ok: true,
    player,
    async use(inside) {
      const used = await maybeOne(
        inside.rows<{ name: string; went_back: boolean }>(use, [id, player, counter]),
      )
      if (!used) return false
      if (used.went_back)
        await noteFactorEvent(inside, player, caller, 'passkey_counter_back', used.name)
      return true
    },
  }
}

/** Without a session or a password, the authenticator must say who the player is. */
const isHandleOf = (
  { user_handle }: FoundPasskey,
  given: string | undefined,
  mustBeGiven: boolean,
): boolean =>
  given === undefined ? !mustBeGiven : user_handle.equals(Buffer.from(given, 'base64url'))
