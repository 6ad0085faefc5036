import type { InputOf } from '@pipkin/contract/schemas'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { linkTokenHash } from '../mails/mailed-link.ts'

const freeze = sql`select players.freeze($1) as player`

/**
 * Freezes the account of a "This wasn't me" link, once: no session, no bet and no money out, until
 * its owner resets the password. An old, a used and a wrong token are refused alike.
 */
export async function freezeAccount(
  { database, mails }: Pick<AccountDeps, 'database' | 'mails'>,
  { token }: InputOf<'freezeAccount'>,
  caller: Caller,
): Promise<Result<'freezeAccount'>> {
  const { player } = await one(
    database.rows<{ player: number | null }>(freeze, [linkTokenHash(token)]),
  )
  if (player === null) return refuse('linkOver')
  if (caller.session?.player === player) caller.clearCookie('session')
  mails.sendSoon()
  return done({}, 'Your account is frozen.')
}
