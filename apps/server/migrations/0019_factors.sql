-- Second factors: authenticator apps (TOTP, RFC 6238) with their recovery codes, and passkeys
-- (WebAuthn level 3). players.accounts says which of them a player has: a log-in reads and locks
-- that row anyway.

-- Authenticator apps
-- -------------------------------------------------------------------------------------------------

-- A player's app. Secrets are encrypted with FACTOR_KEY, which the database doesn't hold
-- (players/factors/factor-keys.ts). A hash isn't enough, because codes are computed from the
-- secret.
create table players.totp (
  player_id integer primary key references players.accounts,
  -- Null until a code has confirmed the first one.
  secret bytea,
  -- The step (of 30 s) of the last code that was taken. It only goes forward, so a code that was
  -- seen or logged doesn't work again.
  last_step bigint,
  -- A new secret that waits for its first code, from the session that asked for it.
  pending_secret bytea,
  pending_session uuid,
  pending_at timestamptz,
  check ((secret is null) = (last_step is null)),
  check (num_nulls(pending_secret, pending_session, pending_at) in (0, 3))
);
grant select, insert, update, delete on players.totp to pipkin_app;
grant select (last_step), update (last_step) on players.totp to pipkin_ledger;

-- Refuses a step that isn't later than the last one taken.
create function players.keep_totp_step() returns trigger
language plpgsql as $$
begin
  raise check_violation using message = 'the step of an authenticator app only goes forward';
end
$$;
create trigger totp_step_goes_forward before update of last_step on players.totp
  for each row when (new.secret = old.secret and new.last_step <= old.last_step)
  execute function players.keep_totp_step();

-- The codes for a player who has lost the other factors. Each works once, then its row is deleted.
-- They come with the first factor, and anew with each app.
create table players.recovery_codes (
  player_id integer not null references players.accounts,
  code_id uuid not null default gen_random_uuid(),
  -- A hash of it, encrypted with FACTOR_KEY.
  encrypted bytea not null,
  given_at timestamptz not null default clock_timestamp(),
  -- Restored from a backup, and possibly used since: using it holds the ways out.
  restored boolean not null default false,
  primary key (player_id, code_id)
);
grant select, insert, update (encrypted), delete on players.recovery_codes to pipkin_app;
grant update (restored) on players.recovery_codes to pipkin_ledger;

-- Passkeys
-- -------------------------------------------------------------------------------------------------

create table players.passkeys (
  credential_id bytea primary key check (length(credential_id) between 1 and 1023),
  player_id integer not null references players.accounts,
  -- COSE.
  public_key bytea not null,
  -- What the authenticator calls the player; the same for all of a player's passkeys.
  user_handle bytea not null,
  -- The highest counter seen. Most passkeys always say 0.
  counter bigint not null,
  name text not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index passkeys_player on players.passkeys (player_id);
grant select, insert, update, delete on players.passkeys to pipkin_app;

-- Counts a player's factors into the account's row. Each change of a factor locks that row first
-- and ends with this. The recovery codes go with the last factor.
create function players.count_factors(p_player integer) returns void
language sql set search_path = pg_temp
as $$
  update players.accounts set
    has_totp = exists (
      select from players.totp where player_id = p_player and secret is not null),
    passkeys = (select count(*) from players.passkeys where player_id = p_player)
  where player_id = p_player;
  delete from players.recovery_codes where player_id = p_player and exists (
    select from players.accounts where player_id = p_player and not has_totp and passkeys = 0);
$$;
revoke all on function players.count_factors from public;
grant execute on function players.count_factors to pipkin_app;

create type players.passkey_purpose as enum ('add', 'log_in', 'confirm');

-- A challenge for an authenticator to sign: valid once, for five minutes, for one purpose, and for
-- the browser or the session that asked.
create table players.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  purpose players.passkey_purpose not null,
  -- A session's id, or the hash of the cookie of a browser that has none.
  asker text not null,
  -- The player whose passkey must answer. Null: the passkey alone says who logs in.
  player_id integer references players.accounts,
  asked_at timestamptz not null default clock_timestamp()
);
create index passkey_challenges_asked on players.passkey_challenges (asked_at);
grant select, insert, delete on players.passkey_challenges to pipkin_app;
grant select (asked_at), delete on players.passkey_challenges to pipkin_worker;
grant delete on players.passkey_challenges to pipkin_ledger;

-- Lost factors
-- -------------------------------------------------------------------------------------------------

-- Removes all second factors from an account, ends its sessions, holds its ways out for 72 hours
-- and mails its owner. Answers {app, passkeys, frozen, newest_factor} as it was before; null if
-- there is no factor.
create function players.reset_factors(p_player integer) returns jsonb
language plpgsql security definer set search_path = pg_temp
as $$
declare
  account record;
  newest timestamptz;
begin
  select has_totp, passkeys, frozen_from into account from players.accounts
    where player_id = p_player and closed_at is null for no key update;
  if not found or not account.has_totp and account.passkeys = 0 then return null; end if;
  select max(at) into newest from players.security_events
    where player_id = p_player and kind in ('totp_added', 'passkey_added');
  delete from players.recovery_codes where player_id = p_player;
  delete from players.totp where player_id = p_player;
  delete from players.passkeys where player_id = p_player;
  delete from players.sessions where session_id in (select players.lock_sessions(p_player));
  perform players.count_factors(p_player);
  perform ledger.hold_ways_out(p_player, interval '72 hours', 'factor');
  if account.has_totp then
    perform players.notify(p_player, 'totp_removed', 'Pipkin’s support, as was asked for');
  end if;
  if account.passkeys > 0 then
    perform players.notify(p_player, 'passkey_removed', 'Pipkin’s support, as was asked for');
  end if;
  return jsonb_build_object('app', account.has_totp, 'passkeys', account.passkeys,
    'frozen', account.frozen_from is not null, 'newest_factor', newest);
end
$$;
revoke all on function players.reset_factors from public;
grant execute on function players.reset_factors to pipkin_ledger;

-- Steps that wait
-- -------------------------------------------------------------------------------------------------

-- Log-ins that gave the right password and wait for a second factor, for five minutes, in the
-- browser that holds the cookie. Any change of the password ends them, because each row keeps a
-- digest of the account's password hash.
create table players.second_steps (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null references players.accounts,
  password_digest bytea not null check (length(password_digest) = 32),
  started_at timestamptz not null default clock_timestamp(),
  -- When the browser's first log-in of a series began. It decides when the owner is notified.
  tried_at timestamptz not null default clock_timestamp(),
  -- Browser and system, in words.
  device text not null default ''
);
create index second_steps_tried on players.second_steps (tried_at);
grant select, insert, delete on players.second_steps to pipkin_app;
grant delete on players.second_steps to pipkin_ledger;

-- Notifies owners, at most once an hour, of log-ins that gave the right password but no second
-- factor within five minutes, and deletes those that are over. It runs apart from the log-in, whose
-- duration would reveal it. It locks the account's row first, as a log-in that continues does.
create function players.notify_of_left_steps() returns void
language plpgsql security definer set search_path = pg_temp
as $$
declare
  longest constant interval := interval '5 minutes';
  player integer;
  from_device text;
begin
  for player in
    select distinct s.player_id from players.second_steps s
    where s.tried_at < clock_timestamp() - longest order by s.player_id
  loop
    perform from players.accounts where player_id = player for no key update;
    select s.device into from_device from players.second_steps s
      where s.player_id = player and s.tried_at < clock_timestamp() - longest
      order by s.tried_at limit 1;
    if found and not exists (
      select from players.security_events e
      where e.player_id = player and e.kind = 'factor_missing'
        and e.at > clock_timestamp() - interval '1 hour'
    ) then
      perform players.notify(player, 'factor_missing', from_device);
    end if;
    delete from players.second_steps
      where player_id = player and started_at < clock_timestamp() - longest;
  end loop;
end
$$;
revoke all on function players.notify_of_left_steps from public;
grant execute on function players.notify_of_left_steps to pipkin_worker;

-- Codes that were mailed to players without a second factor, to confirm a session. A new code ends
-- the same session's earlier codes, but no other session's. They are kept for an hour, because the
-- limits count them. The hash is keyed with FACTOR_KEY.
create table players.confirmation_codes (
  player_id integer not null references players.accounts,
  code_id uuid not null default gen_random_uuid(),
  -- The session.
  asker uuid not null,
  -- The wide network (client-network.ts) that asked.
  network text not null,
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0 check (tries <= 5),
  used boolean not null default false,
  sent_at timestamptz not null default clock_timestamp(),
  primary key (player_id, code_id)
);
create index confirmation_codes_newest on players.confirmation_codes (player_id, sent_at);
create index confirmation_codes_sent on players.confirmation_codes (sent_at);
grant select, insert, update, delete on players.confirmation_codes to pipkin_app;
grant select (sent_at), delete on players.confirmation_codes to pipkin_worker;
grant delete on players.confirmation_codes to pipkin_ledger;
