import type { SessionLife } from '../../config.ts'
import { type Database, sql } from '../../platform/database/database.ts'

// Compares as find-session.ts does, for the same reason.
const statement = sql`
  select token_hash from players.sessions
  where token_hash = any($1)
    and last_seen_at + $2 * interval '1 millisecond' > now()
    and created_at + $3 * interval '1 millisecond' > now()`

/**
 * Which of the sessions (by their tokens' hashes, in hex) are no longer alive. Asking doesn't keep
 * one alive.
 */
export async function endedSessions(
  database: Database,
  life: SessionLife,
  hashes: ReadonlySet<string>,
): Promise<Set<string>> {
  const asked = [...hashes].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await database.rows<{ token_hash: Buffer }>(statement, [
    asked,
    life.idleMs,
    life.wholeMs,
  ])
  const alive = new Set(rows.map(({ token_hash }) => token_hash.toString('hex')))
  return new Set([...hashes].filter((hash) => !alive.has(hash)))
}
