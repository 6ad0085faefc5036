import type pg from 'pg'
import { firstPlayer } from './make-players.ts'

/**
 * What the back office lists beside players and rounds, in proportion to the players: cases, acts,
 * rings, payouts that wait, and snapshots. By the ledger's own functions where money moves.
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
  // A year of snapshots.
  `insert into solvency.snapshots (snapshot, announced_at, block, taken_at, owed, ledger_owes, held,
     root, size, players, signature)
   select to_char(day, 'YYYYMMDD"T"HH24MISS"Z"'), day, 1, day, 100, 100, 200, sha256('x'), 1,
     $1::int + $2::int, '0x' || repeat('a', 130)
   from generate_series(now()::timestamp - interval '1 year', now()::timestamp, '1 day') day`,
]
