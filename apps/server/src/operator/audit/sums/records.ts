import { sql } from '../../../platform/database/database.ts'
import type { Sum } from './sum.ts'

/** What is kept about the ledger: snapshots, keys, the log, acts and counted figures. */
export const records: readonly Sum[] = [
  {
    invariant: 17,
    says: 'liabilities: what players are owed one by one is what the ledger’s movements owe in all',
    count: sql`select count(*) from solvency.liabilities`,
    find: sql`
      with owed as (
        select coalesce(sum(deposit + bonus + win + referral + stakes + payouts), 0) as owed
        from solvency.liabilities),
      moved as (
        select coalesce(sum(deposit + bonus + win + referral + withdrawals), 0) as owed
        from ledger.movements),
      staked as (
        select coalesce(sum(stake), 0) as owed from ledger.rounds where settled_at is null)
      select format('players are owed %s, but the movements and open stakes make %s', o.owed,
        m.owed + s.owed) as found
      from owed o, moved m, staked s where o.owed <> m.owed + s.owed`,
  },
  {
    invariant: 17,
    says: 'liabilities: each snapshot’s root is the sum of its leaves and of the ledger then',
    count: sql`select count(*) from solvency.snapshots where taken_at is not null`,
    find: sql`
      with top as (
        select distinct on (snapshot) snapshot, level, nodes
        from solvency.nodes order by snapshot, level desc, piece),
      leaves as (
        select snapshot, sum(amount) as owed, count(distinct (player_id, hash)) as leaves
        from solvency.leaves, unnest(amounts) amount group by snapshot)
      select format('snapshot %s says %s, its leaves make %s, its root %s, the ledger owed %s',
        s.snapshot, s.owed, l.owed, encode(t.nodes, 'hex'), s.ledger_owes) as found
      from solvency.snapshots s join leaves l using (snapshot) left join top t using (snapshot)
      where s.owed <> l.owed or s.owed <> s.ledger_owes or s.size <> l.leaves
        or t.nodes is distinct from s.root || int8send(s.owed)`,
  },
  {
    invariant: 7,
    says: 'each idempotency key that was accepted answers with something that exists',
    count: sql`select count(*) from ledger.requests
      where not answer ?| array['refusal', 'reply']`,
    find: sql`
      with known as materialized (select player_id, operation_id from cashier.operations)
      select format('key %s of player %s answers with %s, which does not exist', q.key, q.player_id,
        q.answer ->> 'id') as found
      from ledger.requests q
      left join known o
        on o.player_id = q.player_id and o.operation_id = (q.answer ->> 'id')::uuid
      where o.operation_id is null and not q.answer ?| array['refusal', 'reply']
        and not exists (select from ledger.rounds r where r.player_id = q.player_id
          and r.round_id = (q.answer ->> 'id')::uuid)
        and not exists (select from ledger.movements m where m.player_id = q.player_id
          and m.movement_id = (q.answer ->> 'id')::uuid)`,
  },
  {
    invariant: 15,
    says: 'each receipt has one entry in the log',
    count: sql`select count(*) from log.receipts`,
    // Its last second is on its way. What is from before the log has none.
    find: sql`
      with signed as (
        select player_id, round_id, 2 as kind, placed_at as at from ledger.rounds
        union all
        select player_id, round_id, 3, settled_at from ledger.rounds where settled_at is not null
      )
      select format('the %s of round %s of player %s %s',
        case kind when 2 then 'bet' else 'end' end, round_id, player_id,
        case when s.at is null then 'is in the log, but not in the ledger'
             else 'is not in the log' end) as found
      from signed s full join log.receipts l using (player_id, round_id, kind)
      where s.at is null
        or l.index is null
          and s.at >= (select began_at from log.state) and s.at < (select upto from log.state)`,
  },
  {
    invariant: 15,
    says: 'no receipt has two entries, and no other entry names a round',
    count: sql`select count(*) from log.entries`,
    find: sql`
      select format('the %s of round %s of player %s has %s entries',
        case kind when 2 then 'bet' else 'end' end, round_id, player_id, count(*)) as found
      from log.receipts group by player_id, round_id, kind having count(*) > 1
      union all
      select format('entry %s is of kind %s and names a round', index, get_byte(entry, 0))
      from log.entries
      where get_byte(entry, 0) not in (2, 3) and round <> decode(repeat('00', 20), 'hex')`,
  },
  {
    invariant: 15,
    says: 'each epoch, rulebook, void, act, audit and snapshot has its entry, or waits for it',
    count: sql`select count(*) from log.entries where get_byte(entry, 0) not in (2, 3)`,
    find: sql`
      with there (kind, things) as (
        select 1, count(*) from ledger.epochs union all
        select 4, count(*) from ledger.rulebooks union all
        select 5, count(*) from ledger.epochs where voided_in is not null union all
        select 6, count(act_id) from operator.acts union all
        select 7, count(*) from operator.audits union all
        select kind, count(*) from solvency.snapshots, (values (8), (9)) k (kind)
          where taken_at is not null group by kind
      ), logged as (
        select kind, count(*) as entries from (
          select get_byte(entry, 0) as kind from log.entries union all
          select kind from log.waiting
        ) e group by kind
      )
      select format('there are %s things of kind %s and %s entries', things, kind,
        coalesce(entries, 0)) as found
      from there left join logged using (kind) where things <> coalesce(entries, 0)`,
  },
  {
    invariant: 16,
    says: 'each act of an operator has the hash of the one before, and none that an audit saw is gone',
    count: sql`select count(*) from operator.acts`,
    find: sql`
      with lined as (
        select n, lag(n, 1, 0::bigint) over (order by n) as n_before,
               coalesce(lag(hash) over (order by n), '') as hash_before
        from operator.acts)
      select case when a.n <> n_before + 1
          then format('acts %s to %s are gone', n_before + 1, a.n - 1)
          else format('act %s (%s, %s) or the one before was changed', a.n, a.act, a.operator) end
        as found
      from operator.acts a join lined using (n)
      where a.n <> n_before + 1 or a.hash <> operator.act_hash(hash_before, a)
      union all
      select format('the audit of %s saw act %s, which is gone or another', u.at, u.acts)
      from operator.audits u
      where u.acts > 0 and not exists (
        select from operator.acts a where a.n = u.acts and a.hash = u.acts_head)`,
  },
  {
    invariant: 18,
    says: 'figures: what the back office adds up is what the movements say',
    count: sql`select coalesce(sum(times), 0)::bigint as count from activity.house
      where unit = 'day'`,
    find: sql`
      with moved as (
        select kind, count(*) as times, sum(deposit + bonus + win + referral) as wallets,
               sum(games) as games, sum(fees) as fees, sum(promotions) as promotions,
               sum(chain) as chain, sum(transfers) as transfers, sum(withdrawals) as withdrawals
        from ledger.movements, activity.counted where at >= since and at < upto group by kind
      ), units as (
        select unit, kind, moved from moved, unnest('{day,month}'::text[]) unit
      ), counted as (
        select unit, kind, row(kind, sum(times), sum(wallets), sum(games), sum(fees),
                 sum(promotions), sum(chain), sum(transfers), sum(withdrawals))::text as counted
        from activity.house group by unit, kind
      )
      select format('the figures by %s say %s, but the movements %s', unit,
        coalesce(c.counted, 'nothing'), coalesce(u.moved::text, 'nothing')) as found
      from units u full join counted c using (unit, kind)
      where u.moved::text is distinct from c.counted`,
  },
  {
    invariant: 18,
    says: 'terms: as many have accepted each version as the back office says',
    count: sql`select count(*) from players.terms_accepted`,
    find: sql`
      with accepted as (
        select version, count(*) as times from players.terms_accepted group by version
      ), counted as (
        select version, sum(accepted) as times from players.terms_counted group by version
      )
      select format('version %s was accepted by %s players, but %s were counted', version,
        coalesce(a.times, 0), coalesce(c.times, 0)) as found
      from accepted a full join counted c using (version)
      where a.times is distinct from c.times`,
  },
]
