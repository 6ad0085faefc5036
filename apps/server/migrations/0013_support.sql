-- Support: the cases that players open, and what they have read of their notifications. A case
-- never moves money.
create schema support;
grant usage on schema support to pipkin_app, pipkin_operator, pipkin_ledger;

-- What a player reports of a chain transaction. The operator answers it (docs/runbooks/support.md).
create table support.cases (
  case_id integer primary key check (case_id between 100000 and 999999),
  player_id integer not null references players.accounts,
  event text not null check (event in ('Deposit', 'Withdraw')),
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
-- A player's answers, which notifications show in this order.
create index cases_answered on support.cases (player_id, closed_at, case_id)
  where closed_at is not null;
-- Cases that wait for an operator.
create index cases_open on support.cases (at) where closed_at is null;
grant select, insert on support.cases to pipkin_app;
grant select on support.cases to pipkin_operator;
-- For operator.close_case.
grant select, update (answer, closed_at) on support.cases to pipkin_ledger;

-- Up to when a player has read the notifications.
create table support.notices_read (
  player_id integer primary key references players.accounts,
  upto timestamptz not null
);
grant select, insert, update on support.notices_read to pipkin_app;
