-- Accounts and sessions: the directory. Global tables, found by phone, e-mail, invite code or
-- token; no money in them. Addresses stand here in lower case. Of whatever opens a door only a hash
-- is kept.
create schema players;
grant usage on schema players to pipkin_app;

create table players.accounts (
  player_id integer primary key check (player_id between 10000000 and 99999999),
  name text not null,
  mobile text not null unique check (mobile ~ '^[0-9]{10}$'),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  invite_code text not null unique check (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  referrer_id integer references players.accounts check (referrer_id <> player_id),
  created_at timestamptz not null default now(),
  first_signed_in_at timestamptz
);
create index accounts_referrer on players.accounts (referrer_id) where referrer_id is not null;

create table players.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null references players.accounts,
  created_at timestamptz not null default now(),
  -- At most a minute behind.
  last_seen_at timestamptz not null default now(),
  -- What the sweep finds it by. Noting that somebody was seen changes it once an hour, and so
  -- touches an index once an hour.
  seen_hour timestamptz not null generated always as (date_bin('1 hour', last_seen_at, timestamptz 'epoch')) stored,
  -- When the password was last given: sensitive acts ask for a fresh one.
  password_at timestamptz not null default now()
) with (fillfactor = 80);
create index sessions_player on players.sessions (player_id);
create index sessions_seen on players.sessions (seen_hour);

-- A code sent to an address, for the browser that asked. The newest of an address is the one that
-- counts; the others stay for an hour, for "five an hour". Both hashes are keyed with the browser's
-- pre-session, which the database doesn't hold.
create table players.email_codes (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  email text not null,
  -- Null where the address has an account: the mail said so and held no code.
  code_hash bytea check (length(code_hash) = 32),
  tries integer not null default 0 check (tries <= 5),
  used boolean not null default false,
  sent_at timestamptz not null default clock_timestamp()
);
create index email_codes_newest on players.email_codes (email, sent_at);

-- The address that a browser has verified before it has an account.
create table players.verified_addresses (
  presession_hash bytea primary key check (length(presession_hash) = 32),
  email text not null,
  verified_at timestamptz not null default now()
);

grant select, insert, update, delete on all tables in schema players to pipkin_app;
