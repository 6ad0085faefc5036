-- The ledger: what a movement is, what a wallet holds, and ledger.post, which writes both. Bets,
-- deposits, withdrawals, transfers and rewards are in later files; each moves money by calling it,
-- but for ledger.place_plain_bets (0006_rounds.sql), which writes many bets by one statement.
create schema ledger authorization pipkin_ledger;
grant usage on schema ledger to pipkin_app, pipkin_worker, pipkin_operator;

set role pipkin_ledger;
-- For the role as a whole: PostgreSQL can't revoke a default privilege of PUBLIC for one schema.
alter default privileges revoke execute on functions from public;

-- Functions that a login may call are SECURITY DEFINER with a search_path of their own, which ends
-- in pg_temp: where a path doesn't name it, a session's own types and tables come before
-- PostgreSQL's, and a domain called text would run its owner's code here. Those that only other
-- functions call, such as hold and post, run with the caller's rights and name the schema: a change
-- of role and path costs as much as writing a row.

-- What can happen to a player's money.
create type ledger.movement_kind as enum (
  'stake', 'win', 'partial_win', 'tie',
  'deposit', 'withdraw', 'withdraw_paid', 'withdraw_refund',
  'send', 'received', 'winning_transfer', 'referral_transfer',
  'referral_earning', 'bonus', 'adjustment'
);

-- A rule about one column is a domain: PostgreSQL reads a domain's rule once in a session, but a
-- table's CHECK in every statement that writes the table, which took a quarter of a bet's time. A
-- rule about several columns can only be a CHECK.
create domain ledger.balance as bigint check (value >= 0);
create domain ledger.place as integer check (value between 0 and 999);
create domain ledger.idempotency_key as text check (value ~ '^[!-~]{1,100}$');
create domain ledger.reminder_minutes as smallint check (value between 5 and 60);
create domain ledger.hash as bytea check (length(value) = 32);

-- The change after which an account's ways out are held.
create type ledger.hold_reason as enum ('reset', 'email', 'factor');

-- Money that came by a send, and the time until which it can't leave the account.
create type ledger.received_part as (until timestamptz, amount bigint);

-- A locked amount of the Bonus. It stays locked while any of the other three sums isn't reached.
create type ledger.bonus_lock as (
  amount bigint, deposited bigint, staked bigint, contributed bigint
);

-- Wallets
-- -------------------------------------------------------------------------------------------------

-- A row per player. Balances are in 1/100 fkr and can't be negative. A deposit and a bet write this
-- row anyway, so it also holds a few sums and places of the player (docs/decisions).
create table ledger.wallets (
  player_id integer primary key,
  deposit ledger.balance not null default 0,
  bonus ledger.balance not null default 0,
  win ledger.balance not null default 0,
  referral ledger.balance not null default 0,
  -- What the player has deposited and staked in all. Both unlock rewards.
  deposited ledger.balance not null default 0,
  staked ledger.balance not null default 0,
  -- What the player has left with the house for sure: the margin of each counted stake, and fees.
  contributed ledger.balance not null default 0,
  -- How much of Deposit and Win is the player's own money. The rest is marked: it came out of
  -- rewards. Stakes, sends and withdrawals take own money first, a payout is own in the share in
  -- which its stake was (docs/decisions/2026-11-rings.md).
  own ledger.balance not null default 0,
  -- Safer play (0020_safer_play.sql): stakes less returns since the account was opened,
  lost bigint not null default 0,
  -- all stakes, and all withdrawals that didn't come back (0021_play_history.sql);
  wagered bigint not null default 0,
  withdrawn bigint not null default 0,
  -- the session: its begin, what was staked in it, what "lost" was at its begin, and the last bet
  -- or log-in;
  session_at timestamptz not null default clock_timestamp(),
  session_staked bigint not null default 0,
  session_lost bigint not null default 0,
  played_at timestamptz not null default clock_timestamp(),
  -- and what a bet is judged by. Null if the player set none. Until ceiling_until a bet is within
  -- the loss limits if it keeps "lost" within loss_ceiling; a break without a certain end lasts
  -- until infinity.
  stake_limit bigint,
  loss_ceiling bigint,
  ceiling_until timestamptz,
  reminder_minutes ledger.reminder_minutes,
  reminder_due_at timestamptz,
  break_until timestamptz,
  -- By the profile of safer play (0022_profiles.sql): when the player last looked at the session,
  -- or began to play after an hour without a bet; from when on the player counts as grown (null:
  -- the age isn't known); and whether the player chose to deposit without a limit.
  looked_at timestamptz not null default clock_timestamp(),
  grown_at timestamptz,
  no_deposit_limit boolean not null default false,
  -- When the register said that the player plays nowhere else, or the last move since then
  -- (0038_plays.sql). Null: it has to be asked, where the profile asks it.
  play_granted_at timestamptz,
  -- The place of the player's next round in the sequence of seeds (0004_seeds.sql).
  epoch integer not null default 0,
  nonce ledger.place not null default 0,
  -- The person, if several accounts are known to be one person's (0017_persons.sql).
  person integer,
  -- Until this time no withdrawal or send takes money out of the account; and the change after
  -- which it is held. Null: it never was held.
  ways_out_held_until timestamptz,
  ways_out_held_after ledger.hold_reason,
  -- The part of Deposit and Win that came by sends and is held, by the time that it is held until.
  -- Parts past their time don't count; the next change drops them. Null: none.
  received ledger.received_part[],
  -- The player's own reward, until it is unlocked for good (0011_referral.sql). Null: none.
  bonus_lock ledger.bonus_lock,
  -- The player has closed the account.
  closed boolean not null default false,
  -- The owner froze the account (0018_security.sql): no bet and no money out.
  frozen boolean not null default false
) with (fillfactor = 50);
create index wallets_of_person on ledger.wallets (person) where person is not null;
grant select on ledger.wallets to pipkin_app, pipkin_worker;

-- Holds the ways out of an account for a time, after a change that a thief may have made. A longer
-- hold stays, with its reason.
create function ledger.hold_ways_out(
  p_player integer, p_for interval, p_after ledger.hold_reason
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  until timestamptz := clock_timestamp() + p_for;
begin
  update wallets set ways_out_held_until = until, ways_out_held_after = p_after
    where player_id = p_player and p_for > interval '0'
      and (ways_out_held_until is null or ways_out_held_until < until);
end
$$;
grant execute on function ledger.hold_ways_out to pipkin_app;

-- Whether an account's ways out are held now.
create function ledger.are_ways_out_held(p_player integer) returns boolean
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select exists (
    select from wallets where player_id = p_player and ways_out_held_until > clock_timestamp())
$$;
grant execute on function ledger.are_ways_out_held to pipkin_app;

-- Freezes or unfreezes an account's wallets. A transaction that waits for their lock sees the
-- change.
create function ledger.set_frozen(p_player integer, p_frozen boolean) returns void
language sql security definer set search_path = ledger, pg_temp
as $$ update wallets set frozen = p_frozen where player_id = p_player $$;
grant execute on function ledger.set_frozen to pipkin_app;

-- The wallets of some players, who may be on several nodes. For statements that also read the
-- house's tables or call its functions.
create function ledger.wallets_of(p_players integer[]) returns setof ledger.wallets
language sql stable set search_path = ledger, pg_temp
as $$ select * from wallets where player_id = any(p_players) $$;
grant execute on function ledger.wallets_of to pipkin_app;

-- How much of a Bonus is locked, by the player's row. Null: the reward may be unlocked by now, and
-- has to be judged (ledger.locked_bonus).
create function ledger.known_lock(
  p_lock ledger.bonus_lock, p_bonus bigint, p_deposited bigint, p_staked bigint,
  p_contributed bigint
) returns bigint
language sql immutable
return case
  when p_bonus = 0 or p_lock is null then 0
  when p_deposited < (p_lock).deposited or p_staked < (p_lock).staked
      or p_contributed < (p_lock).contributed
    then least(p_bonus, (p_lock).amount)
end;

-- An amount in words: 1,000 or 73.50 fkr.
create function ledger.amount_text(p_amount bigint) returns text
language sql immutable
return to_char(p_amount / 100, 'FM999,999,999,999,990')
  || case when p_amount % 100 = 0 then '' else '.' || lpad((p_amount % 100)::text, 2, '0') end
  || ' fkr';

-- Locks the player's wallets until the end of this database transaction, and answers them. Every
-- function that moves a player's money does so first. (A bet and a move, the most frequent, use a
-- statement of their own.)
create function ledger.hold(p_player integer) returns ledger.wallets
language plpgsql
as $$
declare
  held ledger.wallets;
begin
  select * into strict held from ledger.wallets where player_id = p_player for no key update;
  return held;
end
$$;

-- Received money
-- -------------------------------------------------------------------------------------------------
-- A player can stake money that came by a send, but it can't leave the account for a time
-- (docs/decisions/2026-11-ways-out.md). The wallets' row, which is locked anyway, holds it: one
-- part for each time of release, about a hundred at most, however many sends there are.

-- The part of one send. It is held for at least p_for, until the next multiple of p_for / 96, so
-- that many sends share few parts and no send prolongs the hold of earlier ones. Null if nothing is
-- held.
create function ledger.received_now(p_amount bigint, p_for interval)
returns ledger.received_part[]
language sql volatile
as $$
  select array[row(
      date_bin(p_for / 96, clock_timestamp() + p_for, timestamptz 'epoch') + p_for / 96, p_amount
    )::ledger.received_part]
  where p_for > interval '0' and p_amount > 0
$$;

-- The parts of p_parts and p_more that are still held at p_at, summed by time, earliest first.
-- Null: none.
create function ledger.add_received(
  p_parts ledger.received_part[], p_more ledger.received_part[],
  p_at timestamptz default clock_timestamp()
) returns ledger.received_part[]
language sql immutable
as $$
  select array_agg(row(until, amount)::ledger.received_part order by until)
  from (
    select until, sum(amount)::bigint as amount from unnest(p_parts || p_more) part
    where until > p_at group by until
  ) summed
  where amount > 0
$$;
grant execute on function ledger.add_received to pipkin_app, pipkin_worker;

-- The sum of the parts that add_received answered.
create function ledger.sum_received(p_parts ledger.received_part[]) returns bigint
language sql immutable
as $$ select coalesce(sum(amount), 0)::bigint from unnest(p_parts) part $$;
grant execute on function ledger.sum_received to pipkin_app, pipkin_worker;

-- The earliest parts that make up an amount, or all parts if they are less.
create function ledger.take_received(p_parts ledger.received_part[], p_amount bigint)
returns ledger.received_part[]
language sql immutable
as $$
  select array_agg(row(until, least(amount, p_amount - before))::ledger.received_part
                   order by until)
  from (
    select until, amount, (sum(amount) over (order by until))::bigint - amount as before
    from unnest(p_parts) part
  ) lined_up
  where before < p_amount
$$;
grant execute on function ledger.take_received to pipkin_app, pipkin_worker;

-- The same parts with negative amounts, which add_received then subtracts.
create function ledger.less_received(p_parts ledger.received_part[])
returns ledger.received_part[]
language sql immutable
as $$
  select array_agg(row(until, -amount)::ledger.received_part) from unnest(p_parts) part
$$;

-- The time at which p_amount of the held money is free.
create function ledger.received_until(p_parts ledger.received_part[], p_amount bigint)
returns timestamptz
language sql immutable
as $$ select max(until) from unnest(ledger.take_received(p_parts, p_amount)) part $$;

-- The held money that a payout gives back: of each part that the stake took, the payout's share of
-- the stake, rounded up; no more than p_most in all.
create function ledger.paid_back_received(
  p_parts ledger.received_part[], p_payout bigint, p_stake bigint, p_most bigint
) returns ledger.received_part[]
language sql immutable
as $$
  select ledger.take_received(
    (select array_agg(row(until, div(amount::numeric * p_payout + p_stake - 1, p_stake)::bigint)
       ::ledger.received_part)
     from unnest(p_parts) part),
    p_most)
$$;
grant execute on function ledger.paid_back_received to pipkin_app, pipkin_worker;

-- Movements
-- -------------------------------------------------------------------------------------------------

-- A movement is one append-only row that touches one player: signed changes of the four wallets and
-- of the house's counter accounts, which sum to zero. Balances of the house are sums over this
-- table: no row of the house is ever updated.
create table ledger.movements (
  player_id integer not null,
  at timestamptz not null default clock_timestamp(),
  movement_id uuid not null,
  kind ledger.movement_kind not null,
  deposit bigint not null default 0,
  bonus bigint not null default 0,
  win bigint not null default 0,
  referral bigint not null default 0,
  games bigint not null default 0,
  fees bigint not null default 0,
  promotions bigint not null default 0,
  chain bigint not null default 0,
  transfers bigint not null default 0,
  withdrawals bigint not null default 0,
  -- What the movement was for: at most one of these is set.
  round_id uuid,
  operation_id uuid,
  other_player integer,
  -- Every list shows movements in this order.
  primary key (player_id, at, movement_id)
);
grant select on ledger.movements to pipkin_app, pipkin_worker;

-- A CHECK that names the row takes half as long to read as one that names ten columns.
create function ledger.is_sound(m ledger.movements) returns boolean
language plpgsql immutable
as $$
begin
  return m.deposit + m.bonus + m.win + m.referral
       + m.games + m.fees + m.promotions + m.chain + m.transfers + m.withdrawals = 0
     and num_nonnulls(m.round_id, m.operation_id, m.other_player) <= 1;
end
$$;
alter table ledger.movements add check (ledger.is_sound(movements));

-- An operation has one movement of each kind: a deposit is credited once, a withdrawal is paid or
-- refunded once.
create unique index one_movement_of_a_kind on ledger.movements (player_id, operation_id, kind)
  where operation_id is not null;

-- All players' movements by time. Movements are appended in the order of time, so a BRIN entry per
-- 32 pages is enough, and it costs a bet nothing (docs/decisions/2026-11-figures.md).
create index movements_at on ledger.movements
  using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The movements that a player is notified of, which are rare among bets and their settlements.
create index movements_to_notify on ledger.movements (player_id, at, movement_id)
  where kind in (
    'deposit', 'withdraw_paid', 'withdraw_refund', 'received', 'referral_earning', 'bonus',
    'adjustment'
  );

-- A player's sends by time, which are rare too.
create index movements_sent on ledger.movements (player_id, at) where kind = 'send';

-- Movements of a kind by time, for the back office, without those of rounds.
create index movements_of_kind on ledger.movements (kind, at, movement_id) where games = 0;

-- A movement gets its time before its transaction commits. A job that reads on by time therefore
-- remembers, for each node, a transaction id younger than all that have written there so far:
-- {node: id}. It reads up to that moment once those transactions have ended. These functions serve
-- one node; spreading a database replaces them by functions over all nodes
-- (apps/server/src/platform/database/cluster-functions.ts).
create function ledger.ids_now() returns jsonb
language sql security definer set search_path = ledger, pg_temp
as $$ select jsonb_build_object('', pg_current_xact_id()::text) $$;
grant execute on function ledger.ids_now to pipkin_worker;

create function ledger.are_over(p_ids jsonb) returns boolean
language sql strict security definer set search_path = ledger, pg_temp
as $$ select pg_snapshot_xmin(pg_current_snapshot()) >= (p_ids ->> '')::xid8 $$;
grant execute on function ledger.are_over to pipkin_worker;

-- To read several tables as of one moment, a job takes its snapshot while commits are held
-- (apps/server/src/ledger/at-one-moment.ts). On one node a commit is one moment anyway, so these do
-- nothing. On a cluster hold_commits holds commits that touch several nodes until the caller's
-- transaction ends, and begin_on_all begins to read on each node.
create function ledger.hold_commits() returns void
language sql security definer set search_path = ledger, pg_temp
as $$ $$;
grant execute on function ledger.hold_commits to pipkin_worker;

create function ledger.begin_on_all() returns void
language sql security definer set search_path = ledger, pg_temp
as $$ $$;
grant execute on function ledger.begin_on_all to pipkin_worker;

-- Waits for the transactions that are changing wallets, and blocks new ones until the caller's
-- transaction ends.
create function ledger.hold_wallets() returns void
language plpgsql
as $$
begin
  lock table ledger.wallets in exclusive mode;
end
$$;

-- The parts of a cluster's players. A part is a range of the hashes of player ids; its node can
-- answer some calls directly (apps/server/src/ledger/player-nodes.ts). On one node there are none.
create function ledger.parts()
returns table (part text, first integer, last integer, host text, port integer)
language sql stable
as $$ select null, null::integer, null::integer, null, null::integer where false $$;
grant execute on function ledger.parts to pipkin_app;

-- Writes a movement and changes the balances; no other function does either, but for
-- place_plain_bets, which does it for many bets (0006_rounds.sql). Answers the movement's time.
-- Callers check first: a sum that isn't zero or an overdrawn wallet is a bug here, and the tables
-- refuse it. own: what it adds to the player's own money. received: what of the player's money is
-- held from now on; null leaves it as it is, and '{}' ends it. counts: what it stakes or gives back
-- counts as staked. contributes: what it adds to what the player has contributed. next_nonce: the
-- player's next nonce, where a bet takes one. begins_session: this bet is a session's first.
create function ledger.post(
  player integer, movement uuid, kind ledger.movement_kind,
  deposit bigint default 0, bonus bigint default 0, win bigint default 0,
  referral bigint default 0, games bigint default 0, fees bigint default 0,
  promotions bigint default 0, chain bigint default 0, transfers bigint default 0,
  withdrawals bigint default 0, own bigint default 0,
  round uuid default null, operation uuid default null, other_player integer default null,
  counts boolean default false, contributes bigint default 0, next_nonce integer default null,
  received ledger.received_part[] default null,
  at timestamptz default clock_timestamp(), begins_session boolean default false
) returns timestamptz
language plpgsql
as $$
declare
  next_reminder timestamptz;
begin
  if begins_session or next_nonce % 20 = 1 then
    perform ledger.mark_play(player, at, begins_session);
  end if;
  if begins_session then
    select at + w.reminder_minutes * interval '1 minute' into next_reminder
      from ledger.wallets w where w.player_id = player;
  end if;
  if deposit <> 0 or bonus <> 0 or win <> 0 or referral <> 0 or contributes <> 0 then
    update ledger.wallets w
      set deposit = w.deposit + post.deposit, bonus = w.bonus + post.bonus, win = w.win + post.win,
          referral = w.referral + post.referral,
          deposited = w.deposited + case when post.kind = 'deposit' then post.deposit else 0 end,
          staked = w.staked + case when counts then games else 0 end,
          contributed = w.contributed + contributes, own = w.own + post.own,
          nonce = coalesce(next_nonce, w.nonce),
          received = case when post.received is null then w.received
                          else nullif(post.received, '{}') end,
          lost = w.lost + games,
          wagered = w.wagered + case when post.kind = 'stake' then games else 0 end,
          withdrawn = w.withdrawn
            - case when post.kind in ('withdraw', 'withdraw_refund') then post.deposit else 0 end,
          session_at = case when begins_session then at else w.session_at end,
          session_lost = case when begins_session then w.lost else w.session_lost end,
          session_staked = greatest(games, 0)
            + case when begins_session then 0 else w.session_staked end,
          played_at = case when post.kind = 'stake' then at else w.played_at end,
          reminder_due_at = case when begins_session then next_reminder
                                 else w.reminder_due_at end,
          looked_at = case when begins_session then at else w.looked_at end
      where w.player_id = player;
    assert found, 'a movement needs wallets';
  end if;
  insert into ledger.movements values (player, at, movement, kind, deposit, bonus, win, referral,
    games, fees, promotions, chain, transfers, withdrawals, round, operation, other_player);
  return at;
end
$$;

-- Idempotency keys
-- -------------------------------------------------------------------------------------------------

-- The answer to a request with an idempotency key. The same key with the same input gets the same
-- answer again. Refusals of deposits, withdrawals and moves of money are kept too, so that a
-- delayed request can't be carried out after its repeat was refused. A refusal that asks to come
-- again later isn't kept, nor is one of a bet or of a round's move.
-- answer: {"refusal": …} or the decision; for a call that moves no money {"reply": the body as
-- text}, since jsonb reorders the members of an object.
create table ledger.requests (
  player_id integer not null,
  key ledger.idempotency_key not null,
  input_hash ledger.hash not null,
  answer jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, key)
);
create index requests_kept_a_day on ledger.requests (at)
  where answer ?| array['refusal', 'reply'];
grant select on ledger.requests to pipkin_app, pipkin_worker;

-- What was decided under a key: null if the key is new, {"answer": …} if it was used with this
-- input, {"refusal": "keyReused"} if it was used with another. The caller holds the player.
create function ledger.earlier_answer(p_player integer, p_key text, p_input_hash bytea)
returns jsonb
language plpgsql stable
as $$
declare
  earlier ledger.requests;
begin
  if p_key is null then return null; end if;
  select * into earlier from ledger.requests where player_id = p_player and key = p_key;
  return case when not found then null
              when earlier.input_hash = p_input_hash
                then jsonb_build_object('answer', earlier.answer)
              else '{"refusal": "keyReused"}' end;
end
$$;
grant execute on function ledger.earlier_answer to pipkin_app;

-- Keeps the answer to a request that came with a key.
create function ledger.keep_answer(
  p_player integer, p_key text, p_input_hash bytea, p_answer jsonb
) returns void
language plpgsql
as $$
begin
  if p_key is not null then
    insert into ledger.requests (player_id, key, input_hash, answer)
      values (p_player, p_key, p_input_hash, p_answer);
  end if;
end
$$;

-- Keeps the reply to a call that moves no money. If two come at the same moment, the first one's
-- reply is kept. Holds the player, since a call that moves money may have found the key free and be
-- about to take it.
create function ledger.keep_reply(
  p_player integer, p_key text, p_input_hash bytea, p_reply text
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  perform hold(p_player);
  insert into requests (player_id, key, input_hash, answer)
    values (p_player, p_key, p_input_hash, jsonb_build_object('reply', p_reply))
    on conflict (player_id, key) do nothing;
end
$$;
grant execute on function ledger.keep_reply to pipkin_app;

-- Deletes refusals and replies after a day, longer than any request takes to arrive. Decisions that
-- were carried out stay for ever. now() rather than clock_timestamp(), which changes with each row
-- and so can't be looked up in an index.
create function ledger.forget_replies() returns void
language sql security definer set search_path = ledger, pg_temp
as $$
  delete from requests
    where answer ?| array['refusal', 'reply'] and at < now() - interval '1 day'
$$;
grant execute on function ledger.forget_replies to pipkin_worker;

reset role;
