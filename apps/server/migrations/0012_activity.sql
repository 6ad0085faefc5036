-- The figures of the home page: sums over movements and rounds, which the worker keeps
-- (apps/server/src/activity/counts/count-figures.ts). No other table depends on them. To count
-- anew, empty the tables that it writes (0030_desk_games.sql and 0032_house.sql have the others),
-- set rewards and earned of activity.referrers to 0, and set counted.since and upto back to the
-- first movement's time.
create schema activity;
grant usage on schema activity to pipkin_app, pipkin_worker, pipkin_ledger, pipkin_operator;

create table activity.counted (
  singleton boolean primary key default true check (singleton),
  -- Movements from "since" until before "upto" are counted.
  since timestamptz not null default now(),
  upto timestamptz not null default now()
);
insert into activity.counted default values;
grant select on activity.counted to pipkin_app, pipkin_ledger, pipkin_operator;
grant select, update on activity.counted to pipkin_worker;

-- A player's sum of credits from rounds, in 1/100 fkr.
create table activity.winnings (
  player_id integer primary key,
  won bigint not null check (won > 0)
);
create index winnings_top on activity.winnings (won desc, player_id);
grant select on activity.winnings to pipkin_app;
grant select, insert, update, delete on activity.winnings to pipkin_worker;

-- The largest returns of each hour, at least three of them.
create table activity.large_returns (
  hour timestamptz not null,
  movement_id uuid not null,
  player_id integer not null,
  payout bigint not null,
  primary key (hour, movement_id)
);
grant select on activity.large_returns to pipkin_app;
grant select, insert, update, delete on activity.large_returns to pipkin_worker;

-- How many rounds of a game were opened in each hour.
create table activity.hourly_rounds (
  hour timestamptz not null,
  game smallint not null,
  rounds integer not null,
  primary key (hour, game)
);
grant select on activity.hourly_rounds to pipkin_app, pipkin_ledger;
grant select, insert, update, delete on activity.hourly_rounds to pipkin_worker;

-- What fifty consecutive rounds of a player (a twentieth of an epoch) staked and returned. A total
-- over a long period adds these up. They are counted once, when a total first needs them and no
-- round of their epoch can change any more (apps/server/src/activity/total-activity.ts).
create table activity.spans (
  player_id integer not null,
  epoch integer not null,
  -- The first of them has the nonce span * 50.
  span smallint not null,
  rounds integer not null,
  staked bigint not null,
  returned bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (player_id, epoch, span)
);
grant select, insert on activity.spans to pipkin_app;
