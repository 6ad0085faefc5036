import { firstMessage, validateProfile } from '@pipkin/contract'
import { type Database, isDuplicate, one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller } from '../../platform/http/call.ts'
import { isFreshLogIn } from '../sessions/fresh-log-in.ts'

export interface ProfileForm {
  readonly name: string
  /** Empty: it stays. */
  readonly email: string
  /** Compared, never changed. */
  readonly mobile: string
  readonly showName?: boolean | undefined
}

const look = sql`select mobile, email from players.accounts where player_id = $1`

const change = sql`
  update players.accounts set name = $2, show_name = coalesce($3, show_name) where player_id = $1`

// Uses up the verified address and makes it the account's, all or nothing. No row where this
// browser hasn't verified it.
const changeWithEmail = sql`
  with verified as (
    delete from players.verified_addresses
    where presession_hash = $4 and email = $5 and verified_at > now() - interval '30 minutes'
    returning email
  )
  update players.accounts set name = $2, show_name = coalesce($3, show_name), email = verified.email
  from verified where player_id = $1
  returning player_id`

/**
 * Changes the name, and the e-mail address where it is another one: verified by this browser, after
 * a fresh log-in.
 */
export async function updateProfile(
  database: Database,
  form: ProfileForm,
  caller: PlayerCaller,
): Promise<Result<'updateProfile'>> {
  const message = firstMessage(validateProfile(form))
  if (message !== undefined) return refuse('invalidForm', { parts: { message } })
  const { player } = caller.session
  const account = await one(database.rows<{ mobile: string; email: string }>(look, [player]))
  if (form.mobile !== '' && form.mobile !== account.mobile) return refuse('mobileFixed')

  const values = [player, form.name.trim(), form.showName ?? null]
  const email = form.email.toLowerCase()
  if (email === '' || email === account.email) await database.rows(change, values)
  else {
    if (!(await isFreshLogIn(database, caller.session))) return refuse('loginNotFresh')
    try {
      const changed = await database.rows(changeWithEmail, [...values, caller.presession, email])
      if (changed.length === 0) return refuse('emailNotVerified')
    } catch (error) {
      // Another account took the address after this browser verified it.
      if (!isDuplicate(error)) throw error
      return refuse('emailTaken')
    }
    caller.clearCookie('presession')
  }
  return done({}, 'Your profile has been updated')
}
