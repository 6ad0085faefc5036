import type { PlayerId } from '@pipkin/contract/schemas'
import type { SessionLife } from '../config.ts'
import type { Session } from '../platform/call.ts'
import { type Database, maybeOne, sql } from '../platform/database.ts'

// Read often, so it writes at most once a minute; judged by the database's time.
const find = sql`
  with live as (
    select token_hash, player_id, password_at from players.sessions
    where token_hash = $1
      and last_seen_at > now() - $2 * interval '1 millisecond'
      and created_at > now() - $3 * interval '1 millisecond'
  ), seen as (
    update players.sessions s set last_seen_at = now() from live
    where s.token_hash = live.token_hash and s.last_seen_at < now() - interval '1 minute'
  )
  select player_id, password_at from live`

/** Finds a session that is still alive, and notes that it was seen. */
export const findSession =
  (database: Database, life: SessionLife) =>
  async (tokenHash: Buffer): Promise<Session | null> => {
    const found = await maybeOne(
      database.rows<{ player_id: PlayerId; password_at: Date }>(find, [tokenHash, life.idleMs, life.wholeMs]),
    )
    return found ? { player: found.player_id, tokenHash, passwordAt: found.password_at } : null
  }
