import { firstMessage, singleSpaced, validateProfile } from '@pipkin/contract'
import { type Database, isDuplicate, one, sql } from '../../platform/database/database.ts'
import { done, type Refusal, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { lockAccount, lockConfirmed, refuseUnconfirmed } from '../factors/confirmations.ts'
import { renewSession } from '../factors/renew-session.ts'

export interface ProfileForm {
  /** Empty where `showName` alone is changed: it stays. */
  readonly name: string
  /** Empty: it stays. */
  readonly email: string
  /** Compared, never changed. */
  readonly mobile: string
  readonly showName?: boolean | undefined
}

const look = sql`select mobile, email from players.accounts where player_id = $1`

const change = sql`
  update players.accounts
    set name = coalesce(nullif($2, ''), name), show_name = coalesce($3, show_name)
  where player_id = $1 and closed_at is null and players.is_open($4, $1, $5)
  returning player_id`

// To the old address: by a statement before the one that changes it. Undone with what it reports.
const notify = sql`
  select players.notify($1, 'email_changed', device, $3)
  from players.sessions where session_id = $2`

// Uses up the verified address, makes it the account's and notes the mailbox that it replaces, all
// or nothing. No row where this browser hasn't verified it.
const changeWithEmail = sql`
  with verified as (
    delete from players.verified_addresses
    where presession_hash = $4 and email = $5 and verified_at > now() - interval '30 minutes'
    returning email
  ), changed as (
    update players.accounts
      set name = $2, show_name = coalesce($3, show_name), email = verified.email
    from verified where player_id = $1
    returning player_id, mailbox
  ), noted as (
    insert into players.left_mailboxes (player_id, mailbox)
    select player_id, before.mailbox
    from changed join players.accounts before using (player_id)
    where before.mailbox <> changed.mailbox
  )
  select from changed`

// Limits and breaks of who had that mailbox last: an excluded player's exclusion comes along. It
// locks the wallets of all of the owner's accounts, in the order of their ids, so nothing before it
// may lock this account's.
const takeAlong = sql`select ledger.come_back($1, null, $2)`

const hold = sql`select ledger.hold_ways_out($1, $2 * interval '1 millisecond', 'email')`

// What was mailed to the old address, whose reader may be why it changes: links for a new password,
// and codes that confirm, with what other sessions have confirmed by them. By a statement after the
// change, which a link that is being mailed makes wait.
const endMailed = sql`
  with links as (
    delete from players.reset_links where player_id = $1
  ), codes as (
    update players.confirmation_codes set used = true where player_id = $1 and not used
  )
  update players.sessions set confirmed_until = null
  where session_id in (select players.lock_sessions($1)) and session_id <> $2
    and confirmed_until is not null`

/**
 * Changes the name, and the e-mail address where it is another one: verified by this browser, in a
 * confirmed session. Another address holds the ways out of the account for `holdMs`.
 */
export async function updateProfile(
  deps: Pick<AccountDeps, 'database' | 'surroundings' | 'config'>,
  form: ProfileForm,
  caller: PlayerCaller,
): Promise<Result<'updateProfile'>> {
  const { database } = deps
  const isChoice = form.showName !== undefined && form.name === '' && form.email === ''
  const message = isChoice ? undefined : firstMessage(validateProfile(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  const { player } = caller.session
  const account = await one(database.rows<{ mobile: string; email: string }>(look, [player]))
  if (form.mobile !== '' && form.mobile !== account.mobile) return refuse('mobileFixed')

  const values = [player, singleSpaced(form.name), form.showName ?? null]
  const email = form.email.toLowerCase()
  if (email === '' || email === account.email) {
    if (!(await changeName(database, caller.session, values))) return refuse('noSession')
  } else {
    if (caller.session.confirmedUntil === null) return refuseUnconfirmed(database, caller.session)
    try {
      const refusal = await changeEmail(deps, caller, email, [...values, caller.presession, email])
      if (refusal) return refusal
    } catch (error) {
      // Another account took the address after this browser verified it.
      if (!isDuplicate(error)) throw error
      return refuse('emailTaken')
    }
    caller.clearCookie('presession')
  }
  return done({}, 'Your profile has been updated')
}

/**
 * False where the session has ended or the account is closed, judged with the account locked: a
 * thief's change that waited for the owner's reset or freeze must not follow it.
 */
const changeName = (
  database: Database,
  { id, player, tokenHash }: Session,
  values: readonly unknown[],
): Promise<boolean> =>
  database.transaction(async (inside) => {
    await lockAccount(inside, player)
    return (await inside.rows(change, [...values, id, tokenHash])).length > 0
  })

class NotVerified extends Error {}

/**
 * Null where it is done. The session is judged likewise. It gets a new token: codes go to the
 * address that changes.
 */
async function changeEmail(
  deps: Pick<AccountDeps, 'database' | 'surroundings' | 'config'>,
  caller: PlayerCaller,
  email: string,
  values: readonly unknown[],
): Promise<Refusal<'noSession' | 'confirmFirst' | 'emailNotVerified'> | null> {
  try {
    const { session } = caller
    const result = await renewSession(deps, caller, async (inside) => {
      const refusal = await lockConfirmed(inside, session)
      if (refusal) return refusal
      await inside.rows(notify, [session.player, session.id, email])
      if ((await inside.rows(changeWithEmail, values)).length === 0) throw new NotVerified()
      await inside.rows(takeAlong, [session.player, email])
      await inside.rows(hold, [session.player, deps.config.holdMs])
      await inside.rows(endMailed, [session.player, session.id])
      return { ok: true } as const
    })
    return result.ok ? null : result
  } catch (error) {
    if (error instanceof NotVerified) return refuse('emailNotVerified')
    throw error
  }
}
