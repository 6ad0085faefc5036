-- The ledger: what a movement is, what a wallet holds, and the one function that writes both.
-- Bets, deposits, withdrawals, transfers and rewards are in later files; each moves money by
-- calling ledger.post.
create schema ledger authorization pipkin_ledger;
grant usage on schema ledger to pipkin_app, pipkin_worker, pipkin_operator;

set role pipkin_ledger;
-- For the role as a whole: PostgreSQL can't revoke a default privilege of PUBLIC for one schema.
alter default privileges revoke execute on functions from public;

-- Functions that a login may call are SECURITY DEFINER with a search_path of their own. Those that
-- only other functions call, such as hold and post, run with the caller's rights and name the
-- schema: a change of role and path costs as much as writing a row.

-- What can happen to a player's money.
create type ledger.movement_kind as enum (
  'stake', 'win', 'partial_win', 'tie',
  'deposit', 'withdraw', 'withdraw_paid', 'withdraw_refund',
  'send', 'received', 'winning_transfer', 'referral_transfer',
  'referral_earning', 'bonus'
);

-- A rule about one column is a domain: PostgreSQL reads a domain's rule once in a session, but a
-- table's CHECK in every statement that writes the table, which took a quarter of a bet's time. A
-- rule about several columns can only be a CHECK.
create domain ledger.balance as bigint check (value >= 0);
create domain ledger.place as integer check (value between 0 and 999);
create domain ledger.idempotency_key as text check (value ~ '^[!-~]{1,100}$');
create domain ledger.hash as bytea check (length(value) = 32);

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
  -- How much of the balances is the player's own money: deposits, winnings net of their stakes, and
  -- own money that other players sent. Rewards are not.
  own ledger.balance not null default 0,
  -- The place of the player's next round in the sequence of seeds (0004_seeds.sql).
  epoch integer not null default 0,
  nonce ledger.place not null default 0
) with (fillfactor = 50);
grant select on ledger.wallets to pipkin_app, pipkin_worker;

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
  -- What it was for: at most one of these.
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

-- All players' movements by time. Movements are appended in the order of time, so a few numbers per
-- 32 pages are enough, and a bet pays nothing for it (docs/decisions/2026-11-figures.md).
create index movements_at on ledger.movements
  using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The movements that a player is notified of, which are rare among bets and their settlements.
create index movements_to_notify on ledger.movements (player_id, at, movement_id)
  where kind in (
    'deposit', 'withdraw_paid', 'withdraw_refund', 'received', 'referral_earning', 'bonus'
  );

-- Writes a movement and changes the balances; no other function does either. Answers the movement's
-- time. Callers check first: a sum that isn't zero or an overdrawn wallet is a bug here, and the
-- tables refuse it. own: what it adds to the player's own money. counts: what it stakes or gives
-- back counts as staked. next_nonce: the player's next nonce, where a bet takes one.
create function ledger.post(
  player integer, movement uuid, kind ledger.movement_kind,
  deposit bigint default 0, bonus bigint default 0, win bigint default 0,
  referral bigint default 0, games bigint default 0, fees bigint default 0,
  promotions bigint default 0, chain bigint default 0, transfers bigint default 0,
  withdrawals bigint default 0, own bigint default 0,
  round uuid default null, operation uuid default null, other_player integer default null,
  counts boolean default false, next_nonce integer default null,
  at timestamptz default clock_timestamp()
) returns timestamptz
language plpgsql
as $$
begin
  if deposit <> 0 or bonus <> 0 or win <> 0 or referral <> 0 then
    update ledger.wallets w
      set deposit = w.deposit + post.deposit, bonus = w.bonus + post.bonus, win = w.win + post.win,
          referral = w.referral + post.referral,
          deposited = w.deposited + case post.kind when 'deposit' then post.deposit else 0 end,
          staked = w.staked + case when counts then games else 0 end, own = w.own + post.own,
          nonce = coalesce(next_nonce, w.nonce)
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

-- The answer that was given under an idempotency key. The same key with the same input gets it
-- again, also where it is a refusal: a request that was delayed can't be carried out after its
-- repeat was refused. A refusal that asks to come again later isn't kept.
create table ledger.requests (
  player_id integer not null,
  key ledger.idempotency_key not null,
  input_hash ledger.hash not null,
  answer jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, key)
);
create index requests_refused on ledger.requests (at) where answer ? 'refusal';
grant select on ledger.requests to pipkin_app, pipkin_worker;

-- What was decided under a key: null where the key is new, {"answer": …} where it was used with
-- this input, {"refusal": "keyReused"} where it was used with another. The caller holds the player.
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

-- Deletes refusals after a day, longer than any request takes to arrive. Answers of what was
-- carried out stay for ever. now() rather than clock_timestamp(), which changes with each row and
-- so can't be looked up in an index.
create function ledger.forget_refusals() returns void
language sql security definer set search_path = ledger, pg_temp
as $$ delete from requests where answer ? 'refusal' and at < now() - interval '1 day' $$;
grant execute on function ledger.forget_refusals to pipkin_worker;

reset role;
