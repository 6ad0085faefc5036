-- The ledger. Everything about money is in this file: what a movement is, what a wallet holds, how
-- both change.
set role pipkin_ledger;
-- For the role as a whole: a privilege that PUBLIC has by default can't be revoked for one schema.
alter default privileges revoke execute on functions from public;

-- What can happen to a player's money.
create type ledger.movement_kind as enum (
  'stake', 'win', 'partial_win', 'tie',
  'deposit', 'withdraw', 'withdraw_paid', 'withdraw_refund',
  'send', 'received', 'winning_transfer', 'referral_transfer',
  'referral_earning', 'bonus'
);

-- Rules of one column are domains: PostgreSQL reads a domain's rule once in a session, and a
-- table's CHECK anew in every statement that writes the table, which was a quarter of a bet's time.
-- Those of several columns can only be CHECKs.
create domain ledger.balance as bigint check (value >= 0);
create domain ledger.place as integer check (value between 0 and 999);
create domain ledger.idempotency_key as text check (value ~ '^[!-~]{1,100}$');
create domain ledger.hash as bytea check (length(value) = 32);

-- A row per player. Balances are in 1/100 fkr and can't be negative. deposited and staked are what
-- there was of each in all, which unlocks rewards; own is how much of the player's money came from
-- deposits, from winnings net of their stakes and along with what others sent, and not from
-- rewards; epoch and nonce are the player's next place in the sequence of rounds. They stand here
-- because each deposit and each bet writes this row anyway (docs/decisions).
create table ledger.wallets (
  player_id integer primary key,
  deposit ledger.balance not null default 0,
  bonus ledger.balance not null default 0,
  win ledger.balance not null default 0,
  referral ledger.balance not null default 0,
  deposited ledger.balance not null default 0,
  staked ledger.balance not null default 0,
  own ledger.balance not null default 0,
  epoch integer not null default 0,
  nonce ledger.place not null default 0
) with (fillfactor = 50);

-- A movement: one append-only row that touches one player. Signed changes of the four wallets and
-- of the house's counter accounts, which sum to zero. No row of the house is ever updated: its
-- balances are sums over this table.
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
  -- In the database's time, then id: the order of every list.
  primary key (player_id, at, movement_id)
);

-- What holds over several columns is one function of the row, for the same reason: a CHECK that
-- names ten columns takes twice as long to read as one that names the row.
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

-- What was decided under an idempotency key: the same key and input answers the same again, a
-- refusal too, so that a request that was held up on its way can't be carried out after its repeat
-- was refused. What says to come again isn't kept.
create table ledger.requests (
  player_id integer not null,
  key ledger.idempotency_key not null,
  input_hash ledger.hash not null,
  answer jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, key)
);
create index requests_refused on ledger.requests (at) where answer ? 'refusal';

-- Opens a player's wallets.
create function ledger.open_wallets(p_player integer) returns void
language sql security definer set search_path = ledger, pg_temp
as $$ insert into wallets (player_id) values (p_player) $$;

-- The functions that the application may call are SECURITY DEFINER with a search_path of their own.
-- Those that only they call, such as the next four, run inside them as they are, and name the
-- schema: a change of role and path costs as much as a row.

-- Takes the player's row for this database transaction. Whoever moves a player's money holds it,
-- and takes it first. (A bet and a move, which come most often, do so in a statement of their own.)
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

-- The one place where a movement is written and balances change; answers its time. The tables
-- refuse what doesn't sum to zero and what would overdraw a wallet; callers look first, so here it
-- is a bug. own: what it adds to the player's own money. counts: what it stakes, or gives back,
-- counts as staked. next_nonce: the player's next place in the sequence of rounds, where a bet
-- takes one, in the same write.
create function ledger.post(
  player integer, movement uuid, kind ledger.movement_kind,
  deposit bigint default 0, bonus bigint default 0, win bigint default 0, referral bigint default 0,
  games bigint default 0, fees bigint default 0, promotions bigint default 0, chain bigint default 0,
  transfers bigint default 0, withdrawals bigint default 0, own bigint default 0,
  round uuid default null, operation uuid default null, other_player integer default null,
  counts boolean default false, next_nonce integer default null, at timestamptz default clock_timestamp()
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

-- What was decided under an idempotency key: null where the key is new, {"answer": …} where it was
-- used for this input, {"refusal": "keyReused"} where it was used for another. The caller holds the
-- player.
create function ledger.earlier_answer(p_player integer, p_key text, p_input_hash bytea) returns jsonb
language plpgsql stable
as $$
declare
  earlier ledger.requests;
begin
  if p_key is null then return null; end if;
  select * into earlier from ledger.requests where player_id = p_player and key = p_key;
  return case when not found then null
              when earlier.input_hash = p_input_hash then jsonb_build_object('answer', earlier.answer)
              else '{"refusal": "keyReused"}' end;
end
$$;

create function ledger.keep_answer(p_player integer, p_key text, p_input_hash bytea, p_answer jsonb) returns void
language plpgsql
as $$
begin
  if p_key is not null then
    insert into ledger.requests (player_id, key, input_hash, answer) values (p_player, p_key, p_input_hash, p_answer);
  end if;
end
$$;

-- A day is longer than any request is on its way. What was accepted is kept for ever. now(), since
-- an index can't be asked for what clock_timestamp() says: that is another for each row.
create function ledger.forget_refusals() returns void
language sql security definer set search_path = ledger, pg_temp
as $$ delete from requests where answer ? 'refusal' and at < now() - interval '1 day' $$;

grant select on ledger.wallets, ledger.movements, ledger.requests to pipkin_app;
grant execute on function ledger.open_wallets to pipkin_app;

reset role;
