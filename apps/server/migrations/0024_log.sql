-- The log that anyone can check (docs/transparency.md): entries, and the tree over them. The worker
-- appends what has committed (apps/server/src/log). A bet and its end don't write here: the worker
-- finds their receipts by the times of movements and rounds. Everything else that is logged is
-- rare: the database transaction that makes it puts it into log.waiting.
create schema log authorization pipkin_ledger;
grant usage on schema log to pipkin_app, pipkin_worker, pipkin_operator;

set role pipkin_ledger;

-- How far the log is. The worker that appends locks this row, so only one appends.
create table log.state (
  singleton boolean primary key default true check (singleton),
  size bigint not null default 0,
  began_at timestamptz not null default clock_timestamp(),
  -- All bets and ends before this time have the entries of their receipts.
  upto timestamptz not null default clock_timestamp(),
  -- When a worker last appended, and how often the clock was found set back since.
  looked_at timestamptz not null default clock_timestamp(),
  times_set_back integer not null default 0,
  -- When the worker last found everything published, as it appended more.
  all_published_at timestamptz not null default clock_timestamp()
);
insert into log.state default values;
grant select, update on log.state to pipkin_worker;
grant select on log.state to pipkin_app;

-- The entries, from 0 without gaps, 256 to a row, like the hashes of tiles: each is a kind's byte
-- and a hash, and names no player. rounds has the round of each receipt's entry, as a transaction
-- id names it (player and round id), and zeros for other entries. A row only grows.
create table log.bundles (
  number bigint primary key check (number >= 0),
  entries bytea storage external not null
    check (length(entries) between 33 and 8448 and length(entries) % 33 = 0),
  rounds bytea storage external not null check (length(rounds) = length(entries) / 33 * 20),
  -- The times between which its receipts were signed; null without receipts.
  span tstzrange
);
create index bundles_by_time on log.bundles using gist (span);
grant select on log.bundles to pipkin_app;
grant select, insert, update on log.bundles to pipkin_worker;

-- A bundle only grows: refuses any other change.
create function log.keep_entries() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.number = old.number
     and substr(new.entries, 1, length(old.entries)) = old.entries
     and substr(new.rounds, 1, length(old.rounds)) = old.rounds then
    return new;
  end if;
  raise insufficient_privilege using message = 'what the log has is never changed';
end
$$;
create trigger entries_stay before update or delete on log.bundles
  for each row execute function log.keep_entries();
create trigger bundles_stay before truncate on log.bundles
  for each statement execute function log.keep_entries();

-- log.entries has a row for each entry, log.receipts a row for the entry of each receipt: kind 2 of
-- a bet, kind 3 of an end. Both read all bundles, for audits and tests.
create view log.entries as
  select b.number * 256 + place as index, substr(b.entries, place * 33 + 1, 33) as entry,
         substr(b.rounds, place * 20 + 1, 20) as round
  from (
    select number, entries || '' as entries, rounds || '' as rounds from log.bundles offset 0
  ) b, generate_series(0, length(b.entries) / 33 - 1) place;
grant select on log.entries to pipkin_app, pipkin_worker;
create view log.receipts as
  select substr(round, 1, 4)::integer as player_id,
         encode(substr(round, 5), 'hex')::uuid as round_id,
         get_byte(entry, 0)::smallint as kind, index, entry
  from log.entries where get_byte(entry, 0) in (2, 3);
grant select on log.receipts to pipkin_app, pipkin_worker;

-- Entries of receipts as APIs computed them when they signed, so that the worker needn't deal those
-- rounds again (apps/server/src/log/hand-over.ts). A crash empties it; the worker computes what is
-- missing from the rounds. Each row has a MAC whose key the database doesn't have, so a thief who
-- can only write here can't put an entry into the log.
create unlogged table log.handed (
  handed_id uuid primary key default uuidv7(),
  entries bytea storage external not null
    check (length(entries) <= 1000000 and length(entries) % 61 = 0),
  mac bytea not null check (length(mac) = 32)
);
grant select, insert on log.handed to pipkin_app;
grant select, delete on log.handed to pipkin_worker;

-- Up to 256 hashes in a tile. A tile only grows: a narrower one is its beginning.
create table log.tiles (
  level smallint not null,
  index bigint not null,
  hashes bytea storage external not null
    check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, index)
);
grant select on log.tiles to pipkin_app;
grant select, insert, update on log.tiles to pipkin_worker;

-- The newest checkpoint that the log has signed, with its cosignatures; and, as text, its key and
-- those of the witnesses that were asked.
create table log.published (
  singleton boolean primary key default true check (singleton),
  generation bigint not null,
  size bigint not null,
  note text not null,
  verifier text not null,
  witnesses text[] not null,
  at timestamptz not null default clock_timestamp()
);
grant select on log.published to pipkin_app, pipkin_operator;
grant select, insert, update on log.published to pipkin_worker;

-- All receipts before this time are published. A witness may hold back what is appended.
create function log.published_upto() returns timestamptz
language sql stable
return (
  select case when p.size >= s.size then s.upto else least(s.upto, s.all_published_at) end
  from log.state s left join log.published p using (singleton)
);
grant execute on function log.published_upto to pipkin_worker;

-- What waits for its entry, other than receipts. A row that commits later isn't missed, it is taken
-- later. The entry is over the document's canonical JSON; packages/log/src/entries.ts names the
-- kinds.
create table log.waiting (
  waiting_id uuid primary key default uuidv7(),
  kind smallint not null check (kind in (1, 4, 5, 6, 7, 8, 9)),
  document jsonb not null
);
grant select, delete on log.waiting to pipkin_worker;
grant select on log.waiting to pipkin_app;

-- A time as receipts have it.
create function log.time_text(p_at timestamptz) returns text
language sql immutable
as $$
  select to_char(date_trunc('milliseconds', p_at at time zone 'UTC'),
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- The generation as it is signed: the first is left out.
create function log.signed_generation(p_generation bigint) returns jsonb
language sql immutable
as $$
  select case when p_generation = 1 then '{}'::jsonb
    else jsonb_build_object('generation', p_generation) end
$$;

-- The documents of an epoch, of a voided epoch (its receipt's facts), of an act, and of an audit.
-- The worker adds an epoch's commitment: the database can't compute it (0004_seeds.sql).
-- The audit compares acts and audits with the log: a later column must not change older documents.
create function log.epoch_document(p_player integer, p_epoch integer, p_generation bigint)
returns jsonb
language sql immutable
as $$
  select log.signed_generation(p_generation) || jsonb_build_object(
    'version', 'fair-1', 'receipt', 'epoch', 'playerId', p_player::text, 'epoch', p_epoch)
$$;
create function log.void_document(
  p_player integer, p_epoch integer, p_generation bigint, p_from integer, p_voided_in bigint
) returns jsonb
language sql stable
as $$
  select log.epoch_document(p_player, p_epoch, p_generation) || jsonb_build_object(
    'receipt', 'void', 'from', p_from, 'voidedIn', p_voided_in,
    'voidedAt', (select log.time_text(began_at) from ledger.generations
                 where generation = p_voided_in))
$$;
create function log.act_document(a operator.acts) returns jsonb
language sql stable
as $$
  select to_jsonb(a) || jsonb_build_object(
    'at', log.time_text(a.at), 'hash', encode(a.hash, 'hex'))
$$;
create function log.audit_document(a operator.audits) returns jsonb
language sql stable
as $$
  select to_jsonb(a) - 'report' || jsonb_build_object(
    'at', log.time_text(a.at), 'audited_to', log.time_text(a.audited_to),
    'acts_head', encode(a.acts_head, 'hex'))
$$;
grant execute on function log.time_text, log.act_document, log.audit_document to pipkin_worker;

-- Queues an epoch that was drawn.
create function log.wait_epoch(p_player integer, p_epoch integer, p_generation bigint) returns void
language sql
as $$
  insert into log.waiting (kind, document)
    values (1, log.epoch_document(p_player, p_epoch, p_generation))
$$;

-- Queues what a generation's begin changed: the epochs that it voided, and those that it drew.
create function log.wait_generation(p_generation bigint) returns void
language sql
as $$
  with voided as materialized (
    select player_id, epoch, generation, voided_from, voided_in from ledger.epochs
    where voided_in = p_generation
  )
  insert into log.waiting (kind, document)
    select 5, log.void_document(player_id, epoch, generation, voided_from, voided_in)
    from voided order by player_id, epoch;
  with drawn as materialized (
    select player_id, epoch, generation from ledger.epochs where generation = p_generation
  )
  insert into log.waiting (kind, document)
    select 1, log.epoch_document(player_id, epoch, generation)
    from drawn order by player_id, epoch;
$$;

-- Queue documents for the log, in the database transaction of what they record.
create function log.wait_act() returns trigger
language plpgsql security definer set search_path = log, pg_temp
as $$
begin
  insert into waiting (kind, document) values (6, act_document(new));
  return null;
end
$$;

create function log.wait_audit() returns trigger
language plpgsql security definer set search_path = log, pg_temp
as $$
begin
  insert into waiting (kind, document) values (7, audit_document(new));
  return null;
end
$$;
reset role;
create trigger acts_to_log after insert on operator.acts
  for each row execute function log.wait_act();
create trigger audits_to_log after insert on operator.audits
  for each row execute function log.wait_audit();
