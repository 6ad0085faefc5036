import type { Confirmation } from '@pipkin/contract'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { type Refusal, refuse } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'

/** The second factors of an account, as its row counts them. */
export interface FactorCounts {
  readonly has_totp: boolean
  readonly passkeys: number
}

/** The factors in the order in which a screen offers them. */
export const factorsOf = ({
  has_totp,
  passkeys,
}: FactorCounts): readonly ('totp' | 'passkey')[] => [
  ...(has_totp ? (['totp'] as const) : []),
  ...(passkeys > 0 ? (['passkey'] as const) : []),
]

const counts = sql`select has_totp, passkeys from players.accounts where player_id = $1`

/** What a player can confirm by: a mailed code only where there is no second factor. */
export async function readWays(database: Queryable, player: number): Promise<Confirmation> {
  const factors = factorsOf(await one(database.rows<FactorCounts>(counts, [player])))
  return { confirm: factors.length > 0 ? factors : ['mail'] }
}

/** The refusal of a call that needs a confirmed session, with what the player can confirm by. */
export async function refuseUnconfirmed(
  database: Queryable,
  { player }: Pick<Session, 'player'>,
): Promise<Refusal<'confirmFirst'>> {
  return refuse('confirmFirst', { data: await readWays(database, player) })
}

// The account's row first, as each change of a password or a factor does.
const lock = sql`
  select has_totp, passkeys from players.accounts where player_id = $1 for no key update`

const judge = sql`select players.judge_session($1, $2, $3) as refusal`

/** Locks the account until the end of the database transaction, and answers its factors. */
export const lockAccount = (inside: Queryable, player: number): Promise<FactorCounts> =>
  one(inside.rows<FactorCounts>(lock, [player]))

/**
 * Locks the account and judges the session again: null where it is still alive and confirmed,
 * under the token that was shown. A change that waited for the owner's reset, new password or first
 * factor must not follow it.
 */
export async function lockConfirmed(
  inside: Queryable,
  session: Session,
): Promise<Refusal<'noSession' | 'confirmFirst'> | null> {
  await lockAccount(inside, session.player)
  const { refusal } = await one(
    inside.rows<{ refusal: 'noSession' | 'confirmFirst' | null }>(judge, [
      session.id,
      session.player,
      session.tokenHash,
    ]),
  )
  if (refusal === 'confirmFirst') return refuseUnconfirmed(inside, session)
  return refusal && refuse(refusal)
}

const confirmStatement = sql`
  update players.sessions
  set confirmed_until = greatest(confirmed_until, clock_timestamp() + interval '5 minutes')
  where session_id = $1 and player_id = $2
  returning player_id`

/** Confirms a session for five minutes. False where it has ended. */
export const confirm = async (inside: Queryable, session: Session): Promise<boolean> =>
  (await inside.rows(confirmStatement, [session.id, session.player])).length > 0

// A password's fifteen minutes end where a factor is there: this session has just shown one, and
// keeps five.
const changed = sql`
  with confirmed as (
    update players.sessions
    set confirmed_until = case when session_id = $2
      then least(confirmed_until, clock_timestamp() + interval '5 minutes') end
    where session_id in (select players.lock_sessions($1)) and confirmed_until is not null
  )
  select players.count_factors($1)`

/**
 * Ends a change of a player's factors: the account's row counts them, other sessions must confirm
 * anew, and this one within five minutes.
 */
export async function finishChange(inside: Queryable, session: Session): Promise<void> {
  await inside.rows(changed, [session.player, session.id])
}
