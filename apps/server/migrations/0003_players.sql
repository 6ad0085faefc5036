-- The directory: accounts, who referred whom, sessions and codes. Rows are found by phone, e-mail,
-- invite code or token, so these tables are global. They hold no money. E-mail addresses are in
-- lower case; of every secret only a hash is kept.
create schema players;
grant usage on schema players to pipkin_app, pipkin_worker, pipkin_ledger;

-- Accounts
-- -------------------------------------------------------------------------------------------------

create table players.accounts (
  player_id integer primary key check (player_id between 10000000 and 99999999),
  name text not null,
  mobile text not null unique check (mobile ~ '^[0-9]{10}$'),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  invite_code text not null unique check (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  referrer_id integer references players.accounts check (referrer_id <> player_id),
  created_at timestamptz not null default now(),
  first_signed_in_at timestamptz,
  show_name boolean not null default true,
  -- A file's name in the uploads folder.
  picture text check (picture ~ '^[0-9a-f]{32}\.webp$')
);
-- A player's friends in the order of a page.
create index accounts_referrer on players.accounts (referrer_id, player_id)
  where referrer_id is not null;
-- No login may delete an account.
grant select, insert, update on players.accounts to pipkin_app;
-- What the audit compares.
grant select (player_id, referrer_id, first_signed_in_at) on players.accounts to pipkin_worker;
-- Who referred whom, for rewards; what operator.find_player shows.
grant select (
  player_id, name, mobile, email, invite_code, referrer_id, created_at, first_signed_in_at
) on players.accounts to pipkin_ledger;

-- The tree of referrers has no circle: a referrer exists before the friend and never changes.
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
  for each row when (new.referrer_id is distinct from old.referrer_id)
  execute function players.keep_referrer();

-- When passwords were changed. Append-only: the player is notified of each.
create table players.password_changes (
  player_id integer not null references players.accounts,
  at timestamptz not null default clock_timestamp(),
  change_id uuid not null default gen_random_uuid(),
  primary key (player_id, at, change_id)
);
create index password_changes_at on players.password_changes (at);
grant select, insert on players.password_changes to pipkin_app;

-- Sessions
-- -------------------------------------------------------------------------------------------------

create table players.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null references players.accounts,
  created_at timestamptz not null default now(),
  -- At most a minute behind.
  last_seen_at timestamptz not null default now(),
  -- The sweep finds ended sessions by the hour, so that last_seen_at can change every minute and
  -- the index only every hour.
  seen_hour timestamptz not null
    generated always as (date_bin('1 hour', last_seen_at, timestamptz 'epoch')) stored,
  -- When the player last entered the password. Sensitive acts ask for a recent time.
  password_at timestamptz not null default now()
) with (fillfactor = 80);
create index sessions_player on players.sessions (player_id);
create index sessions_seen on players.sessions (seen_hour);
grant select, insert, update, delete on players.sessions to pipkin_app;
-- The worker's sweep deletes ended sessions; operator.end_sessions deletes a player's.
grant select (last_seen_at, seen_hour, created_at), delete on players.sessions to pipkin_worker;
grant select (player_id, created_at, last_seen_at), delete on players.sessions to pipkin_ledger;

-- Codes
-- -------------------------------------------------------------------------------------------------

-- A code mailed to an address, for the browser that asked. Only the newest code of an address
-- counts; the others stay for an hour, to hold the limit of five an hour. Both hashes are keyed
-- with the browser's pre-session, which the database doesn't hold.
create table players.email_codes (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  email text not null,
  -- Null where the address has an account: the mail says so and holds no code.
  code_hash bytea check (length(code_hash) = 32),
  tries integer not null default 0 check (tries <= 5),
  used boolean not null default false,
  sent_at timestamptz not null default clock_timestamp()
);
create index email_codes_newest on players.email_codes (email, sent_at);
grant select, insert, update, delete on players.email_codes to pipkin_app;
grant select (sent_at), delete on players.email_codes to pipkin_worker;

-- The address that a browser has verified before it has an account.
create table players.verified_addresses (
  presession_hash bytea primary key check (length(presession_hash) = 32),
  email text not null,
  verified_at timestamptz not null default now()
);
grant select, insert, update, delete on players.verified_addresses to pipkin_app;
grant select (verified_at), delete on players.verified_addresses to pipkin_worker;
