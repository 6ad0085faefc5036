-- The sequence of seeds that all chance comes from (docs/fairness.md). Each of a player's rounds
-- takes the next place: an epoch, and a nonce from 0 to 999 in it. What a round's outcome is, the
-- server's rules derive from its place (packages/games).
set role pipkin_ledger;

-- The secret seed of an epoch. The player's epoch and the next one exist before any bet, since the
-- browser shows both commitments.
create table ledger.epochs (
  player_id integer not null,
  epoch integer not null,
  seed ledger.hash not null,
  primary key (player_id, epoch)
);
grant select on ledger.epochs to pipkin_app, pipkin_worker;

-- Opens a player's wallets, with the seeds of the first two epochs.
create function ledger.open_wallets(p_player integer) returns void
language sql security definer set search_path = ledger, pg_temp
as $$
  insert into wallets (player_id) values (p_player);
  insert into epochs (player_id, epoch, seed)
    values (p_player, 0, public.gen_random_bytes(32)), (p_player, 1, public.gen_random_bytes(32));
$$;
grant execute on function ledger.open_wallets to pipkin_app;

-- fair-1 (docs/fairness.md): the commitment of a player's round, from its epoch seed and nonce.
create function ledger.round_commitment(p_seed bytea, p_player integer, p_nonce integer)
returns bytea
language sql immutable
as $$
  select sha256('fkr-round-key' || public.hmac(
    'fkr-round'::bytea || int4send(length(p_player::text)) || convert_to(p_player::text, 'UTF8')
      || int8send(p_nonce::bigint),
    p_seed, 'sha256'))
$$;
grant execute on function ledger.round_commitment to pipkin_app, pipkin_worker;

-- Moves the player to the next epoch, and draws the seed of the one after it.
create function ledger.next_epoch(p_player integer, p_epoch integer) returns void
language plpgsql
as $$
begin
  insert into ledger.epochs (player_id, epoch, seed)
    values (p_player, p_epoch + 2, public.gen_random_bytes(32));
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

reset role;
