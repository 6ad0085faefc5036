-- Accounts and sessions: the directory. Global tables, found by phone, e-mail, invite code or token; no money in them.
create schema players;
grant usage on schema players to pipkin_app;

create table players.accounts (
  player_id integer primary key check (player_id between 10000000 and 99999999),
  name text not null,
  mobile text not null unique check (mobile ~ '^[0-9]{10}$'),
  -- As written; compared without case.
  email text not null,
  password_hash text not null,
  invite_code text not null unique check (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  referrer_id integer references players.accounts check (referrer_id <> player_id),
  created_at timestamptz not null default now(),
  first_signed_in_at timestamptz
);
create unique index accounts_email on players.accounts (lower(email));
create index accounts_referrer on players.accounts (referrer_id) where referrer_id is not null;

-- Only the hash of a session's token is kept.
create table players.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null references players.accounts,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the password was last given: sensitive acts ask for a fresh one.
  password_at timestamptz not null default now()
);
create index sessions_player on players.sessions (player_id);

-- A code sent to an address. A new one ends the earlier one.
create table players.email_codes (
  email text primary key,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
-- When codes were sent, for "five an hour".
create table players.email_codes_sent (
  email text not null,
  at timestamptz not null,
  primary key (email, at)
);

-- A browser before it has an account: which address it has verified, and until when.
create table players.presessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  email text not null,
  expires_at timestamptz not null
);

grant select, insert, update, delete on all tables in schema players to pipkin_app;
