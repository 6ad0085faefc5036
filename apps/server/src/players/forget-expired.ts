import type { SessionLife } from '../config.ts'
import { type Database, sql } from '../platform/database/database.ts'

const sweep = sql`
  with sessions as (
    delete from players.sessions
    where session_id in (
      select players.lock_idle_sessions($1 * interval '1 millisecond'))
  ), codes as (
    delete from players.email_codes where sent_at < now() - interval '1 hour'
  ), links as (
    delete from players.reset_links where mailed_at < now() - interval '30 minutes'
  ), challenges as (
    delete from players.passkey_challenges where asked_at < now() - interval '5 minutes'
  ), confirmations as (
    delete from players.confirmation_codes where sent_at < now() - interval '1 hour'
  ), not_me_links as (
    delete from players.not_me_links where mailed_at < now() - interval '7 days'
  ), mails as (
    delete from players.mails
    where asked_at < now() - interval '2 days'
      or next_try_at is null and asked_at < now() - interval '2 hours'
  )
  delete from players.verified_addresses where verified_at < now() - interval '30 minutes'`

/**
 * Deletes expired sessions, codes, links, mails, verified addresses and challenges; run it from
 * time to time. A session that has reached its full age isn't used any more, so it is deleted once
 * it has been idle.
 */
export async function forgetExpired(
  database: Database,
  life: Pick<SessionLife, 'idleMs'>,
): Promise<void> {
  await database.rows(sweep, [life.idleMs])
}
