import { type Database, maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { Surroundings } from '../../platform/process/clock.ts'

/** How long a log-in waits for its second factor. */
const stepSeconds = 5 * 60

// In place of the one that this browser began before. That it was begun stays known: who begins
// anew every few minutes can't keep it from the owner. The account is locked, so that none is kept
// while it is being closed.
const insert = sql`
  with before as (
    delete from players.second_steps where token_hash = $5 and player_id = $2 returning tried_at
  )
  insert into players.second_steps (token_hash, player_id, password_digest, device, tried_at)
  select $1, player_id, sha256(convert_to($3, 'UTF8')), $4,
    coalesce((select tried_at from before), clock_timestamp())
  from players.accounts where player_id = $2 and closed_at is null for key share`

/**
 * Notes that the right password was given in this browser. The token is new each time: one that was
 * planted would share the log-in with who planted it. `device`: browser and system, in words.
 */
export async function startSecondStep(
  { database, surroundings }: { database: Queryable; surroundings: Surroundings },
  account: { readonly player_id: number; readonly password_hash: string },
  caller: Caller,
  device: string,
): Promise<void> {
  const token = surroundings.randomBytes(32)
  await database.rows(insert, [
    tokenHash(token),
    account.player_id,
    account.password_hash,
    device,
    caller.secondStep,
  ])
  caller.setCookie('secondStep', token, stepSeconds)
}

const find = sql`
  select step.player_id
  from players.second_steps step
  join players.accounts account using (player_id)
  where step.token_hash = $1 and step.started_at > clock_timestamp() - interval '5 minutes'
    and step.password_digest = sha256(convert_to(account.password_hash, 'UTF8'))`

/** This browser's log-in that waits; undefined after five minutes, or a change of the password. */
export async function findSecondStep(
  database: Queryable,
  { secondStep }: Caller,
): Promise<{ player_id: number } | undefined> {
  if (secondStep === null) return undefined
  return maybeOne(database.rows<{ player_id: number }>(find, [secondStep]))
}

const notifyOfLeft = sql`select players.notify_of_left_steps()`

/**
 * Lets owners know of a right password that no factor followed, and deletes the log-ins that are
 * over; run it from time to time.
 */
export async function notifyOfLeftSteps(database: Database): Promise<void> {
  await database.rows(notifyOfLeft)
}
