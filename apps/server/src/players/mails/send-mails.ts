import { type Database, maybeOne, sql } from '../../platform/database/database.ts'
import type { Surroundings } from '../../platform/process/clock.ts'
import type { Mail, Mailer } from '../../platform/process/mail.ts'
import { accountClosedMail } from './account-closed-mail.ts'
import { caseAnswerMail } from './case-answer-mail.ts'
import { eventKind } from './event-kind.ts'
import { limitReviewMail } from './limit-review-mail.ts'
import { newMailedLink } from './mailed-link.ts'
import { resetLinkMail, securityMail } from './security-mails.ts'

/** Sends the mails that wait in the database. */
export interface Mails {
  /** Looks for waiting mails now rather than at the next round. */
  sendSoon(): void
  /** Ends the rounds, once the mails under way are sent. */
  stop(): Promise<void>
}

export interface MailsDeps {
  readonly database: Database
  readonly mailer: Mailer
  readonly surroundings: Surroundings
  readonly publicUrl: URL
  readonly onError: (error: unknown) => void
}

interface Waiting {
  readonly mail_id: string
  readonly kind: 'reset_link' | 'security' | 'account_closed' | 'case_answer' | 'limit_review'
  readonly email: string
  readonly asked_at: string
  /** A link for a new password would be over by now. */
  readonly is_late: boolean
  /** The event that the mail reports; null where the mail is a reset link. */
  readonly event: { kind: string; device: string; detail: string; at: string } | null
  /** What support answers in a case; null where the mail is another, or the words are gone. */
  readonly answer: { to: string; case: number; text: string; isVisitor: boolean } | null
}

// Several processes take different mails. One that isn't sent within half a minute is tried again,
// after as long as it has waited, at least each hour, for two days: a mail may come twice, and an
// owner hears of a thief's doing although mail was down. Times go through as text, which keeps
// their microseconds. An answer goes to the address that its player has by now: the one before may
// be a thief's.
const take = sql`
  update players.mails set next_try_at = clock_timestamp() + least(
    greatest(clock_timestamp() - asked_at, interval '30 seconds'), interval '1 hour')
  where mail_id in (
    select mail_id from players.mails
    where next_try_at <= clock_timestamp() and asked_at > clock_timestamp() - interval '2 days'
    order by next_try_at limit 10
    for update skip locked)
  returning mail_id, kind, email, asked_at::text,
    asked_at < clock_timestamp() - interval '30 minutes' as is_late, (
    select jsonb_build_object('kind', e.kind, 'device', e.device, 'detail', e.detail, 'at', e.at)
    from players.security_events e
    where e.player_id = mails.player_id and e.at = mails.asked_at and e.event_id = mails.event_id
  ) as event, (
    select jsonb_build_object('to', case when m.player_id is null then mails.email else a.email end,
      'case', m.case_id, 'text', m.text, 'isVisitor', m.player_id is null)
    from support.messages m left join players.accounts a using (player_id)
    where m.message_id = mails.message_id
  ) as answer`

const finish = sql`update players.mails set next_try_at = null where mail_id = $1`

// The request becomes an event here, where there is an account: the call looks for none. The mail's
// own id is the event's: a mail that is tried again is one event. Locked, so that an address which
// is taken from the account at this moment gets no link to it. $2 is null for a mail without one.
const keepResetLink = sql`
  with account as (
    select player_id, email from players.accounts where mailbox = $1 for key share
  ), link as (
    insert into players.reset_links (token_hash, player_id)
    select $2::bytea, player_id from account where $2::bytea is not null
  ), event as (
    insert into players.security_events (player_id, at, event_id, kind)
    select player_id, $5::timestamptz, $4, 'reset_requested' from account
    on conflict do nothing
  )
  insert into players.not_me_links (token_hash, player_id, email, mailed_at)
  select $3, player_id, email, $5::timestamptz from account
  returning email`

const keepNotMeLink = sql`
  insert into players.not_me_links (token_hash, player_id, email, mailed_at)
  select $2, player_id, email, asked_at from players.mails where mail_id = $1 for key share
  returning player_id`

/** Starts to send, at once and then every `everyMs`. A mail that fails doesn't delay the others. */
export function startMails(deps: MailsDeps, everyMs = 5_000): Mails {
  const { database, mailer, onError } = deps
  let stopped = false
  let round = Promise.resolve()

  async function send(waiting: Waiting): Promise<void> {
    const mail = await write(deps, waiting)
    if (mail) await mailer.send(mail)
    await database.rows(finish, [waiting.mail_id])
  }
  async function sendWaiting(): Promise<void> {
    while (!stopped) {
      const waiting = await database.rows<Waiting>(take, [])
      await Promise.all(waiting.map((each) => send(each).catch(onError)))
      if (waiting.length === 0) return
    }
  }
  // One round after another. A request in a round's last moment starts the next.
  const sendSoon = () => {
    if (!stopped) round = round.then(sendWaiting).catch(onError)
  }
  sendSoon()
  const timer = setInterval(sendSoon, everyMs)
  return {
    sendSoon,
    async stop() {
      stopped = true
      clearInterval(timer)
      await round
    },
  }
}

/**
 * What to send; null where the address has no account. Behind an outage of mail the owner hears
 * that a link was asked for, and gets none: the time for it is over.
 */
async function write(
  { database, surroundings, publicUrl }: MailsDeps,
  { mail_id, kind, email, asked_at, is_late, event, answer }: Waiting,
): Promise<Mail | null> {
  if (kind === 'account_closed') return accountClosedMail(email)
  if (kind === 'case_answer') return answer && caseAnswerMail(answer, publicUrl)
  if (kind === 'limit_review') return limitReviewMail(email, publicUrl)
  const notMe = newMailedLink(surroundings, publicUrl, '/not-me')
  const links = { notMe: notMe.href, forgotten: new URL('/forgot-password', publicUrl).href }
  if (event) {
    await database.rows(keepNotMeLink, [mail_id, notMe.hash])
    return securityMail(
      email,
      { ...event, kind: eventKind(event.kind), at: new Date(event.at) },
      links,
    )
  }
  const reset = is_late ? null : newMailedLink(surroundings, publicUrl, '/reset-password')
  const values = [email, reset?.hash, notMe.hash, mail_id, asked_at]
  const account = await maybeOne(database.rows<{ email: string }>(keepResetLink, values))
  if (!account) return null
  if (reset) return resetLinkMail(account.email, reset.href, notMe.href)
  const at = new Date(asked_at)
  return securityMail(account.email, { kind: 'resetRequested', device: '', detail: '', at }, links)
}
