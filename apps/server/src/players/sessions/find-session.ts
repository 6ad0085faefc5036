import type { PlayerId } from '@pipkin/contract/schemas'
import type { SessionLife } from '../../config.ts'
import { batchQueries } from '../../platform/database/batch.ts'
import { type Database, sql } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/call.ts'

// `last_seen_at` is written at most once a minute, in a statement of its own: a statement that may
// write costs twice as much. `is_alive` avoids the indexed column `seen_hour`: statistics from a
// quiet hour would make PostgreSQL scan that index, though every session matches, rather than look
// up the token.
const find = sql`
  select token_hash as shown, null::bytea as newest, session_id, player_id,
         last_seen_at + interval '1 minute' < now() as unnoted,
         old_hash is not null and coalesce(old_until, 'infinity') > now() + interval '10 seconds'
           as is_first_sight,
         case when confirmed_until > now() then confirmed_until end as confirmed_until
  from players.sessions s
  where token_hash = any($1::bytea[]) and players.is_alive(s, $2, $3)`
// The confirmation belongs to the newest token: a copy of the old one gets none of it.
const findByOldToken = sql`
  select old_hash as shown, token_hash as newest, session_id, player_id,
         last_seen_at + interval '1 minute' < now() as unnoted,
         false as is_first_sight, null::timestamptz as confirmed_until
  from players.sessions s
  where old_hash = any($1::bytea[]) and coalesce(old_until > now(), true)
    and players.is_alive(s, $2, $3)`

// These two lock sessions in the order of their ids: two processes that write the same ones never
// wait for each other in a circle.

// The browser has the newest token. The old one answers what is under way, and ends: also one that
// a new password has given a minute.
const endOldTokens = sql`
  update players.sessions set old_until = now() + interval '10 seconds'
  where session_id in (
    select session_id from players.sessions
    where token_hash = any($1::bytea[])
      and coalesce(old_until, 'infinity') > now() + interval '10 seconds'
    order by session_id for no key update)`
const note = sql`
  update players.sessions set last_seen_at = now()
  where session_id in (
    select session_id from players.sessions
    where session_id = any($1::uuid[]) and last_seen_at + interval '30 seconds' < now()
    order by session_id for no key update)`

interface LiveSession {
  /** The hash of the token that was shown. */
  readonly shown: Buffer
  /** The hash of the newest token, where an old one was shown. */
  readonly newest: Buffer | null
  readonly session_id: string
  readonly player_id: PlayerId
  readonly confirmed_until: Date | null
  readonly unnoted: boolean
  readonly is_first_sight: boolean
}

export type Look = (tokenHash: Buffer) => Promise<Session | null>

/**
 * Finds a session that is still alive, and notes that it was seen. Simultaneous requests share one
 * read.
 */
export const findSession = (database: Database, life: SessionLife): Look =>
  batchQueries(async (hashes) => {
    const rows = await liveSessions(database, life, hashes)
    const unnoted = rows.filter((row) => row.unnoted).map((row) => row.session_id)
    if (unnoted.length > 0) await database.rows(note, [unnoted])
    return sessionsOf(hashes, rows)
  })

/** Notes that a session was seen, for calls that need no look-up. Simultaneous notes are one. */
export const noteSeen = (database: Database): ((id: string) => Promise<void>) =>
  batchQueries(async (ids) => {
    await database.rows(note, [ids])
    return ids.map(() => undefined)
  })

/**
 * Finds it without noting that it was seen, for event streams: a browser reopens them by itself for
 * ever, even when its player is away.
 */
export const peekSession = (database: Database, life: SessionLife): Look =>
  batchQueries(async (hashes) => sessionsOf(hashes, await liveSessions(database, life, hashes)))

/** The sessions that are still alive, by the hashes of their newest tokens or of their old ones. */
export async function liveSessions(
  database: Database,
  { idleMs, wholeMs }: SessionLife,
  hashes: readonly Buffer[],
): Promise<readonly LiveSession[]> {
  const newest = await database.rows<LiveSession>(find, [hashes, idleMs, wholeMs])
  const firstSeen = newest.filter((row) => row.is_first_sight).map(({ shown }) => shown)
  if (firstSeen.length > 0) await database.rows(endOldTokens, [firstSeen])
  const others = hashes.filter((hash) => !newest.some(({ shown }) => shown.equals(hash)))
  if (others.length === 0) return newest
  return [
    ...newest,
    ...(await database.rows<LiveSession>(findByOldToken, [others, idleMs, wholeMs])),
  ]
}

const sessionsOf = (hashes: readonly Buffer[], rows: readonly LiveSession[]): (Session | null)[] =>
  hashes.map((tokenHash) => {
    const found = rows.find(({ shown }) => shown.equals(tokenHash))
    if (!found) return null
    const { session_id, player_id, confirmed_until } = found
    const session = {
      id: session_id,
      player: player_id,
      tokenHash,
      confirmedUntil: confirmed_until,
    }
    return found.newest ? { ...session, newestHash: found.newest } : session
  })
