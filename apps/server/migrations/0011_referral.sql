-- The referral programme: who is rewarded for a friend's first sign-in, and how much of the rewards
-- is still locked (docs/decisions/2026-11-transfers-and-referral.md). Who referred whom is in
-- players.accounts.
create schema referral authorization pipkin_ledger;
grant usage on schema referral to pipkin_app, pipkin_worker, pipkin_operator;
set role pipkin_ledger;

-- The operator's settings, in 1/100 fkr.
create table referral.settings (
  singleton boolean primary key default true check (singleton),
  friend_reward bigint not null default 10000 check (friend_reward >= 0),
  -- What a friend earns the referrer, the referrer's referrer, and so on.
  level_rewards bigint[] not null default '{10000}' check (
    cardinality(level_rewards) <= 20
    and array_position(level_rewards, null) is null
    and 0 <= all (level_rewards)
  ),
  -- What unlocks both, of the friend's own: confirmed deposits in all, and stakes in all.
  unlock_deposits bigint not null default 50000 check (unlock_deposits >= 0),
  unlock_staked bigint not null default 100000 check (unlock_staked >= 0),
  -- The most that one day (UTC) gives, locked or not. The rest waits for the next day.
  daily_budget bigint not null default 10000000 check (daily_budget >= 0)
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
  -- Null while it waits for a day with budget.
  rewarded_at timestamptz
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
  movement_id uuid not null,
  at timestamptz not null,
  primary key (player_id, friend_id)
);
create index rewards_newest on referral.rewards (player_id, at, movement_id) where level > 0;
grant select on referral.rewards to pipkin_app, pipkin_worker;

-- Who earns what by a friend's first sign-in.
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
  select * from earned where amount > 0
$$;

-- Gives a friend's rewards, all or none. False where the day's budget is too small. It locks the
-- players in the order of their ids and the day last: who holds the day waits for no other lock.
create function referral.reward(p_friend integer) returns boolean
language plpgsql
as $$
declare
  terms referral.settings;
  earner record;
  cost bigint := 0;
  given uuid;
  given_at timestamptz;
begin
  select * into strict terms from referral.settings;
  for earner in select * from referral.earners(p_friend, terms) order by player_id loop
    perform ledger.hold(earner.player_id);
    cost := cost + earner.amount;
  end loop;

  insert into referral.days as d (day, given)
    select (clock_timestamp() at time zone 'UTC')::date, cost where cost <= terms.daily_budget
    on conflict (day) do update
      set given = d.given + cost where d.given + cost <= terms.daily_budget;
  if not found then return false; end if;

  for earner in select * from referral.earners(p_friend, terms) order by player_id loop
    given := uuidv7();
    given_at := case earner.level
      when 0 then ledger.post(earner.player_id, given, 'bonus',
        bonus => earner.amount, promotions => -earner.amount)
      else ledger.post(earner.player_id, given, 'referral_earning',
        referral => earner.amount, promotions => -earner.amount, other_player => p_friend)
    end;
    insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
                                  unlock_staked, movement_id, at)
      values (earner.player_id, p_friend, earner.level, earner.amount, terms.unlock_deposits,
              terms.unlock_staked, given, given_at);
  end loop;
  update referral.friends set rewarded_at = clock_timestamp() where player_id = p_friend;
  return true;
end
$$;

-- Rewards the friend who has waited longest for a day with budget. False where no friend waits or
-- the budget is too small. One friend per database transaction keeps the order of the locks.
create function referral.reward_next_waiting() returns boolean
language plpgsql security definer set search_path = referral, pg_temp
as $$
declare
  friend integer;
begin
  select player_id into friend from friends where rewarded_at is null
    order by signed_in_at, player_id limit 1 for update skip locked;
  return friend is not null and reward(friend);
end
$$;
grant execute on function referral.reward_next_waiting to pipkin_worker;

-- Rewards the first sign-in in its own database transaction: both happen, and once, or neither.
create function referral.reward_first_sign_in() returns trigger
language plpgsql security definer set search_path = referral, pg_temp
as $$
begin
  insert into friends (player_id) values (new.player_id) on conflict do nothing;
  if found then perform reward(new.player_id); end if;
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

-- Locks
-- -------------------------------------------------------------------------------------------------

-- The rewards whose friend hasn't yet deposited and staked what their terms ask for. Every read
-- judges them anew.
create view referral.locked_rewards as
  select r.*
  from referral.rewards r join ledger.wallets friend on friend.player_id = r.friend_id
  where friend.deposited < r.unlock_deposits or friend.staked < r.unlock_staked;
grant select on referral.locked_rewards to pipkin_app, pipkin_worker;

-- How much of the Bonus can't be staked yet: what is left of the player's own reward.
create function ledger.locked_bonus(p_player integer) returns bigint
language sql stable security definer set search_path = ledger, referral, pg_temp
as $$
  select coalesce((
    select least(bonus, amount) from wallets join locked_rewards using (player_id)
    where player_id = p_player and friend_id = p_player), 0)
$$;
grant execute on function ledger.locked_bonus to pipkin_app;

-- How much of the Referral wallet can't be moved yet.
create function ledger.locked_referral(p_player integer) returns bigint
language sql stable security definer set search_path = referral, pg_temp
as $$
  select coalesce(sum(amount), 0)::bigint from locked_rewards
  where player_id = p_player and level > 0
$$;
grant execute on function ledger.locked_referral to pipkin_app;

reset role;
