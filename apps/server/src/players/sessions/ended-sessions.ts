import type { SessionLife } from '../../config.ts'
import type { Database } from '../../platform/database/database.ts'
import { liveSessions } from './find-session.ts'

/**
 * Which tokens (by their hashes, in hex) open no session any more. Asking doesn't keep one alive.
 */
export async function endedSessions(
  database: Database,
  life: SessionLife,
  hashes: ReadonlySet<string>,
): Promise<Set<string>> {
  const asked = [...hashes].map((hash) => Buffer.from(hash, 'hex'))
  const rows = await liveSessions(database, life, asked)
  const alive = new Set(rows.map(({ shown }) => shown.toString('hex')))
  return new Set([...hashes].filter((hash) => !alive.has(hash)))
}
