-- Persons: which accounts are known to be one person's, because they have used the same browser or
-- the same payout address. They share the rounds that a person may play in a day. A person who
-- hides it well isn't found; a budget of its own limits what the house can lose (0005_games.sql).

-- The browsers in which accounts were logged in to: a hash of the cookie that a browser keeps.
create table players.devices (
  device_hash bytea not null check (length(device_hash) = 32),
  player_id integer not null references players.accounts,
  -- When the owner changed or reset the password elsewhere: this browser may be a thief's, so its
  -- next log-in is one from a new device.
  doubted_at timestamptz,
  known_at timestamptz not null default clock_timestamp(),
  -- Whether limits of log-ins and second factors count this browser for itself, apart from
  -- strangers. Only for ten new ones in 400 days: its cookie is any that a client sends, and with
  -- the password a thief could log in with thousands, to guess the next one or a code by each.
  has_tries boolean not null,
  primary key (device_hash, player_id)
);
create index devices_player on players.devices (player_id);
grant select, insert, update (doubted_at) on players.devices to pipkin_ledger;
-- The API reads whether an account knows a browser (players/sessions/log-in.ts), and whose browsers
-- are known: a guesser elsewhere uses up none of their tries (0019_factors.sql).
grant select on players.devices to pipkin_app;

-- Doubts a player's browsers, but for the one in which the owner changes the password. Called
-- before the wallets are locked, as in ledger.see_device.
create function players.doubt_devices(p_player integer, p_kept bytea default null) returns void
language sql security definer set search_path = pg_temp
as $$
  update players.devices set doubted_at = clock_timestamp()
  where player_id = p_player and device_hash is distinct from p_kept
$$;
revoke all on function players.doubt_devices from public;
grant execute on function players.doubt_devices to pipkin_app;

-- Notes the browser of a session that was opened. Behind the account's lock, since the owner may
-- have changed the password meanwhile: the session has ended then, and the browser stays doubted.
-- Keeps the newest hundred sessions, and as many of the browsers without tries: who has the
-- password could make so many that no freeze or new password would get through them in time.
create function players.note_device(p_player integer, p_device bytea, p_token bytea) returns void
language plpgsql security definer set search_path = pg_temp
as $$
begin
  perform from players.accounts where player_id = p_player for no key update;
  if exists (select from players.sessions where token_hash = p_token and player_id = p_player) then
    perform ledger.see_device(p_player, p_device);
    delete from players.devices where player_id = p_player and device_hash in (
      select device_hash from players.devices where player_id = p_player and not has_tries
      order by known_at desc offset 100);
    delete from players.sessions where session_id in (
      select session_id from players.sessions where session_id in (
        select session_id from players.sessions where player_id = p_player
        order by created_at desc offset 100)
      order by session_id for update);
  end if;
end
$$;
revoke all on function players.note_device from public;
grant execute on function players.note_device to pipkin_app;

set role pipkin_ledger;

-- Which player has signed for a wallet of which other account. Both accounts are surely one
-- owner's, and share breaks and limits (0023_coming_back.sql), until an owner doubts the wallet
-- (cashier.doubt_addresses). A shared browser may be a family's, and a former number or mailbox may
-- be a stranger's by now, so those say less.
create table ledger.signed_for (
  player_id integer not null,
  account integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, account)
);
create index signed_for_account on ledger.signed_for (account, player_id);

-- All accounts of some players' owners, in the order of their ids.
create function ledger.accounts_of(p_players integer[]) returns integer[]
language sql stable
as $$
  with recursive known as (
    select unnest(p_players) as player_id
    union
    select other.player_id from known k cross join lateral (
      select account as player_id from ledger.signed_for where player_id = k.player_id
      union all
      select player_id from ledger.signed_for where account = k.player_id
    ) other
  )
  select array(select player_id from known order by 1)
$$;

-- Locks all accounts of some players' owners, and answers them. It locks in the order of ids, as
-- bets and sends do, and repeats this if an account was joined meanwhile.
create function ledger.hold_accounts(p_players integer[]) returns integer[]
language plpgsql
as $$
declare
  accounts integer[];
  account integer;
begin
  loop
    accounts := ledger.accounts_of(p_players);
    foreach account in array accounts loop
      perform ledger.hold(account);
    end loop;
    exit when accounts = ledger.accounts_of(p_players);
  end loop;
  return accounts;
end
$$;

-- Makes two players and all that belong to them one person, named by the lowest id. It locks the
-- players in the order of their ids, as bets do. Two calls run one after the other.
create function ledger.join_persons(p_player integer, p_other integer) returns void
language plpgsql
as $$
declare
  persons integer[];
  one integer;
begin
  if p_player = p_other then return; end if;
  perform pg_advisory_xact_lock(5, 0);
  select array_agg(person) into persons from ledger.wallets
    where player_id in (p_player, p_other);
  if persons[1] = persons[2] then return; end if;
  for one in
    select player_id from ledger.wallets
    where player_id in (p_player, p_other) or person = any(persons)
    order by player_id
  loop
    perform from ledger.wallets where player_id = one for no key update;
  end loop;
  update ledger.wallets set person = least(p_player, p_other, persons[1], persons[2])
    where player_id in (p_player, p_other) or person = any(persons);
end
$$;

-- Notes that a player has logged in in a browser, and joins all who did to one person. The caller
-- has locked the account.
create function ledger.see_device(p_player integer, p_device bytea) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  other integer;
  known_as integer := (select person from wallets where player_id = p_player);
begin
  insert into players.devices as d (device_hash, player_id, has_tries)
    values (p_device, p_player, 10 > (
      select count(*) from players.devices
      where player_id = p_player and has_tries
        and known_at > clock_timestamp() - interval '400 days'))
    on conflict (device_hash, player_id) do update set doubted_at = null
      where d.doubted_at is not null;
  -- Asks for each wallet by itself: a join of them would ask all nodes of a cluster.
  for other in
    select player_id from players.devices where device_hash = p_device and player_id <> p_player
  loop
    if known_as is null
      or (select person from wallets where player_id = other) is distinct from known_as
    then
      perform join_persons(p_player, other);
    end if;
  end loop;
end
$$;

reset role;
