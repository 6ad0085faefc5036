-- Profiles, the figures of the home page, support cases, notifications.

-- Profiles
-- ----------------------------------------------------------------------------------------------------------------

alter table players.accounts
  add column show_name boolean not null default true,
  -- The name of a file in the uploads folder.
  add column picture text check (picture ~ '^[0-9a-f]{32}\.webp$');

-- When passwords were changed. Append-only: the player is told of each.
create table players.password_changes (
  player_id integer not null references players.accounts,
  at timestamptz not null default clock_timestamp(),
  change_id uuid not null default gen_random_uuid(),
  primary key (player_id, at, change_id)
);
create index password_changes_at on players.password_changes (at);
grant select, insert on players.password_changes to pipkin_app;

-- Movements by time
-- -------------------------------------------------------------------------------------------------------

set role pipkin_ledger;

-- What has happened lately, whoever's it is. Movements are appended in the order of time, so a few
-- numbers per 32 pages are enough and a bet pays nothing for it (docs/decisions/2026-11-figures.md
-- has the measurements).
create index movements_at on ledger.movements using brin (at) with (pages_per_range = 32, autosummarize = on);

-- What a player is notified of, which is rare among bets and their settlements.
create index movements_to_notify on ledger.movements (player_id, at, movement_id)
  where kind in ('deposit', 'withdraw_paid', 'withdraw_refund', 'received', 'referral_earning', 'bonus');

reset role;

-- The figures of the home page
-- --------------------------------------------------------------------------------------------

-- Sums over movements, kept by the worker (apps/server/src/activity/count-figures.ts). Nothing else
-- depends on them: to count anew, empty the three tables and set counted.upto back to the first
-- movement's time.
create schema activity;
grant usage on schema activity to pipkin_app;

create table activity.counted (
  singleton boolean primary key default true check (singleton),
  -- Movements before this time are counted.
  upto timestamptz not null
);
insert into activity.counted (upto) select coalesce(min(at), now()) from ledger.movements;

-- What a player's rounds have credited, of all time, in 1/100 fkr.
create table activity.winnings (
  player_id integer primary key,
  won bigint not null check (won > 0)
);
create index winnings_top on activity.winnings (won desc, player_id);

-- The largest returns of each hour: at least its three.
create table activity.large_returns (
  hour timestamptz not null,
  movement_id uuid not null,
  player_id integer not null,
  payout bigint not null,
  primary key (hour, movement_id)
);

-- Rounds opened in each hour.
create table activity.plays (
  hour timestamptz not null,
  game smallint not null,
  rounds integer not null,
  primary key (hour, game)
);

grant select, update on activity.counted to pipkin_app;
grant select, insert, update, delete on activity.winnings, activity.large_returns, activity.plays to pipkin_app;

-- Support
-- -----------------------------------------------------------------------------------------------------------------

create schema support;
grant usage on schema support to pipkin_app;

-- What a player reports of a chain transaction. A case never moves money; the operator answers it
-- (docs/runbooks/support.md).
create table support.cases (
  case_id integer primary key check (case_id between 100000 and 999999),
  player_id integer not null references players.accounts,
  event text not null check (event in ('deposit', 'withdrawal')),
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  amount bigint not null check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  answer text,
  closed_at timestamptz,
  check ((answer is null) = (closed_at is null)),
  -- The same report again is the same case.
  unique (player_id, tx_hash, event)
);
create index cases_player on support.cases (player_id, at);
create index cases_closed on support.cases (closed_at) where closed_at is not null;
grant select, insert on support.cases to pipkin_app;

-- Up to when a player has read the notifications.
create table support.notices_read (
  player_id integer primary key references players.accounts,
  upto timestamptz not null
);
grant select, insert, update on support.notices_read to pipkin_app;
