import type { PlayerId } from '@pipkin/contract/schemas'
import type { SessionLife } from '../../config.ts'
import { batchQueries } from '../../platform/database/batch.ts'
import { type Database, sql } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/call.ts'

// Uses the database's clock. `last_seen_at` is written at most once a minute, in a statement of its
// own: a statement that may write costs twice as much. The comparison avoids the indexed column
// `seen_hour`: statistics from a quiet hour would make PostgreSQL scan that index, though every
// session matches, rather than look up the token.
const find = sql`
  select token_hash, player_id, last_seen_at + interval '1 minute' < now() as unnoted,
         case when confirmed_until > now() then confirmed_until end as confirmed_until
  from players.sessions
  where token_hash = any($1::bytea[])
    and last_seen_at + $2 * interval '1 millisecond' > now()
    and created_at + $3 * interval '1 millisecond' > now()`
const note = sql`
  update players.sessions set last_seen_at = now()
  where token_hash = any($1::bytea[]) and last_seen_at + interval '1 minute' < now()`

interface LiveSession {
  readonly token_hash: Buffer
  readonly player_id: PlayerId
  readonly confirmed_until: Date | null
  readonly unnoted: boolean
}

type Look = (tokenHash: Buffer) => Promise<Session | null>

/**
 * Finds a session that is still alive, and notes that it was seen. Simultaneous requests share one
 * read.
 */
export const findSession = (database: Database, life: SessionLife): Look =>
  batchQueries(async (hashes) => {
    const rows = await database.rows<LiveSession>(find, [hashes, life.idleMs, life.wholeMs])
    const unnoted = rows.filter((row) => row.unnoted).map((row) => row.token_hash)
    if (unnoted.length > 0) await database.rows(note, [unnoted])
    return sessionsOf(hashes, rows)
  })

/**
 * Finds it without noting that it was seen, for event streams: a browser reopens them by itself for
 * ever, even when its player is away.
 */
export const peekSession = (database: Database, life: SessionLife): Look =>
  batchQueries(async (hashes) =>
    sessionsOf(hashes, await database.rows<LiveSession>(find, [hashes, life.idleMs, life.wholeMs])),
  )

const sessionsOf = (hashes: readonly Buffer[], rows: readonly LiveSession[]): (Session | null)[] =>
  hashes.map((tokenHash) => {
    const found = rows.find((row) => row.token_hash.equals(tokenHash))
    if (!found) return null
    return { player: found.player_id, tokenHash, confirmedUntil: found.confirmed_until }
  })
