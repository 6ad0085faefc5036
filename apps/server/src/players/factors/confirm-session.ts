import type { InputOf } from '@pipkin/contract/schemas'
import { maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { done, type Refusal, type Result, refuse } from '../../platform/http/answer.ts'
import type { PlayerCaller, Session } from '../../platform/http/call.ts'
import type { AccountDeps } from '../account-deps.ts'
import { confirm, factorsOf, lockAccount, readWays } from './confirmations.ts'
import { countGuess } from './factor-limits.ts'
import { provePasskey } from './passkeys.ts'
import { type Proof, proveCode, refuseUnlessOne } from './prove-code.ts'
import { renewSession } from './renew-session.ts'

/**
 * Confirms this session for five minutes, under a new token, by a factor or else by the code that
 * was mailed.
 */
export async function confirmSession(
  deps: AccountDeps,
  given: InputOf<'confirmSession'>,
  caller: PlayerCaller,
): Promise<Result<'confirmSession'>> {
  const { session } = caller
  const { player } = session
  const refusal = refuseUnlessOne(given)
  if (refusal) return refusal
  const { code, assertion } = given
  if (code === undefined) {
    const challengeFor = { purpose: 'confirm', asker: session.id } as const
    return countGuess(deps, null, caller, async () => {
      const proof = await provePasskey(deps, assertion, challengeFor, caller)
      return proof.ok ? confirmBy(deps, caller, proof) : refuse('factorWrong')
    })
  }
  const { confirm: ways } = await readWays(deps.database, player)
  if (ways.includes('mail')) return confirmByMail(deps, caller, code)
  return countGuess(deps, player, caller, async () => {
    const proof = await proveCode(deps, player, code, caller)
    return proof.ok ? confirmBy(deps, caller, proof) : proof
  })
}

const confirmed = () => done({}, 'Thank you, that was you')

async function confirmBy(
  deps: AccountDeps,
  caller: PlayerCaller,
  proof: Proof,
): Promise<Result<'confirmSession'>> {
  const { session } = caller
  const result = await renewSession(deps, caller, async (inside) => {
    await lockAccount(inside, session.player)
    if (!(await proof.use(inside))) return refuse('factorWrong')
    return confirmOrEnd(inside, session)
  })
  deps.mails.sendSoon()
  return result
}

const confirmOrEnd = async (
  inside: Queryable,
  session: Session,
): Promise<Result<'confirmSession'>> =>
  (await confirm(inside, session)) ? confirmed() : refuse('noSession')

// As check-code.ts does: each guess takes one of the five tries while it locks the row.
const judge = sql`
  update players.confirmation_codes code
  set tries = tries + 1, used = code_hash = any ($3)
  where player_id = $1 and asker = $2 and not used and tries < 5
    and sent_at > clock_timestamp() - interval '10 minutes'
    and not exists (select from players.confirmation_codes newer
      where newer.player_id = $1 and newer.asker = $2 and newer.sent_at > code.sent_at)
  returning used, tries`

/** A mailed code confirms where there is no second factor, judged with the account locked. */
const confirmByMail = (
  deps: AccountDeps,
  caller: PlayerCaller,
  code: string,
): Promise<Result<'confirmSession'>> =>
  renewSession(deps, caller, async (inside) => {
    const { session } = caller
    const { player, id } = session
    if (factorsOf(await lockAccount(inside, player)).length > 0) return refuse('factorWrong')
    const hashes = deps.factorKeys.mailHashes(id, code.replace(/\s/g, ''))
    const judged = await maybeOne(
      inside.rows<{ used: boolean; tries: number }>(judge, [player, id, hashes]),
    )
    if (judged?.used) return confirmOrEnd(inside, session)
    return wrongOrOver(judged)
  })

const wrongOrOver = (
  judged: { readonly tries: number } | undefined,
): Refusal<'factorWrong' | 'codeOver'> =>
  refuse(judged && judged.tries < 5 ? 'factorWrong' : 'codeOver')
