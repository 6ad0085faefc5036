-- Restores: how the processes notice that a database was restored from a backup, and what an
-- operator does about it (docs/runbooks/backup.md).
set role pipkin_ledger;

-- How far this database is, for the memories outside it. Each memory has a row, which it renews
-- every few seconds: an older copy of the database lacks its last beats.
create table ledger.watermarks (
  memory_id uuid primary key,
  beat bigint not null,
  -- Random, so that no other database has the same beat.
  token uuid not null,
  at timestamptz not null default clock_timestamp()
);

-- Bets that named a commitment which this database hasn't shown yet. Only the house can compute
-- one, so this database is older than the one that showed it to the player.
create table ledger.ahead (
  player_id integer not null,
  epoch integer not null,
  nonce ledger.place not null,
  generation bigint not null default ledger.generation(),
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, epoch, nonce)
);
grant select on ledger.ahead to pipkin_app, pipkin_worker;

-- Keeps a refused commitment if it is one of the next that the player's epochs will show; answers
-- whether it is. It looks at a few of each epoch, which is enough: of many players some come back
-- soon after their last bet.
create function ledger.keep_ahead(p_player integer, p_commitment bytea, p_seed_keys jsonb)
returns boolean
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  insert into ahead (player_id, epoch, nonce)
    select p_player, e.epoch, n.nonce
    from wallets w join epochs e using (player_id),
      lateral generate_series(
        case when e.epoch = w.epoch then w.nonce + 1 else 0 end,
        case when e.epoch = w.epoch then least(w.nonce + 16, 999) else 15 end) as n (nonce)
    where w.player_id = p_player and e.epoch >= w.epoch
      and round_commitment(mixed_seed(e.seed, e.seed_key, p_seed_keys), p_player, n.nonce)
        = p_commitment
    on conflict do nothing;
  return found;
end
$$;
grant execute on function ledger.keep_ahead to pipkin_app;

-- Whether players have named commitments of this generation that this database hasn't shown yet.
create function ledger.is_behind() returns boolean
language sql stable
as $$ select exists (select from ledger.ahead where generation = ledger.generation()) $$;

-- Compares what a memory holds with this database. Answers one of:
--   here       the database has come at least as far
--   anew       it is another database, or a generation began since
--   gone_back  the database is from before
create function ledger.compare_watermark(
  p_database uuid, p_generation bigint, p_memory uuid, p_beat bigint, p_token uuid,
  out state text, out generation bigint, out database_id uuid
)
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
declare
  kept watermarks;
begin
  select g.generation, g.database_id into strict generation, database_id
    from generations g order by g.generation desc limit 1;
  select * into kept from watermarks w where w.memory_id = p_memory;
  state := case
    when is_behind() then 'gone_back'
    when p_database is distinct from database_id or p_generation < generation then 'anew'
    when p_generation > generation or kept is null or kept.beat < p_beat
      or kept.beat = p_beat and kept.token <> p_token then 'gone_back'
    else 'here'
  end;
end
$$;
grant execute on function ledger.compare_watermark to pipkin_app, pipkin_worker;

-- Renews a memory's watermark for it to remember. p_beat and p_token: its last one of this
-- generation, or null. Answers no row if another generation has begun or the database is older than
-- the watermark: behind a pooler the database can be replaced under an open connection.
create function ledger.renew_watermark(
  p_memory uuid, p_generation bigint, p_beat bigint, p_token uuid
) returns table (beat bigint, token uuid)
language sql security definer set search_path = ledger, pg_temp
as $$
  insert into watermarks as w (memory_id, beat, token)
    select p_memory, 1, gen_random_uuid()
    where p_generation = generation() and not is_behind()
      and (p_beat is null or exists (select from watermarks where memory_id = p_memory))
  on conflict (memory_id) do update
    set beat = w.beat + 1, token = excluded.token, at = clock_timestamp()
    where p_beat is null or w.beat > p_beat or w.beat = p_beat and w.token = p_token
  returning w.beat, w.token
$$;
grant execute on function ledger.renew_watermark to pipkin_app, pipkin_worker;

-- On a cluster a single node can go back. This asks each node how far it is, remembers that here,
-- and answers the names of nodes that have gone back. A single database has none
-- (apps/server/src/platform/database/node-marks.ts).
create function ledger.renew_node_marks() returns setof text
language sql security definer set search_path = ledger, pg_temp
as $$ select null where false $$;
grant execute on function ledger.renew_node_marks to pipkin_app, pipkin_worker;

-- Begins a generation after a restore, and undoes what the lost time may have ended, used or
-- withdrawn. Sessions, codes and links end, or those that ended or were used in the lost time would
-- be valid again. Recovery codes stay, or a player who has lost the app would be locked out;
-- logging in with one holds the ways out. A withdrawal or a deposit that wasn't signed may have
-- been paid or pulled in the lost time, so it waits for an operator; what waited already keeps its
-- reason (cashier.is_restored). Plays end: the register may have heard the end of one, and doesn't
-- take its id again. Offers end: the lost time may have withdrawn one, or excluded a player whom it
-- would reach. Names on replays are removed, since players may have removed them. In the back
-- office operators log in again, links end, and proposals lapse, since they may have been refused.
-- An announced snapshot is forgotten, since it may have been taken. No API runs meanwhile
-- (docs/runbooks/backup.md), so the order of these locks can't cause a deadlock. Answers how much
-- of each.
create function operator.after_restore(p_by text, p_reason text) returns jsonb
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  before bigint := ledger.generation();
  begun ledger.generations := ledger.begin_generation();
  ended bigint;
  waiting bigint;
  pulled bigint;
  offers bigint;
  epochs_voided bigint;
  open_rounds bigint;
  counts jsonb;
begin
  update plays set ended_at = clock_timestamp() where ended_at is null;
  update wallets set play_granted_at = null where play_granted_at is not null;
  update cashier.house set takes_nonce = true;
  update cashier.operations set state = 'review', reason = 'restored'
    where kind = 'withdrawal' and state = 'requested';
  select count(*) into waiting from cashier.operations
    where kind = 'withdrawal' and state = 'review' and nonce is null;
  update cashier.operations set state = 'review', reason = 'restored'
    where kind = 'deposit' and state = 'requested';
  get diagnostics pulled = row_count;
  delete from players.sessions;
  get diagnostics ended = row_count;
  delete from players.reset_links;
  delete from players.email_codes;
  delete from players.verified_addresses;
  delete from players.second_steps;
  delete from players.passkey_challenges;
  delete from players.confirmation_codes;
  -- Takes the locks in the order of players.freeze.
  update players.recovery_codes set restored = true;
  -- An app's code is right for half a minute before and after its step.
  update players.totp set last_step = floor(extract(epoch from now()) / 30) + 1
    where last_step <= floor(extract(epoch from now()) / 30);
  delete from players.named_rounds;
  delete from desk.sessions;
  delete from desk.invitations;
  delete from desk.passkey_challenges;
  update desk.operators set last_step = floor(extract(epoch from now()) / 30) + 1
    where last_step <= floor(extract(epoch from now()) / 30);
  update desk.proposals
    set proposed_at = least(proposed_at, clock_timestamp() - interval '24 hours')
    where decision is null;
  delete from solvency.snapshots where taken_at is null;
  update support.notices
    set from_at = least(from_at, clock_timestamp()), until_at = clock_timestamp()
    where kind = 'offer' and published_at is not null and until_at > clock_timestamp();
  get diagnostics offers = row_count;
  select count(*) into epochs_voided from epochs where voided_in = begun.generation;
  select count(*) into open_rounds from rounds where settled_at is null;
  counts := jsonb_build_object(
    'generation', begun.generation, 'epochs_voided', epochs_voided, 'sessions_ended', ended,
    'withdrawals_to_review', waiting, 'deposits_to_review', pulled, 'offers_ended', offers,
    'open_rounds_to_finish', open_rounds);
  perform record(p_by, p_reason, 'afterRestore', 'database',
    jsonb_build_object('generation', before), counts);
  return counts;
end
$$;
grant execute on function operator.after_restore to pipkin_operator;

reset role;
