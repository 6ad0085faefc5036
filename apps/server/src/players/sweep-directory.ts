import type { SessionLife } from '../config.ts'
import { type Database, sql } from '../platform/database.ts'

const sweep = sql`
  with sessions as (
    delete from players.sessions
    where last_seen_at < now() - $1 * interval '1 millisecond' or created_at < now() - $2 * interval '1 millisecond'
  ), codes as (
    delete from players.email_codes where sent_at < now() - interval '1 hour'
  )
  delete from players.verified_addresses where verified_at < now() - interval '30 minutes'`

/** Deletes what is over anyway: sessions, codes and verified addresses. Run it now and then. */
export async function sweepDirectory(database: Database, life: SessionLife): Promise<void> {
  await database.rows(sweep, [life.idleMs, life.wholeMs])
}
