import type { PlayerId } from '@pipkin/contract/schemas'
import type { SessionLife } from '../config.ts'
import { askTogether } from '../platform/ask-together.ts'
import type { Session } from '../platform/call.ts'
import { type Database, sql } from '../platform/database.ts'

// Read often, so it writes at most once a minute; judged by the database's time.
const find = sql`
  with live as (
    select token_hash, player_id, password_at from players.sessions
    where token_hash = any($1::bytea[])
      and last_seen_at > now() - $2 * interval '1 millisecond'
      and created_at > now() - $3 * interval '1 millisecond'
  ), seen as (
    update players.sessions s set last_seen_at = now() from live
    where s.token_hash = live.token_hash and s.last_seen_at < now() - interval '1 minute'
  )
  select token_hash, player_id, password_at from live`

interface LiveSession {
  readonly token_hash: Buffer
  readonly player_id: PlayerId
  readonly password_at: Date
}

/** Finds a session that is still alive, and notes that it was seen. Requests of the same moment share the look. */
export function findSession(
  database: Database,
  life: SessionLife,
): (tokenHash: Buffer) => Promise<Session | null> {
  return askTogether(async (hashes) => {
    const rows = await database.rows<LiveSession>(find, [hashes, life.idleMs, life.wholeMs])
    return hashes.map((tokenHash) => {
      const found = rows.find((row) => row.token_hash.equals(tokenHash))
      return found ? { player: found.player_id, tokenHash, passwordAt: found.password_at } : null
    })
  })
}
