-- Sending, internal transfers, and the referral programme: who is rewarded for whom, and what of it
-- is still locked (docs/decisions/2026-11-transfers-and-referral.md).
create schema referral authorization pipkin_ledger;
grant usage on schema referral to pipkin_app;

-- The tree of referrers
-- -----------------------------------------------------------------------------------------------------

-- A referrer is there before the friend, and for ever: so there is no circle, whoever writes.
create function players.keep_referrer() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise check_violation using message = 'a referrer never changes';
  elsif not exists (select from players.accounts where player_id = new.referrer_id) then
    raise foreign_key_violation using message = 'a referrer signs up before the friend';
  end if;
  return new;
end
$$;
create trigger referrer_comes_first before insert on players.accounts
  for each row when (new.referrer_id is not null) execute function players.keep_referrer();
create trigger referrer_stays before update of referrer_id on players.accounts
  for each row when (new.referrer_id is distinct from old.referrer_id) execute function players.keep_referrer();

-- Friends of a player in the order of a page.
drop index players.accounts_referrer;
create index accounts_referrer on players.accounts (referrer_id, player_id) where referrer_id is not null;

-- The programme looks at who referred whom, and at nothing else of an account.
grant usage on schema players to pipkin_ledger;
grant select (player_id, referrer_id) on players.accounts to pipkin_ledger;

set role pipkin_ledger;

-- Transfers
-- -----------------------------------------------------------------------------------------------------------------

-- Sends from one Deposit wallet to another: two movements under one id. The fee of 2 %, rounded up,
-- stays with the house. Answers {id, net} or {refusal}.
create function ledger.send(
  p_sender integer, p_id uuid, p_receiver integer, p_amount bigint, p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  fee bigint := (p_amount * 200 + 9999) / 10000;
  net bigint := p_amount - fee;
  held wallets;
  earlier jsonb;
  refusal text;
  own_sent bigint;
  own_received bigint;
  answer jsonb;
begin
  -- Both players in the order of their ids, so that two who send to each other wait and don't
  -- block.
  perform from wallets where player_id in (p_sender, p_receiver) order by player_id for no key update;
  held := hold(p_sender);
  earlier := earlier_answer(p_sender, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  refusal := case
    when p_amount <= 0 or net <= 0 then 'invalidAmount'
    when p_receiver = p_sender then 'sameReceiver'
    when not exists (select from wallets where player_id = p_receiver) then 'receiverUnknown'
    when held.deposit < p_amount then 'sendUnfunded'
  end;
  if refusal is null then
    -- The sender's own money goes along, as far as there is any.
    own_sent := least(p_amount, held.own);
    own_received := least(net, held.own);
    perform post(p_sender, p_id, 'send', deposit => -p_amount, fees => fee, transfers => net, own => -own_sent,
      other_player => p_receiver);
    perform post(p_receiver, p_id, 'received', deposit => net, transfers => -net, own => own_received,
      other_player => p_sender);
    insert into cashier.carried (player_id, movement_id, amount)
      values (p_sender, p_id, -own_sent), (p_receiver, p_id, own_received);
    answer := jsonb_build_object('id', p_id, 'net', net);
  else
    answer := jsonb_build_object('refusal', refusal);
  end if;
  perform keep_answer(p_sender, p_key, p_input_hash, answer);
  return answer;
end
$$;

-- Moves from Win, or from what is unlocked of Referral, to Deposit: p_kind says which. Answers {id}
-- or {refusal}.
create function ledger.move_to_deposit(
  p_player integer, p_id uuid, p_kind ledger.movement_kind, p_amount bigint, p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets;
  earlier jsonb;
  refusal text;
  answer jsonb;
begin
  select * into held from wallets where player_id = p_player for no key update;
  if not found then return jsonb_build_object('refusal', 'playerUnknown'); end if;
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  assert p_kind in ('winning_transfer', 'referral_transfer'), 'from Win or from Referral';
  refusal := case
    when p_amount <= 0 then 'invalidAmount'
    when p_kind = 'winning_transfer' and held.win < p_amount then 'winUnfunded'
    when p_kind = 'referral_transfer' and held.referral - locked_referral(p_player) < p_amount then 'referralUnfunded'
  end;
  if refusal is null then
    perform post(p_player, p_id, p_kind, deposit => p_amount,
      win => case p_kind when 'winning_transfer' then -p_amount else 0 end,
      referral => case p_kind when 'referral_transfer' then -p_amount else 0 end);
    answer := jsonb_build_object('id', p_id);
  else
    answer := jsonb_build_object('refusal', refusal);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;

-- The referral programme
-- ----------------------------------------------------------------------------------------------------

-- The operator's settings, in 1/100 fkr.
create table referral.settings (
  singleton boolean primary key default true check (singleton),
  friend_reward bigint not null default 10000 check (friend_reward >= 0),
  -- What a friend earns the referrer, the referrer's referrer, and so on.
  level_rewards bigint[] not null default '{10000}'
    check (cardinality(level_rewards) <= 20 and array_position(level_rewards, null) is null and 0 <= all (level_rewards)),
  -- What unlocks both, of the friend's own: confirmed deposits in all, and stakes in all.
  unlock_deposits bigint not null default 50000 check (unlock_deposits >= 0),
  unlock_staked bigint not null default 100000 check (unlock_staked >= 0),
  -- What is given in one day (UTC), locked or not. What a day can't give waits for the next.
  daily_budget bigint not null default 10000000 check (daily_budget >= 0)
);
insert into referral.settings default values;

create table referral.days (
  day date primary key,
  given bigint not null
);

-- A row per referred player who has signed in: the key is why a friend is rewarded once, for ever.
create table referral.friends (
  player_id integer primary key,
  signed_in_at timestamptz not null default clock_timestamp(),
  -- Null while it waits for a day with budget.
  rewarded_at timestamptz
);
create index friends_waiting on referral.friends (signed_in_at) where rewarded_at is null;

-- What was given, a movement each: level 0 is the friend's own Bonus, level n the Referral of the
-- n-th referrer above. The terms are those of the moment in which it was given; later settings
-- don't change them.
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

-- Who earns what by a friend's first sign-in.
create function referral.earners(p_friend integer, p_settings referral.settings)
returns table (player_id integer, level integer, amount bigint)
language sql stable security definer set search_path = referral, pg_temp
as $$
  with recursive upwards as (
    select p_friend as player_id, 0 as level
    union all
    select a.referrer_id, u.level + 1
    from upwards u join players.accounts a using (player_id)
    where a.referrer_id is not null and u.level < cardinality(p_settings.level_rewards)
  ), earned as (
    select u.player_id, u.level,
           case u.level when 0 then p_settings.friend_reward else p_settings.level_rewards[u.level] end as amount
    from upwards u
  )
  select * from earned where amount > 0 order by player_id
$$;

-- Gives a friend's rewards, all or none. False where the day's budget doesn't reach. Players are
-- held in the order of their ids, the day last: whoever holds the day waits for nobody.
create function referral.reward(p_friend integer) returns boolean
language plpgsql security definer set search_path = referral, ledger, pg_temp
as $$
declare
  terms settings;
  earner record;
  cost bigint := 0;
  given uuid;
  given_at timestamptz;
begin
  select * into strict terms from settings;
  for earner in select * from earners(p_friend, terms) loop
    perform hold(earner.player_id);
    cost := cost + earner.amount;
  end loop;

  insert into days as d (day, given)
    select (clock_timestamp() at time zone 'UTC')::date, cost where cost <= terms.daily_budget
    on conflict (day) do update set given = d.given + cost where d.given + cost <= terms.daily_budget;
  if not found then return false; end if;

  for earner in select * from earners(p_friend, terms) loop
    given := uuidv7();
    given_at := case earner.level
      when 0 then post(earner.player_id, given, 'bonus', bonus => earner.amount, promotions => -earner.amount)
      else post(earner.player_id, given, 'referral_earning', referral => earner.amount, promotions => -earner.amount,
                other_player => p_friend)
    end;
    insert into rewards (player_id, friend_id, level, amount, unlock_deposits, unlock_staked, movement_id, at)
      values (earner.player_id, p_friend, earner.level, earner.amount,
              terms.unlock_deposits, terms.unlock_staked, given, given_at);
  end loop;
  update friends set rewarded_at = clock_timestamp() where player_id = p_friend;
  return true;
end
$$;

-- Rewards the friend who has waited longest for a day with budget. False where nobody waits, or the
-- budget doesn't reach. One friend in a database transaction, for the order in which players are
-- held.
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

-- The first sign-in rewards in its own database transaction: whatever races or dies, it happens
-- with it, and once.
create function referral.reward_first_sign_in() returns trigger
language plpgsql security definer set search_path = referral, pg_temp
as $$
begin
  insert into friends (player_id) values (new.player_id) on conflict do nothing;
  if found then perform reward(new.player_id); end if;
  return null;
end
$$;

-- Locks
-- ---------------------------------------------------------------------------------------------------------------------

-- The rewards whose friend hasn't deposited and staked yet what their terms ask for. Judged anew at
-- each look.
create view referral.locked_rewards as
  select r.* from referral.rewards r join ledger.wallets friend on friend.player_id = r.friend_id
  where friend.deposited < r.unlock_deposits or friend.staked < r.unlock_staked;

-- How much of the Bonus can't be staked yet: what is left of the reward for the own first sign-in.
create or replace function ledger.locked_bonus(p_player integer) returns bigint
language sql stable security definer set search_path = ledger, referral, pg_temp
as $$
  select coalesce((
    select least(bonus, amount) from wallets join locked_rewards using (player_id)
    where player_id = p_player and friend_id = p_player), 0)
$$;

-- How much of the Referral wallet can't be moved yet.
create function ledger.locked_referral(p_player integer) returns bigint
language sql stable security definer set search_path = referral, pg_temp
as $$
  select coalesce(sum(amount), 0)::bigint from locked_rewards where player_id = p_player and level > 0
$$;

grant select on all tables in schema referral to pipkin_app;
grant execute on function ledger.send, ledger.move_to_deposit, ledger.locked_referral, referral.reward_next_waiting
  to pipkin_app;

reset role;

create trigger first_sign_in after update of first_signed_in_at on players.accounts
  for each row when (old.first_signed_in_at is null and new.first_signed_in_at is not null and new.referrer_id is not null)
  execute function referral.reward_first_sign_in();
