import type pg from 'pg'
import { firstPlayer } from './make-players.ts'

/**
 * What the back office lists beside players and rounds, in proportion to the players: cases, acts,
 * rings, rewards that wait or are kept, payouts that wait, limits, breaks, long sessions, signs of
 * risk, notices, accepted terms, snapshots and samples. By the ledger's own functions where money
 * moves.
 */
export async function growDesk(owner: pg.Client, players: number): Promise<void> {
  for (const statement of statements) await owner.query(statement, [firstPlayer, players])
  await owner.query('vacuum analyze')
}

const each = (apart: number) => `generate_series(0, $2::int - 1, ${apart}) n`

const statements = [
  // One case for 20 players; a tenth of them is open.
  `insert into support.cases (case_id, player_id, at, last_at, closed_at)
   select 100000 + row_number() over (order by n), $1::int + n, at, at,
     case when n % 200 > 0 then at + interval '1 hour' end
   from (select n, now() - n::float8 / $2::int * interval '90 days' as at from ${each(20)}) c`,
  `insert into support.messages (message_id, case_id, player_id, writer, text, at)
   select uuidv7(at - now()), case_id, player_id, 'player', 'My deposit never came.', at
   from support.cases where player_id >= $1::int and $2::int > 0`,
  // One act for 100 players.
  `select operator.record('Bench', 'it was grown', 'freezePlayer', ($1::int + n)::text)
   from ${each(100)}`,
  // One ring for 300 players: the friends of a referrer came from one network.
  `insert into referral.rings (player_id, found_at)
   select player_id, now() - (player_id - $1::int)::float8 / $2::int * interval '90 days'
   from players.accounts
   where player_id % 100 = 0 and player_id - $1::int < $2::int / 3 and player_id >= $1::int`,
  `update referral.friends f set shares = '{network}'
   from players.accounts a join referral.rings r on r.player_id = a.referrer_id
   where a.player_id = f.player_id and $1::int + $2::int > 0`,
  `insert into referral.waiting_friends (player_id, since)
   select a.player_id, r.found_at
   from players.accounts a join referral.rings r on r.player_id = a.referrer_id
   where $1::int + $2::int > 0`,
  `insert into referral.traces (player_id, kind, value)
   select a.player_id, 'network', sha256(r.player_id::text::bytea)
   from players.accounts a join referral.rings r on r.player_id = a.referrer_id
   where $1::int + $2::int > 0`,
  // One payout in 2,000 players waits for an operator.
  `insert into cashier.addresses (address, player_id, linked_at)
   select '0x' || lpad(to_hex(n), 40, '0'), $1::int + n, now() - interval '30 days'
   from ${each(2_000)}`,
  `update cashier.settings set review_above = 100 where $1::int + $2::int > 0`,
  `select cashier.request_withdrawal($1::int + n, gen_random_uuid(), 50000, '0', null, null)
   from ${each(2_000)}`,
  `update cashier.settings set review_above = 1000000 where $1::int + $2::int > 0`,
  // One player in 20 has used most of a limit; one in 40 wants it raised.
  `insert into ledger.limits (player_id, kind, period, amount, zone, pending_amount, pending_at,
     pending_from)
   select $1::int + n, 'deposit', 'week', 2000000, 'UTC',
     case when n % 40 = 0 then 3000000 end, case when n % 40 = 0 then at end,
     case when n % 40 = 0 then at + interval '1 day' end
   from (select n, now() - n::float8 / $2::int * interval '90 days' as at from ${each(20)}) l`,
  `insert into activity.near_limits (player_id, kind, period, part)
   select player_id, kind, period, 80 + player_id % 20 from ledger.limits
   where player_id >= $1::int and $2::int > 0`,
  // One in 100 was on a break. Who is on one doesn't bet: every third player may.
  `insert into ledger.breaks (player_id, at, kind, until, ends_at)
   select $1::int + n, at, 'timeout', at + interval '1 day', at + interval '1 day'
   from (select n, now() - interval '2 days' - n::float8 / $2::int * interval '90 days' as at
     from ${each(100)}) b`,
  `with begun as (
     insert into ledger.breaks (player_id, at, kind, until, ends_at)
     select $1::int + n, at, 'exclusion', at + interval '1 year', 'infinity'
     from (select n, now() - n::float8 / $2::int * interval '90 days' as at
       from generate_series(1, $2::int - 1, 999) n) b
     returning player_id, ends_at
   )
   update ledger.wallets w set break_until = begun.ends_at from begun
   where w.player_id = begun.player_id`,
  // One in 1,000 has played for two hours, and is kept a reward until a break is over.
  `with playing as (
     update ledger.wallets set session_at = now() - interval '2 hours', played_at = now()
     where player_id in (select $1::int + n from ${each(1_000)})
     returning player_id, session_at
   )
   insert into activity.long_sessions (player_id, session_at, seen_at)
   select player_id, session_at, now() from playing`,
  `insert into referral.kept_rewards (player_id, friend_id, level, amount, unlock_deposits,
     unlock_staked, unlock_contributed, at)
   select $1::int + n, $1::int + n, 0, 10000, 50000, 100000, 10000,
     now() - n::float8 / $2::int * interval '90 days'
   from ${each(1_000)}`,
  // One in 50 has signs of risk.
  `insert into activity.risks (player_id, score, signs)
   select $1::int + n, 1 + n % 9, '{"deposits": 5, "nights": 3}' from ${each(50)}`,
  // One in ten has looked at a session.
  `insert into ledger.reminders_seen (player_id, at, due_at, session_at, staked, net)
   select $1::int + n, at, at, at - interval '1 hour', 1000, -1000
   from (select n, now() - n::float8 / $2::int * interval '90 days' as at from ${each(10)}) r`,
  // One in 50 got a notice; a tenth of these are still shown.
  `insert into support.notices (player_id, kind, title, words, from_at, until_at, made_by,
     published_at)
   select $1::int + n, 'service', 'A word', 'It is there.', at,
     at + case when n % 500 = 0 then interval '1 year' else interval '1 hour' end, 'Bench', at
   from (select n, now() - n::float8 / $2::int * interval '90 days' as at from ${each(50)}) t`,
  // All have accepted the terms.
  `insert into players.terms (version, words, effective_at, made_by, published_at)
   select 2, 'Be kind.', now() - interval '30 days', 'Bench', now() - interval '40 days'
   where $1::int + $2::int > 0`,
  `insert into players.terms_accepted (player_id, version, at)
   select $1::int + n, 2, now() - interval '30 days' + n::float8 / $2::int * interval '30 days'
   from ${each(1)}`,
  // A month of samples.
  `insert into health.samples (unit, start, requests, bets, figures_lag)
   select unit, start, 1000, 0, 1
   from (values ('minute', interval '1 minute'), ('hour', '1 hour')) u (unit, step),
     generate_series(date_trunc('hour', now() - interval '29 days'), now(), step) start
   where $1::int + $2::int > 0`,
  // A year of snapshots.
  `insert into solvency.snapshots (snapshot, announced_at, block, taken_at, owed, ledger_owes, held,
     root, size, players, signature)
   select to_char(day, 'YYYYMMDD"T"HH24MISS"Z"'), day, 1, day, 100, 100, 200, sha256('x'), 1,
     $1::int + $2::int, '0x' || repeat('a', 130)
   from generate_series(now()::timestamp - interval '1 year', now()::timestamp, '1 day') day`,
]
