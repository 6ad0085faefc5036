import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import type { Caller } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { keptCode } from './code-hash.ts'
import { newPresession } from './presession.ts'

// One statement: each guess takes one of the five tries while it locks the row, so parallel guesses
// get no more.
const judge = sql`
  with judged as (
    update players.email_codes code
    set tries = tries + 1, used = coalesce(code_hash = $3, false)
    where browser_hash = $1 and email = $2 and not used and tries < 5
      and sent_at > now() - interval '10 minutes'
      and not exists (select from players.email_codes newer
        where newer.mailbox = code.mailbox and newer.asker = code.asker
          and newer.sent_at > code.sent_at)
    returning used, tries
  ), verified as (
    insert into players.verified_addresses (presession_hash, email) select $4, $2 from judged
    where used
  )
  select used, tries from judged`

/**
 * Checks the code that this browser was sent. A right one verifies the address for this browser,
 * under a new pre-session: the old token becomes worthless.
 */
export async function checkCode(
  deps: Pick<AccountDeps, 'database' | 'surroundings'>,
  attempt: { email: string; code: string },
  caller: Caller,
): Promise<Result<'checkCode'>> {
  if (attempt.code === '') return refuse('codeMissing')
  if (caller.presession === null) return refuse('codeOver')
  const email = attempt.email.toLowerCase()
  const { browserHash, codeHash } = keptCode(caller.presession, email, attempt.code)
  const presession = newPresession(deps.surroundings)
  const judged = await maybeOne(
    deps.database.rows<{ used: boolean; tries: number }>(judge, [
      browserHash,
      email,
      codeHash,
      presession.hash,
    ]),
  )
  if (judged?.used) {
    presession.give(caller)
    return done({}, 'Your email address is verified')
  }
  return refuse(judged && judged.tries < 5 ? 'codeWrong' : 'codeOver')
}
