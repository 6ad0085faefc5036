-- What the house took and gave: figures for the back office, which the worker counts away from the
-- money path (apps/server/src/activity/counts/count-figures.ts), and the rings of friends that an
-- operator should look at.

-- Figures
-- -------------------------------------------------------------------------------------------------

-- All movements by day and month (UTC), kind and game: their number, and what they changed in the
-- players' wallets together and in each of the house's accounts. A row sums to zero. Counted up to
-- activity.counted.
create table activity.house (
  unit text not null check (unit in ('day', 'month')),
  start date not null,
  kind ledger.movement_kind not null,
  -- 0: no round.
  game smallint not null,
  times bigint not null,
  wallets numeric not null,
  games numeric not null,
  fees numeric not null,
  promotions numeric not null,
  chain numeric not null,
  transfers numeric not null,
  withdrawals numeric not null,
  primary key (unit, start, kind, game),
  check (wallets + games + fees + promotions + chain + transfers + withdrawals = 0)
);
grant select, insert, update on activity.house to pipkin_worker;
grant select on activity.house to pipkin_ledger, pipkin_operator;

-- What referrers earned by friends, and how much of it is unlocked.
create table activity.referrers (
  player_id integer primary key,
  rewards bigint not null default 0,
  earned bigint not null default 0,
  unlocked bigint not null default 0
);
create index referrers_top on activity.referrers (earned desc, player_id);
grant select, insert, update on activity.referrers to pipkin_worker, pipkin_ledger;

-- Rewards by the time when they were unlocked, including the friends' own.
create table activity.unlocked (
  unit text not null check (unit in ('day', 'month')),
  start date not null,
  times bigint not null,
  amount numeric not null,
  primary key (unit, start)
);
grant select, insert, update on activity.unlocked to pipkin_ledger;
grant select on activity.unlocked to pipkin_operator;

-- The gas of operations that have ended, in the coin's smallest units, and its worth at that time,
-- in 1/100 fkr.
create table activity.gas (
  unit text not null check (unit in ('day', 'month')),
  start date not null,
  times bigint not null,
  units numeric not null,
  worth numeric not null,
  primary key (unit, start)
);
grant select, insert, update on activity.gas to pipkin_ledger;
grant select on activity.gas to pipkin_operator;

-- The day and the month that a time counts in, in UTC.
create function activity.starts_of(p_at timestamptz) returns table (unit text, start date)
language sql immutable
as $$
  select u.unit, date_trunc(u.unit, p_at at time zone 'UTC')::date
  from unnest('{day,month}'::text[]) u (unit)
$$;
revoke all on function activity.starts_of from public;
grant execute on function activity.starts_of to pipkin_ledger;

set role pipkin_ledger;

-- Counts rewards that a sweep found unlocked (0011_referral.sql).
create function referral.count_unlocked(p_at timestamptz, p_players integer[], p_friends integer[])
returns void
language sql
as $$
  with fresh as (
    select r.player_id, r.level, r.amount
    from unnest(p_players, p_friends) f (player_id, friend_id)
    join referral.rewards r using (player_id, friend_id)
  ), brought as (
    insert into activity.referrers (player_id, unlocked)
      select player_id, sum(amount) from fresh where level > 0 group by player_id order by player_id
    on conflict (player_id) do update set unlocked = referrers.unlocked + excluded.unlocked
  )
  insert into activity.unlocked (unit, start, times, amount)
    select s.unit, s.start, count(*), sum(amount)
    from fresh, activity.starts_of(p_at) s group by s.unit, s.start
  on conflict (unit, start) do update
    set times = unlocked.times + excluded.times, amount = unlocked.amount + excluded.amount
$$;

-- Counts the gas of an operation that has ended.
create function cashier.count_gas() returns trigger
language plpgsql
as $$
begin
  insert into activity.gas (unit, start, times, units, worth)
    select unit, start, 1, new.gas, new.gas * s.coin_price / 1e18
    from cashier.settings s, activity.starts_of(clock_timestamp())
  on conflict (unit, start) do update
    set times = gas.times + 1, units = gas.units + excluded.units,
        worth = gas.worth + excluded.worth;
  return null;
end
$$;
create trigger ended_counts_gas after update of state on cashier.operations
  for each row when (
    old.state not in ('confirmed', 'failed', 'refunded')
    and new.state in ('confirmed', 'failed', 'refunded') and new.gas is not null
  )
  execute function cashier.count_gas();

-- Rings
-- -------------------------------------------------------------------------------------------------

-- The referrers whose friends share something with them or with each other, and since when this is
-- known (referral.note_shares).
create table referral.rings (
  player_id integer primary key,
  found_at timestamptz not null default clock_timestamp()
);
create index rings_newest on referral.rings (found_at desc, player_id desc);

-- The players who earn by a referrer's friends: the referrer and all above.
create function referral.earners_above(p_referrer integer) returns integer[]
language sql stable
as $$
  with recursive above as (
    select p_referrer as player_id, 1 as level
    union all
    select a.referrer_id, level + 1 from above join players.accounts a using (player_id)
    where a.referrer_id is not null and level < 20
  )
  select array_agg(player_id) from above
$$;

-- The friends of a ring, and the state of the rewards for them.
create function referral.ring_members(p_referrer integer)
returns table (
  player_id integer, shares text[], decision text, locked bigint, unlocked bigint,
  signed_in_at timestamptz
)
language sql stable
as $$
  select f.player_id, f.shares, f.decision, r.locked, r.unlocked, f.signed_in_at
  from (select referral.earners_above(p_referrer) as earners) e
  join players.accounts a on a.referrer_id = p_referrer
  join referral.friends f using (player_id)
  cross join lateral (
    select coalesce(sum(amount) filter (where unlocked_at is null), 0)::bigint as locked,
           coalesce(sum(amount) filter (where unlocked_at is not null), 0)::bigint as unlocked
    from referral.rewards r
    where r.friend_id = f.player_id and r.player_id = any(e.earners || f.player_id)
  ) r
  where f.shares <> '{}'
$$;

-- The back office's lists
-- -------------------------------------------------------------------------------------------------

-- The referrers who earned most by friends, after a place in that order.
create function desk.list_referrers(p_earned bigint, p_player integer, p_limit integer)
returns table (
  player integer, name text, rewards bigint, earned bigint, unlocked bigint, is_ring boolean,
  frozen boolean
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select b.player_id, a.name, b.rewards, b.earned, b.unlocked,
         exists (select from referral.rings r where r.player_id = b.player_id),
         a.frozen_from is not null
  from (
    select * from activity.referrers
    where earned > 0 and earned <= p_earned and (earned < p_earned or player_id > p_player)
    order by earned desc, player_id limit p_limit
  ) b left join lateral (
    select name, frozen_from from players.accounts a where a.player_id = b.player_id offset 0
  ) a on true
  order by b.earned desc, b.player_id
$$;
grant execute on function desk.list_referrers to pipkin_operator;

-- Rings, the newest first, before a place in that order.
create function desk.list_rings(p_at timestamptz, p_player integer, p_limit integer)
returns table (
  player integer, name text, found_at timestamptz, friends bigint, frozen bigint, refused bigint,
  shares text[], locked bigint, unlocked bigint
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select r.player_id, (select name from players.accounts a where a.player_id = r.player_id),
         r.found_at, m.friends, m.frozen, m.refused, m.shares, m.locked,
         m.unlocked
  from (
    select * from referral.rings where (found_at, player_id) < (p_at, p_player)
    order by found_at desc, player_id desc limit p_limit
  ) r
  cross join lateral (
    select count(*) as friends,
           count(*) filter (where f.frozen_from is not null) as frozen,
           count(*) filter (where decision = 'refused') as refused,
           array(select distinct share from referral.ring_members(r.player_id), unnest(shares) share
             order by share) as shares,
           coalesce(sum(locked), 0)::bigint as locked,
           coalesce(sum(unlocked), 0)::bigint as unlocked
    from referral.ring_members(r.player_id) m join players.accounts f using (player_id)
  ) m
  order by r.found_at desc, r.player_id desc
$$;
grant execute on function desk.list_rings to pipkin_operator;

-- Rewards that were unlocked in a span of time, the newest first, before a place in that order.
create function desk.list_unlocked(
  p_from timestamptz, p_upto timestamptz, p_at timestamptz, p_id uuid, p_limit integer
)
returns table (
  player integer, friend integer, amount bigint, given_at timestamptz, at timestamptz, id uuid
)
language sql stable security definer set search_path = referral, pg_temp
as $$
  select player_id, friend_id, amount, at, unlocked_at, movement_id from rewards
  where unlocked_at >= p_from and unlocked_at < p_upto and unlocked_at <= p_at
    and (unlocked_at, movement_id) < (p_at, p_id)
  order by unlocked_at desc, movement_id desc limit p_limit
$$;
grant execute on function desk.list_unlocked to pipkin_operator;

-- A ring: its referrer and two hundred friends at most, which of them share what, and the sums over
-- all its friends. Null if there is no such player.
create function desk.read_ring(p_referrer integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  with ring as materialized (
    select * from referral.ring_members(p_referrer)
  ), friends as materialized (
    select * from ring order by signed_in_at, player_id limit 200
  ), everyone as materialized (
    select player_id, true as is_friend from friends
    union all select p_referrer, false
  ), held as materialized (
    select * from ledger.wallets_of(array(select player_id from ring) || p_referrer)
  ), ties as (
    select case when kind = 'network' then 'network'
                when bool_or(exists (
                  select from cashier.addresses l join everyone e using (player_id)
                  where l.address = '0x' || encode(t.value, 'hex'))) then 'payout address'
                else 'funding address' end as how,
           case when kind = 'network' then left(encode(value, 'hex'), 8)
                else '0x' || encode(value, 'hex') end as what,
           array_agg(player_id order by player_id) as players
    from referral.traces t join everyone using (player_id)
    group by kind, value having count(*) > 1
    union all
    select 'browser', left(encode(device_hash, 'hex'), 8), array_agg(player_id order by player_id)
    from players.devices join everyone using (player_id)
    group by device_hash having count(*) > 1
  )
  select jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object(
        'player', e.player_id, 'name', a.name, 'is_friend', e.is_friend,
        'shares', coalesce(f.shares, '{}'), 'decision', f.decision,
        'locked', coalesce(f.locked, 0), 'unlocked', coalesce(f.unlocked, 0),
        'signed_in_at', f.signed_in_at, 'deposited', w.deposited, 'staked', w.staked,
        'wallets', w.deposit + w.bonus + w.win + w.referral,
        'frozen', a.frozen_from is not null, 'by_house', a.frozen_by_house,
        'closed', a.closed_at is not null)
        order by e.is_friend, f.signed_in_at, e.player_id)
      from everyone e
      join players.accounts a using (player_id) join held w using (player_id)
      left join friends f using (player_id)),
    'sums', (
      select jsonb_build_object(
        'friends', count(*), 'deposited', coalesce(sum(w.deposited), 0),
        'staked', coalesce(sum(w.staked), 0), 'locked', coalesce(sum(r.locked), 0),
        'unlocked', coalesce(sum(r.unlocked), 0),
        'wallets', coalesce(sum(w.deposit + w.bonus + w.win + w.referral), 0))
      from ring r join held w using (player_id)),
    'ties', coalesce((
      select jsonb_agg(to_jsonb(t) order by t.how, cardinality(t.players) desc, t.what)
      from ties t), '[]'))
  where exists (select from players.accounts where player_id = p_referrer)
$$;
grant execute on function desk.read_ring to pipkin_operator;

-- The newest movements of each kind in a span of time, before a place in that order. An index has
-- each kind's movements.
create function desk.movements_of_kinds(
  p_kinds ledger.movement_kind[], p_from timestamptz, p_at timestamptz, p_id uuid, p_limit integer
)
returns setof ledger.movements
language plpgsql stable set search_path = ledger, pg_temp
as $$
declare
  one movement_kind;
begin
  foreach one in array p_kinds loop
    return query
      select * from movements m
      where m.kind = one and m.games = 0 and m.at >= p_from
        and (m.at, m.movement_id) < (p_at, p_id)
      order by m.at desc, m.movement_id desc limit p_limit;
  end loop;
end
$$;

-- Movements of some kinds in a span of time, the newest first, before a place in that order. Those
-- of rounds are listed as rounds.
create function desk.list_movements(
  p_kinds ledger.movement_kind[], p_from timestamptz, p_at timestamptz, p_id uuid, p_limit integer
)
returns table (
  player integer, name text, at timestamptz, id uuid, amount bigint, fee bigint, operation uuid,
  other integer
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select m.player_id, (select name from players.accounts a where a.player_id = m.player_id), m.at,
         m.movement_id,
         case when m.kind = 'withdraw_paid' then m.chain
              -- Between the player's own wallets: the four together don't change.
              when m.kind in ('winning_transfer', 'referral_transfer') then m.deposit
              else m.deposit + m.bonus + m.win + m.referral end,
         m.fees, m.operation_id, m.other_player
  from movements_of_kinds(p_kinds, p_from, p_at, p_id, p_limit) m
  order by m.at desc, m.movement_id desc limit p_limit
$$;
grant execute on function desk.list_movements to pipkin_operator;

-- Deposits or withdrawals that are under way, the oldest first, after a place in that order.
create function desk.list_under_way(
  p_kind cashier.operation_kind, p_at timestamptz, p_id uuid, p_limit integer
)
returns table (
  player integer, id uuid, at timestamptz, amount bigint, fee bigint, state text, address text
)
language sql stable security definer set search_path = cashier, pg_temp
as $$
  select player_id, operation_id, at, amount, fee, state::text, address from operations
  where state in ('requested', 'signed', 'mined', 'review') and kind = p_kind
    and at >= p_at and (at, operation_id) > (p_at, p_id)
  order by at, operation_id limit p_limit
$$;
grant execute on function desk.list_under_way to pipkin_operator;

reset role;
