-- The referral programme: who is rewarded for a friend's first sign-in, and how much of the rewards
-- is still locked (docs/decisions: transfers-and-referral, rings). Who referred whom is in
-- players.accounts.
create schema referral authorization pipkin_ledger;
grant usage on schema referral to pipkin_app, pipkin_worker, pipkin_operator;
set role pipkin_ledger;

-- The operator's settings, in 1/100 fkr.
create table referral.settings (
  singleton boolean primary key default true check (singleton),
  version integer not null default 1,
  friend_reward bigint not null default 10000 check (friend_reward >= 0),
  -- What a friend earns the referrer, the referrer's referrer, and so on.
  level_rewards bigint[] not null default '{10000}' check (
    cardinality(level_rewards) <= 20
    and array_position(level_rewards, null) is null
    and 0 <= all (level_rewards)
  ),
  -- What unlocks both: the friend's own confirmed deposits in all, and stakes in all.
  unlock_deposits bigint not null default 50000 check (unlock_deposits >= 0),
  unlock_staked bigint not null default 100000 check (unlock_staked >= 0),
  -- The most that one day (UTC) gives, locked or not. The rest waits for the next day.
  daily_budget bigint not null default 10000000 check (daily_budget >= 0),
  -- What a referrer's friends earn beyond this, in a UTC day or in all, waits for an operator.
  referrer_day bigint not null default 200000 check (referrer_day >= 0),
  referrer_total bigint not null default 1000000 check (referrer_total >= 0),
  -- After so many days a reward whose friend deposited and staked enough, but contributed too
  -- little, is shown to an operator, who may unlock it.
  review_after_days integer not null default 30 check (review_after_days >= 0)
);
insert into referral.settings default values;
grant select on referral.settings to pipkin_app, pipkin_worker, pipkin_operator;

-- Giving rewards
-- -------------------------------------------------------------------------------------------------

create table referral.days (
  day date primary key,
  given bigint not null
);
grant select on referral.days to pipkin_app, pipkin_worker;

-- A row per referred player who has signed in. Its key lets a friend be rewarded only once.
create table referral.friends (
  player_id integer primary key,
  signed_in_at timestamptz not null default clock_timestamp(),
  -- Null while the friend waits for a day with budget.
  rewarded_at timestamptz,
  -- What the friend shares with the referrer or with another friend of the same referrer. Its
  -- rewards wait for an operator.
  shares text[] not null default '{}' check (shares <@ '{address, network}'),
  -- What an operator has decided of the friend's rewards.
  decision text check (decision in ('approved', 'refused')),
  decided_at timestamptz
);
create index friends_waiting on referral.friends (signed_in_at) where rewarded_at is null;
grant select on referral.friends to pipkin_app, pipkin_worker;

-- What was given, a movement each: level 0 is the friend's own Bonus, level n the Referral of the
-- nth referrer above. A reward keeps the terms of its day; later settings don't change them.
create table referral.rewards (
  player_id integer not null,
  friend_id integer not null,
  level integer not null check (level >= 0 and (level = 0) = (player_id = friend_id)),
  amount bigint not null check (amount > 0),
  unlock_deposits bigint not null,
  unlock_staked bigint not null,
  -- The friend's rewards up to this level: what the friend must have contributed, so that a reward
  -- never costs the house more than it has from the friend.
  unlock_contributed bigint not null,
  -- Beyond the referrer's cap of the day or in all.
  over_cap boolean not null default false,
  movement_id uuid not null,
  at timestamptz not null,
  -- When a sweep found it unlocked and notified the player. From then on it is never locked again.
  unlocked_at timestamptz,
  primary key (player_id, friend_id)
);
create index rewards_locked on referral.rewards (friend_id) where unlocked_at is null;
create index rewards_unlocked_at on referral.rewards (unlocked_at) where unlocked_at is not null;
create index rewards_unlocked on referral.rewards (player_id, unlocked_at, movement_id)
  where unlocked_at is not null;
create index rewards_newest on referral.rewards (player_id, at, movement_id) where level > 0;
grant select on referral.rewards to pipkin_app, pipkin_worker;

-- Who earns what by a friend's first sign-in. A closed account's part lapses.
create function referral.earners(p_friend integer, p_settings referral.settings)
returns table (player_id integer, level integer, amount bigint)
language sql stable
as $$
  with recursive upwards as (
    select p_friend as player_id, 0 as level
    union all
    select a.referrer_id, u.level + 1
    from upwards u join players.accounts a using (player_id)
    where a.referrer_id is not null and u.level < cardinality(p_settings.level_rewards)
  ), earned as (
    select u.player_id, u.level,
           case u.level when 0 then p_settings.friend_reward
                        else p_settings.level_rewards[u.level] end as amount
    from upwards u
  )
  select e.* from earned e join players.accounts a using (player_id)
  where e.amount > 0 and a.closed_at is null
$$;

-- Whether another reward takes a referrer over a cap. The caller holds the referrer.
create function referral.is_over_cap(
  p_referrer integer, p_amount bigint, p_settings referral.settings
) returns boolean
language sql stable
as $$
  select coalesce(sum(amount), 0) + p_amount > p_settings.referrer_total
    or coalesce(sum(amount) filter (
         where at >= date_trunc('day', clock_timestamp(), 'UTC')), 0) + p_amount
       > p_settings.referrer_day
  from referral.rewards where player_id = p_referrer and level > 0
$$;

-- Rewards whose player was on a break (0020_safer_play.sql) when they were earned, with the terms
-- of that day. After the break a row becomes one of referral.rewards.
create table referral.kept_rewards (
  player_id integer not null,
  friend_id integer not null,
  level integer not null check (level >= 0 and (level = 0) = (player_id = friend_id)),
  amount bigint not null check (amount > 0),
  unlock_deposits bigint not null,
  unlock_staked bigint not null,
  unlock_contributed bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, friend_id)
);
create index kept_rewards_oldest on referral.kept_rewards (at, player_id, friend_id);
grant select on referral.kept_rewards to pipkin_app, pipkin_worker;

-- Writes into the wallets what the players' own rewards wait for, so that a bet needn't judge the
-- rewards; null once they are unlocked for good. A reward that an operator has approved needs no
-- contribution. Locks the players in the order of their ids, as everywhere.
create function referral.lock_bonus(p_players integer[]) returns void
language plpgsql
as $$
declare
  one record;
begin
  for one in
    select f.player_id, case when r.unlocked_at is null and r.amount is not null then row(
        r.amount, r.unlock_deposits, r.unlock_staked,
        case when f.decision = 'approved' then 0 else r.unlock_contributed end
      )::ledger.bonus_lock end as bonus_lock
    from referral.friends f
    left join referral.rewards r on r.player_id = f.player_id and r.friend_id = f.player_id
    where f.player_id = any(p_players) order by f.player_id
  loop
    update ledger.wallets set bonus_lock = one.bonus_lock where player_id = one.player_id;
  end loop;
end
$$;

-- Takes an amount out of the day's budget. False if too little is left. The caller has locked the
-- players first: after locking the day it waits for no other lock.
create function referral.take_budget(p_amount bigint, p_settings referral.settings) returns boolean
language plpgsql
as $$
begin
  insert into referral.days as d (day, given)
    select ledger.today(), p_amount where p_amount <= p_settings.daily_budget
    on conflict (day) do update set given = d.given + p_amount
      where d.given + p_amount <= p_settings.daily_budget;
  return found;
end
$$;

-- Gives one reward. The caller holds the player and has taken the amount out of the budget.
create function referral.give(p_reward referral.kept_rewards, p_settings referral.settings)
returns void
language plpgsql
as $$
declare
  given uuid := uuidv7();
  given_at timestamptz;
begin
  -- Locks the friend, so that a decision on the friend's rewards comes before or after this.
  perform from referral.friends where player_id = p_reward.friend_id for share;
  given_at := case p_reward.level
    when 0 then ledger.post(p_reward.player_id, given, 'bonus',
      bonus => p_reward.amount, promotions => -p_reward.amount)
    else ledger.post(p_reward.player_id, given, 'referral_earning',
      referral => p_reward.amount, promotions => -p_reward.amount,
      other_player => p_reward.friend_id)
  end;
  insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
                                unlock_staked, unlock_contributed, over_cap, movement_id, at)
    values (p_reward.player_id, p_reward.friend_id, p_reward.level, p_reward.amount,
            p_reward.unlock_deposits, p_reward.unlock_staked, p_reward.unlock_contributed,
            p_reward.level > 0
              and referral.is_over_cap(p_reward.player_id, p_reward.amount, p_settings),
            given, given_at);
  if p_reward.level = 0 then perform referral.lock_bonus(array[p_reward.player_id]); end if;
end
$$;

-- Gives a friend's rewards, all or none. False if the day's budget is too small. It locks the
-- players in the order of their ids. The reward of a player on a break is kept until the break has
-- ended; the others' rewards stay the same.
create function referral.reward(p_friend integer) returns boolean
language plpgsql
as $$
declare
  terms referral.settings;
  earner record;
  locked integer[];
  judged_at timestamptz;
  resting integer[];
  cost bigint;
  so_far bigint := 0;
  earned referral.kept_rewards;
begin
  select * into strict terms from referral.settings;
  for earner in select * from referral.earners(p_friend, terms) order by player_id loop
    perform ledger.hold(earner.player_id);
    locked := locked || earner.player_id;
  end loop;
  -- Read after the locks, so that the breaks of the locked players can't change.
  judged_at := clock_timestamp();
  select coalesce(array_agg(player_id), '{}') into resting from ledger.wallets
    where player_id = any(locked) and break_until > judged_at;
  select coalesce(sum(amount), 0) into cost
    from referral.earners(p_friend, terms) where player_id <> all(resting);
  if not referral.take_budget(cost, terms) then return false; end if;

  for earner in select * from referral.earners(p_friend, terms) order by level loop
    so_far := so_far + earner.amount;
    earned := (earner.player_id, p_friend, earner.level, earner.amount, terms.unlock_deposits,
      terms.unlock_staked, so_far, clock_timestamp());
    if earner.player_id = any(resting) then
      insert into referral.kept_rewards select earned.*;
    else
      perform referral.give(earned, terms);
    end if;
  end loop;
  update referral.friends set rewarded_at = clock_timestamp() where player_id = p_friend;
  return true;
end
$$;

-- Rewards the friend who has waited longest for a day with budget. False if no friend waits or the
-- budget is too small. One friend per database transaction keeps the order of the locks. Workers
-- take turns: locking the friend before the wallets could cause a deadlock.
create function referral.reward_next_waiting() returns boolean
language plpgsql security definer set search_path = referral, pg_temp
as $$
declare
  friend integer;
begin
  perform pg_advisory_xact_lock(11, 0);
  select player_id into friend from friends where rewarded_at is null
    order by signed_in_at, player_id limit 1;
  return friend is not null and reward(friend);
end
$$;
grant execute on function referral.reward_next_waiting to pipkin_worker;

-- Gives the oldest kept reward whose player's break is over and that fits into the day's budget.
-- False if there is none. It locks as referral.reward does: the player, then the day. A reward that
-- another worker has given meanwhile is no longer in the list.
create function referral.give_next_kept() returns boolean
language plpgsql security definer set search_path = referral, pg_temp
as $$
declare
  terms settings;
  found_one kept_rewards;
  kept kept_rewards;
begin
  select * into strict terms from settings;
  select k.* into found_one from kept_rewards k join ledger.wallets w using (player_id)
    where (w.break_until > clock_timestamp()) is not true
      and k.amount <= terms.daily_budget - coalesce((
        select given from days where day = ledger.today()), 0)
    order by k.at, k.player_id, k.friend_id limit 1;
  if not found then return false; end if;
  perform ledger.hold(found_one.player_id);
  select k.* into kept from kept_rewards k join ledger.wallets w using (player_id)
    where k.player_id = found_one.player_id and k.friend_id = found_one.friend_id
      and (w.break_until > clock_timestamp()) is not true;
  if not found then return true; end if;
  if not take_budget(kept.amount, terms) then return false; end if;
  delete from kept_rewards where player_id = kept.player_id and friend_id = kept.friend_id;
  perform give(kept, terms);
  return true;
end
$$;
grant execute on function referral.give_next_kept to pipkin_worker;

-- Rewards the first sign-in in its own database transaction, so that both happen exactly once, or
-- neither.
create function referral.reward_first_sign_in() returns trigger
language plpgsql security definer set search_path = referral, pg_temp
as $$
begin
  insert into friends (player_id) values (new.player_id) on conflict do nothing;
  if found then
    perform reward(new.player_id);
    perform note_shares(new.player_id, kind, value) from traces where player_id = new.player_id;
  end if;
  return null;
end
$$;
reset role;
create trigger first_sign_in after update of first_signed_in_at on players.accounts
  for each row
  when (
    old.first_signed_in_at is null and new.first_signed_in_at is not null
    and new.referrer_id is not null
  )
  execute function referral.reward_first_sign_in();
set role pipkin_ledger;

-- What friends share
-- -------------------------------------------------------------------------------------------------

-- What accounts of one person have in common: networks that a player came from, and addresses on
-- the chain that the player linked, was funded by, or paid on to. Global, to be compared. A network
-- is kept as a keyed hash, for 90 days after it was last seen.
create table referral.traces (
  player_id integer not null,
  kind text not null check (kind in ('address', 'network')),
  value bytea not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (player_id, kind, value)
);
create index traces_of_others on referral.traces (kind, value, player_id);
create index traces_seen on referral.traces (seen_at) where kind = 'network';

-- The key of the networks' hashes. No login reads it.
create table referral.network_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null default public.gen_random_bytes(32)
);
insert into referral.network_key default values;

-- Friends who have changed; their rewards are judged before the others'. ledger.count_safety notes
-- those who move money. A friend may be here twice: with a key of the player alone, who notes one
-- with wallets locked would wait for a sweep that takes it.
create table referral.changed_friends (
  player_id integer not null,
  noted_id uuid not null default uuidv7(),
  primary key (player_id, noted_id)
);

-- Marks the player and the friends who share this trace, if one of them is above the other in the
-- tree, or the same referrer brought both.
create function referral.note_shares(p_player integer, p_kind text, p_value bytea) returns void
language plpgsql
as $$
declare
  my_referrer integer := (select referrer_id from players.accounts where player_id = p_player);
  sharers integer[];
begin
  if my_referrer is null
    and not exists (select from players.accounts where referrer_id = p_player) then
    return;
  end if;
  -- Climbs from each player who has the trace: also a friend who hasn't been rewarded yet may share
  -- it with a player far above.
  with recursive lines as (
    select player_id as friend, player_id, 0 as level from referral.traces
    where kind = p_kind and value = p_value
    union all
    select l.friend, a.referrer_id, l.level + 1
    from lines l join players.accounts a using (player_id)
    where a.referrer_id is not null and l.level < 20
  )
    select array_agg(distinct friend) into sharers from (
      select friend from lines where player_id = p_player and level > 0
      union all
      select p_player from lines
      where friend = p_player and level > 0 and player_id in (select friend from lines)
      union all
      select unnest(array[p_player, friend]) from lines
      where player_id = my_referrer and level = 1 and friend <> p_player) found;
  if sharers is null then return; end if;
  insert into referral.changed_friends (player_id) select unnest(sharers);
  -- Locks in the order of ids, so that two of these calls can't deadlock.
  perform from referral.friends where player_id = any(sharers) order by player_id
    for no key update;
  update referral.friends f set shares = array(
      select distinct share from unnest(f.shares || p_kind) share order by share)
    where f.player_id = any(sharers) and not p_kind = any(f.shares);
  insert into referral.rings (player_id)
    select distinct referrer_id from players.accounts
    where player_id = any(sharers) and referrer_id is not null
    on conflict do nothing;
end
$$;

-- Notes a trace. Calls for the same trace take turns, since two at the same moment wouldn't see
-- each other.
create function referral.note_trace(p_player integer, p_kind text, p_value bytea) returns void
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(p_kind || encode(p_value, 'hex'), 11));
  insert into referral.traces (player_id, kind, value) values (p_player, p_kind, p_value)
    on conflict (player_id, kind, value) do update set seen_at = clock_timestamp();
  perform referral.note_shares(p_player, p_kind, p_value);
end
$$;

-- A player came from a network: its prefix, as the server writes it.
create function referral.trace_network(p_player integer, p_prefix text) returns void
language sql security definer set search_path = referral, pg_temp
as $$
  select note_trace(p_player, 'network', public.hmac(convert_to(p_prefix, 'UTF8'), key, 'sha256'))
  from network_key
$$;
grant execute on function referral.trace_network to pipkin_app;

-- A player linked an address, was funded by it, or paid on to it. The house's address and the
-- minting address are everyone's, and leave no trace.
create function referral.trace_address(p_player integer, p_address text) returns void
language sql security definer set search_path = referral, pg_temp
as $$
  select note_trace(p_player, 'address', decode(substr(p_address, 3), 'hex'))
  where p_address <> '0x' || repeat('0', 40)
    and not exists (select from cashier.house where address = p_address)
$$;
grant execute on function referral.trace_address to pipkin_worker;

-- Forgets networks that a player hasn't come from for 90 days.
create function referral.forget_networks() returns void
language sql security definer set search_path = referral, pg_temp
as $$ delete from traces where kind = 'network' and seen_at < now() - interval '90 days' $$;
grant execute on function referral.forget_networks to pipkin_worker;

-- Locks
-- -------------------------------------------------------------------------------------------------

-- Each reward and what becomes of it, judged anew by every read:
--   locked    the friend has still to deposit, stake or contribute
--   waiting   for an operator: the friend shares something, or the referrer is over a cap, which
--             an approval covers only of what was given before it
--   refused   by an operator
--   unlocked
create view referral.judged_rewards as
  select r.*, f.decision, f.decided_at, f.shares, friend.deposited, friend.staked,
    friend.contributed,
    case
      when r.unlocked_at is not null then 'unlocked'
      when f.decision = 'refused' then 'refused'
      when friend.deposited < r.unlock_deposits or friend.staked < r.unlock_staked then 'locked'
      when f.decision = 'approved' and (r.over_cap and r.at > f.decided_at) is not true
        then 'unlocked'
      when friend.contributed < r.unlock_contributed then 'locked'
      when r.over_cap or f.shares <> '{}' then 'waiting'
      else 'unlocked'
    end as state
  from referral.rewards r
  join ledger.wallets friend on friend.player_id = r.friend_id
  join referral.friends f on f.player_id = r.friend_id;

grant select on referral.judged_rewards to pipkin_app;

create view referral.locked_rewards as
  select * from referral.judged_rewards where unlocked_at is null and state <> 'unlocked';
grant select on referral.locked_rewards to pipkin_app, pipkin_worker;

-- A friend's progress in quarters, which is all that a referrer may see.
create function referral.quarters(p_have bigint, p_need bigint) returns integer
language sql immutable
as $$ select case when p_have >= p_need then 100 else 25 * (4 * p_have / p_need)::integer end $$;
grant execute on function referral.quarters to pipkin_app;

-- What a referrer sees of a friend's reward.
create view referral.shown_rewards as
  select player_id, friend_id, level, amount, movement_id, at, state,
    referral.quarters(deposited, unlock_deposits) as deposit_progress,
    least(referral.quarters(staked, unlock_staked),
      referral.quarters(contributed, unlock_contributed)) as play_progress
  from referral.judged_rewards;
grant select on referral.shown_rewards to pipkin_app;

-- The rewards of some friends of a player as the referrer sees them. The friends may be on other
-- nodes.
create function referral.shown_for(p_player integer, p_friends integer[])
returns setof referral.shown_rewards
language sql stable security definer set search_path = referral, pg_temp
as $$ select * from shown_rewards where player_id = p_player and friend_id = any(p_friends) $$;
grant execute on function referral.shown_for to pipkin_app;

-- How much of the Bonus can't be staked yet: the rest of the player's own reward.
create function ledger.locked_bonus(p_player integer) returns bigint
language plpgsql stable security definer set search_path = ledger, referral, pg_temp
as $$
declare
  locked bigint;
begin
  select known_lock(bonus_lock, bonus, deposited, staked, contributed) into locked
    from wallets where player_id = p_player;
  if locked is null then
    select least(bonus, amount) into locked from wallets join locked_rewards using (player_id)
      where player_id = p_player and friend_id = p_player;
  end if;
  return coalesce(locked, 0);
end
$$;
grant execute on function ledger.locked_bonus to pipkin_app;

-- How much of the Referral wallet can't be moved yet. Asks for the friends, who may be at any node,
-- only where a reward may be locked.
create function ledger.locked_referral(p_player integer) returns bigint
language plpgsql stable security definer set search_path = referral, pg_temp
as $$
begin
  if not exists (
    select from rewards where player_id = p_player and level > 0 and unlocked_at is null
  ) then
    return 0;
  end if;
  return (
    select coalesce(sum(amount), 0)::bigint from locked_rewards
    where player_id = p_player and level > 0
  );
end
$$;
grant execute on function ledger.locked_referral to pipkin_app;

-- The friends whose rewards an operator has to decide, as a sweep found them. A list needn't judge
-- all locked rewards, which takes longer the more players there are.
create table referral.waiting_friends (
  player_id integer primary key,
  since timestamptz not null
);
create index waiting_friends_since on referral.waiting_friends (since, player_id);

-- Notes which rewards for some friends are unlocked by now: from then on they are never locked
-- again. p_player: only this player's. The caller has locked the friends, and first the wallets of
-- those whose own reward it may note.
create function referral.unlock(p_friends integer[], p_player integer default null) returns void
language plpgsql set search_path = referral, pg_temp
as $$
declare
  now timestamptz := clock_timestamp();
  unlocked_to integer[];
  unlocked_for integer[];
begin
  with unlocked as materialized (
    select player_id, friend_id from judged_rewards
    where unlocked_at is null and friend_id = any(p_friends) and state = 'unlocked'
      and (p_player is null or player_id = p_player)
  ), fresh as (
    update rewards r set unlocked_at = now from unlocked u
      where r.unlocked_at is null and u.player_id = r.player_id and u.friend_id = r.friend_id
      returning r.player_id, r.friend_id
  )
    select array_agg(player_id), array_agg(friend_id) into unlocked_to, unlocked_for from fresh;
  if unlocked_to is null then return; end if;
  perform count_unlocked(now, unlocked_to, unlocked_for);
  perform lock_bonus(array(
    select friend from unnest(unlocked_to, unlocked_for) u (player, friend)
    where player = friend));
end
$$;

-- How much of the Referral wallet is locked, for who takes money out of it. Notes first which
-- rewards are unlocked: one that is gone from the wallet must not be locked again, or another one
-- would be locked in its place. The caller holds the player.
create function referral.judge_locked(p_player integer) returns bigint
language plpgsql set search_path = referral, pg_temp
as $$
declare
  unlocking integer[] := array(
    select friend_id from judged_rewards
    where player_id = p_player and level > 0 and unlocked_at is null and state = 'unlocked');
begin
  -- Waits for a sweep, which locks the same friends and notes the same rewards.
  perform from friends where player_id = any(unlocking) order by player_id for no key update;
  perform unlock(unlocking, p_player);
  return (
    select coalesce(sum(amount), 0) from rewards
    where player_id = p_player and level > 0 and unlocked_at is null);
end
$$;

-- Stores which rewards are unlocked by now and which wait for an operator. It looks at friends who
-- have changed, and at the next ones after p_after, since time alone can change a reward's state.
-- Answers the last friend in turn that it looked at, null at the end.
create function referral.note_unlocked(p_after integer, p_friends integer) returns integer
language plpgsql security definer set search_path = referral, pg_temp
as $$
declare
  changed integer[];
  looked integer[];
  last_looked integer;
  unlocking integer[];
  one integer;
begin
  with taken as (
    delete from changed_friends where (player_id, noted_id) in (
      select player_id, noted_id from changed_friends order by player_id, noted_id limit p_friends
      for update skip locked)
    returning player_id
  )
    select coalesce(array_agg(player_id), '{}') into changed from taken;
  looked := array(
    select distinct friend_id from rewards
    where unlocked_at is null and friend_id > p_after order by friend_id limit p_friends);
  if cardinality(looked) = p_friends then last_looked := looked[p_friends]; end if;
  looked := looked || changed;
  unlocking := array(
    select distinct friend_id from judged_rewards
    where unlocked_at is null and friend_id = any(looked) and state = 'unlocked'
    order by friend_id);
  -- Judges them under their locks, wallets before friends as giving a reward does: an operator may
  -- be refusing them, or a shared trace may come.
  foreach one in array unlocking loop
    perform ledger.hold(one);
  end loop;
  perform from friends where player_id = any(unlocking) order by player_id for share;
  perform unlock(unlocking);
  with waits as materialized (
    select friend_id, since from waiting where friend_id = any(looked)
  ), gone as (
    delete from waiting_friends n
      where (n.player_id = any(changed)
          or n.player_id > p_after and (last_looked is null or n.player_id <= last_looked))
        and not exists (select from waits w where w.friend_id = n.player_id)
  )
  -- Writes only what has changed.
  insert into waiting_friends (player_id, since)
    select friend_id, since from waits w
    where not exists (
      select from waiting_friends n where n.player_id = w.friend_id and n.since = w.since)
    order by friend_id
  on conflict (player_id) do update set since = excluded.since;
  return last_looked;
end
$$;
grant execute on function referral.note_unlocked to pipkin_worker;

-- The friends whose rewards an operator has to decide: they have deposited and staked enough, and a
-- cap, a shared trace or the time that has passed asks for a look. A decided friend isn't here,
-- unless a kept reward came over a cap later.
create view referral.waiting as
  select friend_id, min(player_id) filter (where level = 1) as referrer_id,
    sum(amount)::bigint as amount, min(at) as since,
    j.shares
      || case when bool_or(over_cap) then '{cap}'::text[] else '{}' end
      || case when bool_or(state = 'locked') then '{time}'::text[] else '{}' end as reasons
  from referral.judged_rewards j, referral.settings s
  where unlocked_at is null
    and deposited >= j.unlock_deposits and staked >= j.unlock_staked
    and (state = 'waiting'
      or state = 'locked' and at < clock_timestamp() - s.review_after_days * interval '1 day')
  group by friend_id, j.shares;

-- The first hundred for operators, who may not read the tables themselves: the friends that a sweep
-- has found, judged anew.
create function referral.list_waiting() returns setof referral.waiting
language sql stable security definer set search_path = referral, pg_temp
as $$
  select w.*
  from (select player_id from waiting_friends order by since, player_id limit 100) n
  cross join lateral (select * from waiting where friend_id = n.player_id offset 0) w
  order by w.since, w.friend_id
$$;
grant execute on function referral.list_waiting to pipkin_operator;

reset role;
