import { maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import type { Surroundings } from '../../platform/process/clock.ts'

/** What a challenge is bound to. An answer to it counts where all of this is the same. */
export interface ChallengeFor {
  readonly purpose: 'add' | 'log_in' | 'confirm'
  /** A session's id, or the hash of the cookie of a browser without one. */
  readonly asker: string
}

/** The asker of a browser without a session, by its cookie. */
export const browserAsker = (cookie: Buffer): string => tokenHash(cookie).toString('hex')

const insert = sql`
  insert into players.passkey_challenges (challenge_hash, purpose, asker, player_id)
  values ($1, $2::players.passkey_purpose, $3, $4)`

// In one statement, so that simultaneous answers share the one use. A wrong answer uses it too.
const take = sql`
  delete from players.passkey_challenges
  where challenge_hash = $1 and purpose = $2::players.passkey_purpose and asker = $3
    and asked_at > clock_timestamp() - interval '5 minutes'
  returning player_id`

/** A new challenge. `player` is whose passkey must answer; null where any player's may. */
export async function newChallenge(
  { database, surroundings }: { database: Queryable; surroundings: Surroundings },
  { purpose, asker }: ChallengeFor,
  player: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = surroundings.randomBytes(32)
  await database.rows(insert, [tokenHash(challenge), purpose, asker, player])
  return Uint8Array.from(challenge)
}

/**
 * Uses up the challenge that was answered. Undefined where it is none of this asker's for this
 * purpose, was used, or is older than five minutes.
 */
export const takeChallenge = (
  database: Queryable,
  challenge: string,
  { purpose, asker }: ChallengeFor,
): Promise<{ player_id: number | null } | undefined> =>
  maybeOne(
    database.rows<{ player_id: number | null }>(take, [
      tokenHash(Buffer.from(challenge, 'base64url')),
      purpose,
      asker,
    ]),
  )
