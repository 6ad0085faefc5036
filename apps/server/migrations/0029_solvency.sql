-- What the house owes all players, day by day, as trees that anyone can add up, and what it holds
-- on the chain (docs/solvency.md). The worker takes a snapshot and signs it.
create schema solvency;
grant usage on schema solvency to pipkin_app, pipkin_worker, pipkin_operator;
grant usage, create on schema solvency to pipkin_ledger;
set role pipkin_ledger;

-- A snapshot, named by the second of its announcement (UTC). Amounts are in 1/100 fkr. Once it is
-- taken, the log gets two entries of its row: liabilities (snapshot, root, owed, size) and reserves
-- (snapshot, block, held, signature).
create table solvency.snapshots (
  snapshot text primary key check (snapshot ~ '^\d{8}T\d{6}Z$'),
  announced_at timestamptz not null default clock_timestamp(),
  -- The chain's block at which the house's balance is read, announced before it exists.
  block bigint not null,
  -- When the ledger was read; null until then.
  taken_at timestamptz,
  owed bigint check (owed >= 0),
  -- The same sum from the ledger's own tables, in the same snapshot of the database.
  ledger_owes bigint check (ledger_owes = owed),
  held bigint check (held >= 0),
  root ledger.hash,
  -- The number of the tree's leaves, and of their players.
  size integer check (size > 0),
  players integer check (players > 0),
  -- How many players have checked it: to count the rows of solvency.checks takes longer with each
  -- day.
  checked integer not null default 0,
  -- Signed by the house's key, over the statement in docs/solvency.md.
  signature text check (signature ~ '^0x[0-9a-f]{130}$'),
  check (num_nulls(taken_at, owed, ledger_owes, held, root, size, players, signature) in (0, 8))
);
create index snapshots_taken on solvency.snapshots (taken_at desc) where taken_at is not null;
grant select on solvency.snapshots to pipkin_app, pipkin_operator;
grant select, insert, update, delete on solvency.snapshots to pipkin_worker;

-- The documents of what is owed, and of what the house holds, for the log.
create function solvency.owed_document(s solvency.snapshots) returns jsonb
language sql stable
as $$
  select jsonb_build_object('snapshot', s.snapshot, 'root', encode(s.root, 'hex'),
    'owed', s.owed, 'size', s.size)
$$;
create function solvency.held_document(s solvency.snapshots) returns jsonb
language sql stable
as $$
  select jsonb_build_object('snapshot', s.snapshot, 'block', s.block, 'held', s.held,
    'signature', s.signature)
$$;
grant execute on function solvency.owed_document, solvency.held_document to pipkin_worker;

-- Queues both as entries of the log.
create function solvency.wait_snapshot() returns trigger
language plpgsql security definer set search_path = solvency, log, pg_temp
as $$
begin
  insert into waiting (kind, document) values (8, owed_document(new)), (9, held_document(new));
  return null;
end
$$;
create trigger snapshots_to_log after update on solvency.snapshots
  for each row when (old.taken_at is null and new.taken_at is not null)
  execute function solvency.wait_snapshot();

-- The nodes of a level in pieces of 1,024: 32 bytes of hash and 8 of the sum each. Leaves are
-- sorted by hash.
create table solvency.nodes (
  snapshot text not null,
  level smallint not null,
  piece integer not null,
  first_hash ledger.hash not null,
  nodes bytea not null check (length(nodes) % 40 = 0),
  primary key (snapshot, level, piece)
);
grant select on solvency.nodes to pipkin_app;
grant select, insert, delete on solvency.nodes to pipkin_worker;

-- A player's leaves of a snapshot.
create table solvency.leaves (
  player_id integer not null,
  snapshot text not null,
  hash ledger.hash not null,
  -- Deposit, Bonus, Win, Referral, open stakes, payouts on their way.
  amounts bigint[] not null check (array_length(amounts, 1) = 6),
  primary key (player_id, snapshot, hash)
);
grant select on solvency.leaves to pipkin_app;
grant select, insert, delete on solvency.leaves to pipkin_worker;

-- The secret that hides a player's leaves.
create table solvency.secrets (
  player_id integer primary key,
  secret ledger.hash not null
);
grant select on solvency.secrets to pipkin_app;
grant select, insert on solvency.secrets to pipkin_worker;

-- Who has checked a snapshot.
create table solvency.checks (
  player_id integer not null,
  snapshot text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, snapshot)
);
grant select on solvency.checks to pipkin_app, pipkin_worker;

-- Requests by operators that no snapshot has answered yet.
create table solvency.requests (
  at timestamptz primary key default clock_timestamp(),
  snapshot text
);
grant select on solvency.requests to pipkin_operator;
grant select, update on solvency.requests to pipkin_worker;

-- What the house owes each player: all money in the wallets, locked or not, open stakes, and
-- withdrawals until their tokens have arrived. Their fees count too, since a refusal gives all of
-- it back.
create view solvency.liabilities as
  with payouts as materialized (
    select player_id, sum(amount) as payouts from cashier.operations
    where kind = 'withdrawal' and state in ('requested', 'signed', 'mined', 'review')
    group by player_id
  )
  select w.player_id, w.deposit, w.bonus, w.win, w.referral,
         coalesce(r.stakes, 0)::bigint as stakes, coalesce(o.payouts, 0)::bigint as payouts
  from ledger.wallets w
  left join (
    select player_id, sum(stake) as stakes from ledger.rounds where settled_at is null
    group by player_id
  ) r using (player_id)
  left join payouts o using (player_id);
grant select on solvency.liabilities to pipkin_worker;

-- What the ledger owes in all, summed without players: the tree's root must be the same. Runs with
-- the rights of its caller, who reads the tree's rows: on a cluster that is one connection, with
-- one snapshot.
create function solvency.ledger_owes() returns bigint
language sql stable
as $$
  select (select coalesce(sum(deposit + bonus + win + referral), 0) from ledger.wallets)::bigint
       + (select coalesce(sum(stake), 0) from ledger.rounds where settled_at is null)::bigint
       + (select coalesce(sum(amount), 0) from cashier.operations
          where kind = 'withdrawal' and state in ('requested', 'signed', 'mined', 'review'))::bigint
$$;
grant execute on function solvency.ledger_owes to pipkin_worker;

-- Notes that a player's browser has checked the proof of a snapshot. A player who came after the
-- snapshot has no proof: counting them too, more would have checked it than it has players.
create function solvency.note_check(p_player integer, p_snapshot text) returns void
language plpgsql security definer set search_path = solvency, pg_temp
as $$
begin
  insert into checks (player_id, snapshot)
    select p_player, snapshot from snapshots s
    where s.snapshot = p_snapshot and s.taken_at is not null and exists (
      select from leaves l where l.player_id = p_player and l.snapshot = p_snapshot)
    on conflict do nothing;
  if found then update snapshots set checked = checked + 1 where snapshot = p_snapshot; end if;
end
$$;
grant execute on function solvency.note_check to pipkin_app;

-- Asks the worker for a snapshot. Answers the time of the request; null where there is no player,
-- since a tree without leaves has no root.
create function operator.ask_snapshot(p_by text, p_reason text) returns timestamptz
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  asked timestamptz;
begin
  if not exists (select player_id from wallets limit 1) then return null; end if;
  insert into solvency.requests default values returning requests.at into asked;
  perform record(p_by, p_reason, 'takeSnapshot', 'liabilities', null,
    jsonb_build_object('asked_at', asked));
  return asked;
end
$$;
grant execute on function operator.ask_snapshot to pipkin_operator;

reset role;
