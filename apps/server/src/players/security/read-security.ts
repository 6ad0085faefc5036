import type { Security } from '@pipkin/contract'
import type { Money } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import { done, type Result } from '../../platform/http/answer.ts'
import type { Session } from '../../platform/http/call.ts'
import { shownNetwork } from '../../platform/http/client-network.ts'
import type { AccountDeps } from '../account-deps.ts'
import { readFactors } from '../factors/read-factors.ts'
import { eventKind } from '../mails/event-kind.ts'

// More than a hundred sessions are ended together.
const sessionsStatement = sql`
  select session_id as id, device, network, created_at as "createdAt",
         last_seen_at as "lastSeenAt", session_id = $2 as current
  from players.sessions s
  where player_id = $1 and players.is_alive(s, $3, $4)
  order by session_id = $2 desc, last_seen_at desc limit 100`

const eventsStatement = sql`
  select at, kind::text, device from players.security_events
  where player_id = $1 order by at desc, event_id desc limit 20`

// What holds both ways out and why, what holds payouts to the paid wallet, and received money that
// may not leave yet, until the last of it may. A doubted wallet waits for no time.
const holdsStatement = sql`
  select case when w.ways_out_held_until > now() then w.ways_out_held_until end as "allUntil",
         w.ways_out_held_after::text as after,
         paid.until as "walletUntil",
         ledger.sum_received(r.held) as received,
         (select max(until) from unnest(r.held) part) as "receivedUntil"
  from ledger.wallets_of(array[$1::integer]) w
  cross join (select $2 * interval '1 millisecond' as linked_for) f
  cross join lateral (select ledger.add_received(w.received, null) as held) r
  left join lateral (
    select linked_at + f.linked_for as until,
           doubted_at is null and cashier.is_too_new(a, f.linked_for) as waits
    from cashier.linked_addresses($1, f.linked_for) a limit 1
  ) paid on paid.waits`

interface HoldRow {
  readonly allUntil: Date | null
  readonly after: 'reset' | 'email' | 'factor' | null
  readonly walletUntil: Date | null
  readonly received: Money
  readonly receivedUntil: Date | null
}

/** What a hold of both ways out follows, as the end of a sentence. */
const causes = {
  reset: 'your password was reset',
  email: 'your email address was changed',
  factor: 'a second factor was removed',
} as const

/** The factors, sessions and recent events of an account, and what holds its money. */
export async function readSecurity(
  { database, config }: Pick<AccountDeps, 'database' | 'config'>,
  session: Session,
): Promise<Result<'readSecurity'>> {
  const { player, id } = session
  const { idleMs, wholeMs } = config.session
  const [factors, sessions, events, hold] = await Promise.all([
    readFactors(database, player),
    database.rows<Security['sessions'][number]>(sessionsStatement, [player, id, idleMs, wholeMs]),
    database.rows<{ at: Date; kind: string; device: string }>(eventsStatement, [player]),
    one(database.rows<HoldRow>(holdsStatement, [player, config.linkedForMs])),
  ])
  return done<'readSecurity'>({
    ...factors,
    confirmedUntil: session.confirmedUntil,
    sessions: sessions.map((each) => ({ ...each, network: shownNetwork(each.network) })),
    events: events.map((event) => ({ ...event, kind: eventKind(event.kind) })),
    holds: holdsOf(hold),
  })
}

/** Each hold with what it holds. What holds everything for as long hides what holds a part. */
function holdsOf(row: HoldRow): Security['holds'] {
  const { allUntil, after, walletUntil, received, receivedUntil } = row
  const outlasts = (until: Date | null): until is Date =>
    until !== null && !(allUntil && allUntil >= until)
  const both = (until: Date, why: string) =>
    (['withdraw', 'send'] as const).map((what) => ({ what, until, why }))
  return [
    ...(allUntil ? both(allUntil, causes[after ?? 'factor']) : []),
    ...(outlasts(walletUntil)
      ? [
          {
            what: 'withdraw' as const,
            until: walletUntil,
            why: 'your wallet was linked lately',
          },
        ]
      : []),
    ...(outlasts(receivedUntil)
      ? both(receivedUntil, 'you received it').map((hold) => ({ ...hold, amount: received }))
      : []),
  ]
}
