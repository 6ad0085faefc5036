-- The sequence of seeds that all chance comes from (docs/fairness.md). Each of a player's rounds
-- takes the next place: an epoch, and a nonce from 0 to 999 in it. The server's rules derive a
-- round's outcome from its place (packages/games).
set role pipkin_ledger;

-- A generation of the database: the first is 1, and each restore of a backup begins a new one.
-- Later ones are numbered by the second in which they began, so that two restores of one backup
-- can't share a number (docs/decisions/2026-11-restores.md).
create table ledger.generations (
  generation bigint primary key,
  began_at timestamptz not null default clock_timestamp(),
  -- The time up to which the restored backup reached; null if unknown.
  reached timestamptz,
  -- Distinguishes this database from others; its copies share it.
  database_id uuid not null default gen_random_uuid()
);
insert into ledger.generations (generation) values (1);
grant select on ledger.generations to pipkin_app, pipkin_worker;

-- The current generation.
create function ledger.generation() returns bigint
language sql stable
as $$ select max(generation) from ledger.generations $$;

-- The keys that seeds are mixed with (SEED_KEY), by their ids: the database never holds a key.
create table ledger.seed_keys (
  seed_key text primary key check (seed_key ~ '^[0-9a-f]{16}$'),
  since timestamptz not null default clock_timestamp()
);
grant select on ledger.seed_keys to pipkin_app, pipkin_worker;

-- Makes this the key of new epochs. An API that starts calls it.
create function ledger.use_seed_key(p_key text) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  newest timestamptz := (select max(since) from seed_keys);
  used_at timestamptz := clock_timestamp();
begin
  insert into seed_keys as k (seed_key) values (p_key)
  on conflict (seed_key) do update set since = used_at where k.since < newest;
end
$$;
grant execute on function ledger.use_seed_key to pipkin_app;

-- The key of new epochs; null before the first API has started.
create function ledger.seed_key() returns text
language sql stable
as $$ select seed_key from ledger.seed_keys order by since desc limit 1 $$;

-- The stored part of an epoch's secret seed, which is mixed with the key. The player's epoch and
-- the next one exist before any bet, since the browser shows both commitments.
create table ledger.epochs (
  player_id integer not null,
  epoch integer not null,
  seed ledger.hash not null,
  seed_key text not null default ledger.seed_key(),
  -- The generation that drew the seed. A round's place is its generation, epoch and nonce.
  generation bigint not null default ledger.generation(),
  -- The generation that voided the epoch, and the nonce from which on no round is dealt: 1000 in a
  -- full epoch.
  voided_in bigint,
  voided_from integer check (voided_from between 0 and 1000),
  primary key (player_id, epoch),
  check (voided_in > generation),
  check ((voided_in is null) = (voided_from is null))
);
grant select on ledger.epochs to pipkin_app, pipkin_worker;

-- Draws the seed of an epoch, and queues the epoch for the log (0024_log.sql).
create function ledger.draw_epoch(p_player integer, p_epoch integer) returns void
language plpgsql
as $$
declare
  drawn_in bigint;
begin
  insert into ledger.epochs (player_id, epoch, seed)
    values (p_player, p_epoch, public.gen_random_bytes(32)) returning generation into drawn_in;
  perform log.wait_epoch(p_player, p_epoch, drawn_in);
end
$$;

-- Opens a player's wallets, with the seeds of the first two epochs.
create function ledger.open_wallets(p_player integer) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  insert into wallets (player_id) values (p_player);
  perform draw_epoch(p_player, 0);
  perform draw_epoch(p_player, 1);
end
$$;
grant execute on function ledger.open_wallets to pipkin_app;

-- The seed that an epoch's chance is drawn from. p_keys: the player's own keys in hex, by the ids
-- of the keys that they were derived from (apps/server/src/rounds/seed-keys.ts). They come with a
-- bet and are never stored.
create function ledger.mixed_seed(p_seed bytea, p_key text, p_keys jsonb) returns bytea
language sql immutable
as $$
  select public.hmac('fkr-epoch-seed'::bytea || p_seed, decode(p_keys ->> p_key, 'hex'), 'sha256')
$$;

-- fair-1 (docs/fairness.md): the commitment of a player's round, from its mixed seed and nonce.
-- Every function in it is immutable (convert_to isn't), so PostgreSQL inlines it, which takes a
-- fifth of the time of a call. A bet computes one.
create function ledger.round_commitment(p_seed bytea, p_player integer, p_nonce integer)
returns bytea
language sql immutable
as $$
  select sha256('fkr-round-key' || public.hmac(
    'fkr-round'::bytea || int4send(length(p_player::text)) || p_player::text::bytea
      || int8send(p_nonce::bigint),
    p_seed, 'sha256'))
$$;
grant execute on function ledger.round_commitment to pipkin_app, pipkin_worker;

-- Moves the player to the next epoch, and draws the seed of the one after it.
create function ledger.next_epoch(p_player integer, p_epoch integer) returns void
language plpgsql
as $$
begin
  perform ledger.draw_epoch(p_player, p_epoch + 2);
  update ledger.wallets set epoch = p_epoch + 1, nonce = 0 where player_id = p_player;
end
$$;

-- Ends the player's epoch, unless it is unused. Answers the epoch that ended, or null.
create function ledger.rotate_seed(p_player integer) returns integer
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
begin
  if held.nonce = 0 then return null; end if;
  perform next_epoch(p_player, held.epoch);
  return held.epoch;
end
$$;
grant execute on function ledger.rotate_seed to pipkin_app;

-- Begins a generation after a restore. It voids the unused nonces of every epoch, since players may
-- have seen rounds of them that the restore has lost, and draws new seeds. It also voids each ended
-- epoch with an open round, which may have ended in the lost time: only the house plays on in a
-- voided epoch. It waits for the bets under way and blocks new ones.
create function ledger.begin_generation() returns ledger.generations
language plpgsql
as $$
declare
  begun ledger.generations;
  newest_key text := ledger.seed_key();
begin
  perform ledger.hold_wallets();
  insert into ledger.generations (generation, reached, database_id)
    select greatest(max(generation) + 1, extract(epoch from clock_timestamp())::bigint),
           (select max(at) from ledger.watermarks), (array_agg(database_id))[1]
    from ledger.generations
    returning * into begun;
  update ledger.epochs e
    set voided_in = begun.generation,
        voided_from = case when e.epoch = w.epoch then w.nonce else 0 end
    from ledger.wallets w
    where e.player_id = w.player_id and e.epoch >= w.epoch;
  update ledger.epochs e
    set voided_in = begun.generation, voided_from = used.rounds
    from (
      select player_id, epoch, max(r.nonce) + 1 as rounds
      from ledger.rounds o join ledger.rounds r using (player_id, epoch)
      where o.settled_at is null group by player_id, epoch
    ) used
    where e.player_id = used.player_id and e.epoch = used.epoch and e.voided_in is null;
  -- Writes the defaults out: a cluster would query each node for them.
  insert into ledger.epochs (player_id, epoch, seed, seed_key, generation)
    select player_id, epoch + step, public.gen_random_bytes(32), newest_key, begun.generation
    from ledger.wallets, (values (2), (3)) as steps (step);
  update ledger.wallets set epoch = epoch + 2, nonce = 0;
  perform log.wait_generation(begun.generation);
  return begun;
end
$$;

reset role;
