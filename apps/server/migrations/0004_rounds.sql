-- Games, rounds and the sequence of seeds that their chance comes from. A bet is one call of
-- place_bet, a move one call of store_moves. What the outcome is, the server's rules say
-- (packages/games); what it pays is checked against the stake here.
set role pipkin_ledger;

create domain ledger.whole_stake as bigint check (value > 0 and value % 100 = 0);
create domain ledger.client_seed as text check (value ~ '^[A-Za-z0-9_-]{1,64}$');
create domain ledger.moves as jsonb check (jsonb_typeof(value) = 'array');

-- A rules object by its hash. Rounds keep theirs; an operator's change makes a new one.
create table ledger.rulebooks (
  rules_hash ledger.hash primary key,
  rules jsonb not null
);

-- The catalogue: limits in 1/100 fkr, what new rounds are played by.
create table ledger.games (
  game smallint primary key,
  name text not null unique,
  is_live boolean not null default true,
  is_deleted boolean not null default false,
  step bigint not null check (step > 0),
  minimum bigint not null check (minimum > 0 and minimum % 100 = 0),
  maximum bigint not null check (maximum >= minimum),
  rules_hash ledger.hash not null references ledger.rulebooks,
  min_round_ms integer not null check (min_round_ms >= 0),
  rounds_a_day integer check (rounds_a_day > 0),
  position smallint not null
);

-- The secret of an epoch. The player's epoch and the one after it exist before any bet, since both
-- commitments are shown.
create table ledger.epochs (
  player_id integer not null,
  epoch integer not null,
  seed ledger.hash not null,
  primary key (player_id, epoch)
);

create type ledger.round_status as enum ('pending', 'win', 'loss', 'partial_win', 'tie');

-- A round is rules + round key + client seed + moves; layout, result and round key are derived,
-- never stored. round_id is also the id of the movement that took the stake, placed_at that
-- movement's time.
create table ledger.rounds (
  player_id integer not null,
  round_id uuid not null,
  game smallint not null,
  epoch integer not null,
  nonce integer not null,
  client_seed ledger.client_seed not null,
  rules_hash ledger.hash not null,
  stake ledger.whole_stake not null,
  placed_at timestamptz not null,
  moves ledger.moves not null default '[]',
  moved_at timestamptz not null,
  status ledger.round_status not null default 'pending',
  payout ledger.balance not null default 0,
  settled_at timestamptz,
  settlement_id uuid,
  primary key (player_id, round_id),
  unique (player_id, epoch, nonce)
) with (fillfactor = 80);
create function ledger.is_sound(r ledger.rounds) returns boolean
language plpgsql immutable
as $$
begin
  return (r.status = 'pending') = (r.settled_at is null) and (r.payout = 0 or r.settlement_id is not null);
end
$$;
alter table ledger.rounds add check (ledger.is_sound(rounds));
create unique index one_open_round on ledger.rounds (player_id, game) where status = 'pending';
create index rounds_by_game on ledger.rounds (player_id, game, placed_at);
-- By the time that never changes: a move touches no index then. The two say "pending" in other
-- words, so that each is taken for its own questions alone: to a planner that was told of no open
-- round both look empty, and as good for a player's.
create index rounds_waiting on ledger.rounds (placed_at) where settled_at is null;

-- fair-1 (docs/fairness.md): the commitment of a player's round, from its epoch seed and nonce.
create function ledger.round_commitment(p_seed bytea, p_player integer, p_nonce integer) returns bytea
language sql immutable
as $$
  select sha256('fkr-round-key' || public.hmac(
    'fkr-round'::bytea || int4send(length(p_player::text)) || convert_to(p_player::text, 'UTF8') || int8send(p_nonce::bigint),
    p_seed, 'sha256'))
$$;

-- A round with everything that its rules and its receipts need. The epoch seed goes to the server,
-- never further.
create view ledger.round_records as
  select r.player_id, r.round_id, r.game, r.epoch, r.nonce, r.client_seed, r.rules_hash, r.stake, r.placed_at, r.moves,
         r.status, r.payout, r.settled_at, r.settlement_id,
         b.rules, e.seed,
         jsonb_build_object('deposit', -m.deposit, 'bonus', -m.bonus, 'win', -m.win) as split
  from ledger.rounds r
  join ledger.rulebooks b using (rules_hash)
  join ledger.epochs e using (player_id, epoch)
  join ledger.movements m on m.player_id = r.player_id and m.at = r.placed_at and m.movement_id = r.round_id;

create function ledger.round_record(p_player integer, p_round uuid) returns jsonb
language sql stable security definer set search_path = ledger, pg_temp
as $$ select to_jsonb(r) from round_records r where r.player_id = p_player and r.round_id = p_round $$;

-- Places are nonces 0 to 999 of an epoch, then those of the next. A fresh seed is always one epoch
-- ahead.
create function ledger.next_epoch(p_player integer, p_epoch integer) returns void
language plpgsql
as $$
begin
  insert into ledger.epochs (player_id, epoch, seed) values (p_player, p_epoch + 2, public.gen_random_bytes(32));
  update ledger.wallets set epoch = p_epoch + 1, nonce = 0 where player_id = p_player;
end
$$;

-- Wallets come with the seeds of the first two epochs.
create or replace function ledger.open_wallets(p_player integer) returns void
language sql security definer set search_path = ledger, pg_temp
as $$
  insert into wallets (player_id) values (p_player);
  insert into epochs (player_id, epoch, seed)
    values (p_player, 0, public.gen_random_bytes(32)), (p_player, 1, public.gen_random_bytes(32));
$$;

-- Whether a game's stakes count towards what unlocks rewards: not those of Tic-tac-toe, where a
-- careful player never loses.
create function ledger.counts_as_staked(p_game smallint) returns boolean
language sql immutable
as $$ select p_game <> 4 $$;

-- How much of the Bonus can't be staked yet. Nothing gives a Bonus so far.
create function ledger.locked_bonus(p_player integer) returns bigint
language sql stable security definer set search_path = ledger, pg_temp
as $$ select 0::bigint $$;

-- What a bet or a settlement has just left in the wallets that it touches, in 1/100 fkr, and what is
-- on hold: open stakes and unpaid withdrawals. Not Referral: to tell what of it is locked takes a
-- look at every friend.
create function ledger.changed_balances(p_player integer) returns json
language plpgsql
as $$
begin
  return (
    select json_build_object('deposit', w.deposit, 'win', w.win, 'bonus', w.bonus,
      'locked_bonus', case when w.bonus > 0 then ledger.locked_bonus(p_player) else 0 end,
      'on_hold',
        (select coalesce(sum(r.stake), 0)::bigint from ledger.rounds r
         where r.player_id = p_player and r.status = 'pending')
        + (select coalesce(sum(o.amount), 0)::bigint from cashier.operations o
           where o.player_id = p_player and o.kind = 'withdrawal'
             and o.state in ('requested', 'signed', 'mined', 'review')))
    from ledger.wallets w where w.player_id = p_player);
end
$$;

-- From which wallets a stake comes: at least 20 % (rounded up) from Deposit, then Bonus, then the
-- rest of Deposit, then Win. Null where it can't be funded.
create function ledger.stake_split(p_stake bigint, p_deposit bigint, p_bonus bigint, p_win bigint,
  out deposit bigint, out bonus bigint, out win bigint)
language plpgsql immutable
as $$
declare
  share bigint := (p_stake * 2000 + 9999) / 10000;
begin
  if share > p_deposit then return; end if;
  bonus := least(p_stake - share, p_bonus);
  deposit := least(p_stake - bonus, p_deposit);
  win := p_stake - bonus - deposit;
  if win > p_win then deposit := null; bonus := null; win := null; end if;
end
$$;

-- How fast and how often a player may bet in a game: null, or {refusal, …}. Rounds are looked for
-- by now() and not by clock_timestamp(), which is another for each row and can't be asked of an
-- index.
create function ledger.pace_refusal(p_player integer, p_game smallint, p_rounds_a_day integer, p_min_round_ms integer)
returns jsonb
language plpgsql
as $$
declare
  free_again timestamptz;
begin
  if p_rounds_a_day is not null and p_rounds_a_day <= (
    select count(*) from ledger.rounds
    where player_id = p_player and game = p_game and placed_at > now() - interval '24 hours'
  ) then
    return '{"refusal": "roundsOfToday"}';
  end if;
  select max(placed_at) + p_min_round_ms * interval '1 millisecond' into free_again
    from ledger.rounds where player_id = p_player and game = p_game;
  if clock_timestamp() < free_again then
    return jsonb_build_object('refusal', 'betTooSoon', 'wait_ms',
      ceil(1000 * extract(epoch from free_again - clock_timestamp())));
  end if;
  return null;
end
$$;

-- Places a bet: checks everything in the order that docs/api.md gives, debits the whole stake,
-- takes the next nonce and opens the round, or says why not. Answers {placed, balances} for a new
-- round, with what the bet didn't say itself, {round, resumed} for one that was open, {round, moves} for a
-- repeat (the round as it was answered then), else {refusal, …}.
create function ledger.place_bet(
  p_player integer, p_round uuid, p_game smallint, p_stake bigint, p_client_seed text, p_commitment bytea,
  p_rules_hash bytea, p_key text, p_input_hash bytea, p_paced boolean
) returns json
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets;
  earlier jsonb;
  here record;
  repeated uuid;
  is_stale boolean := false;
  refusal jsonb;
  split record;
  placed_at timestamptz;
begin
  select * into strict held from wallets where player_id = p_player for no key update;
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier -> 'answer' ? 'refusal' then return earlier -> 'answer'; end if;
  if earlier is not null then
    return earlier -> 'answer' || jsonb_build_object('round', round_record(p_player, (earlier #>> '{answer,id}')::uuid));
  end if;

  -- A statement of its own: what it reads is as new as the hold.
  select e.seed, g.*, r.round_id as open_round, jsonb_array_length(r.moves) as open_moves into strict here
    from epochs e
    left join games g on g.game = p_game
    left join rounds r on r.player_id = p_player and r.game = p_game and r.status = 'pending'
    where e.player_id = p_player and e.epoch = held.epoch;

  -- The same bet again after an answer that got lost: same commitment, seed, game and stake.
  if p_commitment is not null then
    is_stale := p_commitment <> round_commitment(here.seed, p_player, held.nonce);
  end if;
  if is_stale then
    select r.round_id into repeated from rounds r join epochs e using (player_id, epoch)
      where r.player_id = p_player and r.epoch >= held.epoch - 1
        and r.game = p_game and r.stake = p_stake and r.client_seed = p_client_seed
        and round_commitment(e.seed, p_player, r.nonce) = p_commitment;
    if found then
      perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object('id', repeated, 'moves', 0));
      return jsonb_build_object('round', round_record(p_player, repeated), 'moves', 0);
    end if;
  end if;

  if here.open_round is not null then
    perform keep_answer(p_player, p_key, p_input_hash,
      jsonb_build_object('id', here.open_round, 'moves', here.open_moves, 'resumed', true));
    return jsonb_build_object('round', round_record(p_player, here.open_round), 'resumed', true);
  end if;

  refusal := case
    when here.is_live is not true or here.is_deleted then '{"refusal": "gameNotLive"}'
    when p_stake < here.minimum then jsonb_build_object('refusal', 'stakeTooSmall', 'n', here.minimum)
    when p_stake > here.maximum then jsonb_build_object('refusal', 'stakeTooLarge', 'n', here.maximum)
    when (p_stake - here.minimum) % here.step <> 0 then jsonb_build_object('refusal', 'stakeOffStep', 'n', here.step)
  end;
  if refusal is null and p_paced then
    refusal := pace_refusal(p_player, p_game, here.rounds_a_day, here.min_round_ms);
    if refusal ->> 'refusal' = 'betTooSoon' then return refusal; end if;
  end if;
  split := stake_split(p_stake, held.deposit,
    case when held.bonus > 0 then held.bonus - locked_bonus(p_player) else 0 end, held.win);
  refusal := coalesce(refusal, case
    when p_rules_hash <> here.rules_hash then '{"refusal": "rulesChanged"}'::jsonb
    when is_stale then '{"refusal": "commitmentStale"}'
    when split.deposit is null then '{"refusal": "insufficientFunds"}'
  end);
  if refusal is not null then
    if refusal ->> 'refusal' = 'rulesChanged' then
      select refusal || jsonb_build_object('rules', b.rules) into refusal from rulebooks b where b.rules_hash = here.rules_hash;
    end if;
    perform keep_answer(p_player, p_key, p_input_hash, refusal);
    return refusal;
  end if;

  placed_at := post(p_player, p_round, 'stake', deposit => -split.deposit, bonus => -split.bonus, win => -split.win,
    games => p_stake, round => p_round, counts => counts_as_staked(p_game), next_nonce => (held.nonce + 1) % 1000);
  if held.nonce = 999 then perform next_epoch(p_player, held.epoch); end if;
  insert into rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash, stake, placed_at, moved_at)
    values (p_player, p_round, p_game, held.epoch, held.nonce, p_client_seed, here.rules_hash, p_stake, placed_at, placed_at);
  perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object('id', p_round, 'moves', 0));
  return json_build_object('placed', json_build_object(
      'epoch', held.epoch, 'nonce', held.nonce, 'rules_hash', here.rules_hash, 'placed_at', placed_at, 'seed', here.seed,
      'split', json_build_object('deposit', split.deposit, 'bonus', split.bonus, 'win', split.win)),
    'balances', changed_balances(p_player));
end
$$;

-- A round for its next move: {round} as round_record has it, null where the player has no such
-- round, and {earlier}, what was decided under the key.
create function ledger.read_round(p_player integer, p_round uuid, p_key text, p_input_hash bytea) returns jsonb
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
begin
  return jsonb_build_object('earlier', earlier_answer(p_player, p_key, p_input_hash),
    'round', (select to_jsonb(r) from round_records r where r.player_id = p_player and r.round_id = p_round));
end
$$;

-- Stores moves that the rules have judged, and settles the round where they end it. p_after is how
-- many moves the judgement was made on. p_status null: the round goes on. Answers {stored,
-- settled_at, balances} (null while it goes on), {conflict} where the round has other moves by now or these
-- were stored before under the key: then the server judges again. {refusal}, or null where the
-- player has no such round.
create function ledger.store_moves(
  p_player integer, p_round uuid, p_after integer, p_moves jsonb,
  p_status ledger.round_status, p_payout bigint, p_settlement uuid, p_key text, p_input_hash bytea
) returns json
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  earlier jsonb;
  round rounds;
  stake movements;
  to_deposit bigint;
  to_bonus bigint;
  ended_at timestamptz;
begin
  perform from wallets where player_id = p_player for no key update;
  assert found, 'a move needs wallets';
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return '{"conflict": true}'; end if;

  select * into round from rounds where player_id = p_player and round_id = p_round;
  if not found then return null; end if;
  if round.status <> 'pending' or jsonb_array_length(round.moves) <> p_after then
    return '{"conflict": true}';
  end if;

  if p_status is not null then
    assert p_status <> 'pending' and p_payout between 0 and round.stake * 100, 'a settlement needs an end and a sane payout';
    if p_payout > 0 and p_status = 'tie' then
      -- Back to the exact wallets that the stake came from. Rules by which a tie pays less or more
      -- than the stake fill them in the same order, and what is left over is won.
      select * into strict stake from movements
        where player_id = p_player and at = round.placed_at and movement_id = p_round;
      to_deposit := least(-stake.deposit, p_payout);
      to_bonus := least(-stake.bonus, p_payout - to_deposit);
      ended_at := post(p_player, p_settlement, 'tie', deposit => to_deposit, bonus => to_bonus,
        win => p_payout - to_deposit - to_bonus, games => -p_payout, own => greatest(p_payout - round.stake, 0), round => p_round,
        counts => counts_as_staked(round.game));
    elsif p_payout > 0 then
      ended_at := post(p_player, p_settlement, p_status::text::movement_kind,
        win => p_payout, games => -p_payout, own => greatest(p_payout - round.stake, 0), round => p_round);
    else
      ended_at := clock_timestamp();
    end if;
  end if;

  update rounds
    set moves = round.moves || p_moves, moved_at = clock_timestamp(), status = coalesce(p_status, 'pending'),
        payout = coalesce(p_payout, 0), settled_at = ended_at,
        settlement_id = case when p_payout > 0 then p_settlement end
    where player_id = p_player and round_id = p_round;
  perform keep_answer(p_player, p_key, p_input_hash,
    jsonb_build_object('id', p_round, 'moves', p_after + jsonb_array_length(p_moves)));
  return json_build_object('stored', true, 'settled_at', ended_at,
    'balances', case when p_status is not null then changed_balances(p_player) end);
end
$$;

-- Ends the epoch, unless it is unused. Answers the epoch that was ended, or null.
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

grant select on ledger.rulebooks, ledger.games, ledger.epochs, ledger.rounds, ledger.round_records to pipkin_app;
grant execute on function ledger.place_bet, ledger.read_round, ledger.store_moves, ledger.rotate_seed, ledger.round_record,
  ledger.round_commitment, ledger.locked_bonus, ledger.counts_as_staked to pipkin_app;

reset role;
