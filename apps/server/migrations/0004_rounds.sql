-- Games, rounds and the sequence of seeds that their chance comes from. A bet is one call of place_bet, a move one call of
-- store_moves. What the outcome is, the server's rules say (packages/games); what it pays is checked against the stake here.
set role pipkin_ledger;

-- A rules object by its hash. Rounds keep theirs; an operator's change makes a new one.
create table ledger.rulebooks (
  rules_hash bytea primary key check (length(rules_hash) = 32),
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
  rules_hash bytea not null references ledger.rulebooks,
  min_round_ms integer not null check (min_round_ms >= 0),
  rounds_a_day integer check (rounds_a_day > 0),
  position smallint not null
);

-- The secret of an epoch. The player's epoch and the one after it exist before any bet, since both commitments are shown.
create table ledger.epochs (
  player_id integer not null,
  epoch integer not null,
  seed bytea not null check (length(seed) = 32),
  primary key (player_id, epoch)
);

create type ledger.round_status as enum ('pending', 'win', 'loss', 'partial_win', 'tie');

-- A round is rules + round key + client seed + moves; layout, result and round key are derived, never stored.
-- round_id is also the id of the movement that took the stake, placed_at that movement's time.
create table ledger.rounds (
  player_id integer not null,
  round_id uuid not null,
  game smallint not null,
  epoch integer not null,
  nonce integer not null,
  client_seed text not null check (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  rules_hash bytea not null,
  stake bigint not null check (stake > 0 and stake % 100 = 0),
  placed_at timestamptz not null,
  moves jsonb not null default '[]' check (jsonb_typeof(moves) = 'array'),
  moved_at timestamptz not null,
  status ledger.round_status not null default 'pending',
  payout bigint not null default 0 check (payout >= 0),
  settled_at timestamptz,
  settlement_id uuid,
  check ((status = 'pending') = (settled_at is null)),
  check (payout = 0 or settlement_id is not null),
  primary key (player_id, round_id),
  unique (player_id, epoch, nonce)
);
create unique index one_open_round on ledger.rounds (player_id, game) where status = 'pending';
create index rounds_by_game on ledger.rounds (player_id, game, placed_at);
create index rounds_waiting on ledger.rounds (moved_at) where status = 'pending';

-- fair-1 (docs/fairness.md): the commitment of a player's round, from its epoch seed and nonce.
create function ledger.round_commitment(p_seed bytea, p_player integer, p_nonce integer) returns bytea
language sql immutable
as $$
  select sha256('fkr-round-key' || public.hmac(
    'fkr-round'::bytea || int4send(length(p_player::text)) || convert_to(p_player::text, 'UTF8') || int8send(p_nonce::bigint),
    p_seed, 'sha256'))
$$;

-- A round with everything that its rules and its receipts need. The epoch seed goes to the server, never further.
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

-- Places are nonces 0 to 999 of an epoch, then those of the next. A fresh seed is always one epoch ahead.
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

-- Whether a game's stakes count towards what unlocks rewards: not those of Tic-tac-toe, where a careful player never loses.
create function ledger.counts_as_staked(p_game smallint) returns boolean
language sql immutable
as $$ select p_game <> 4 $$;

-- How much of the Bonus can't be staked yet. Nothing gives a Bonus so far.
create function ledger.locked_bonus(p_player integer) returns bigint
language sql stable security definer set search_path = ledger, pg_temp
as $$ select 0::bigint $$;

-- From which wallets a stake comes: at least 20 % (rounded up) from Deposit, then Bonus, then the rest of Deposit, then Win.
-- Null where it can't be funded.
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

-- Places a bet: checks everything in the order that docs/api.md gives, debits the whole stake, takes the next nonce and
-- opens the round, or says why not. Answers {round} for a new round, {round, resumed} for one that was open, {round, moves}
-- for a repeat (the round as it was answered then), else {refusal, …}.
create function ledger.place_bet(
  p_player integer, p_round uuid, p_game smallint, p_stake bigint, p_client_seed text, p_commitment bytea,
  p_rules_hash bytea, p_key text, p_input_hash bytea, p_paced boolean
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  settings games;
  found_round rounds;
  seed bytea;
  commitment bytea;
  last_bet timestamptz;
  split record;
  stake movements;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then
    return earlier -> 'answer' || jsonb_build_object('round', round_record(p_player, (earlier #>> '{answer,id}')::uuid));
  end if;

  -- The same bet again after an answer that got lost: same commitment, seed, game and stake.
  select e.seed, round_commitment(e.seed, p_player, held.nonce) into strict seed, commitment
    from epochs e where e.player_id = p_player and e.epoch = held.epoch;
  if p_commitment <> commitment then
    select r.* into found_round from rounds r join epochs e using (player_id, epoch)
      where r.player_id = p_player and r.epoch >= held.epoch - 1
        and r.game = p_game and r.stake = p_stake and r.client_seed = p_client_seed
        and round_commitment(e.seed, p_player, r.nonce) = p_commitment;
    if found then
      perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object('id', found_round.round_id, 'moves', 0));
      return jsonb_build_object('round', round_record(p_player, found_round.round_id), 'moves', 0);
    end if;
  end if;

  select * into found_round from rounds where player_id = p_player and game = p_game and status = 'pending';
  if found then
    perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object(
      'id', found_round.round_id, 'moves', jsonb_array_length(found_round.moves), 'resumed', true));
    return jsonb_build_object('round', round_record(p_player, found_round.round_id), 'resumed', true);
  end if;

  select * into settings from games where game = p_game;
  if not found or settings.is_deleted or not settings.is_live then
    return jsonb_build_object('refusal', 'gameNotLive');
  elsif p_stake < settings.minimum then
    return jsonb_build_object('refusal', 'stakeTooSmall', 'n', settings.minimum);
  elsif p_stake > settings.maximum then
    return jsonb_build_object('refusal', 'stakeTooLarge', 'n', settings.maximum);
  elsif (p_stake - settings.minimum) % settings.step <> 0 then
    return jsonb_build_object('refusal', 'stakeOffStep', 'n', settings.step);
  end if;

  if p_paced then
    if settings.rounds_a_day is not null and settings.rounds_a_day <= (
      select count(*) from rounds
      where player_id = p_player and game = p_game and placed_at > clock_timestamp() - interval '24 hours'
    ) then
      return jsonb_build_object('refusal', 'roundsOfToday');
    end if;
    select max(placed_at) into last_bet from rounds where player_id = p_player and game = p_game;
    if clock_timestamp() < last_bet + settings.min_round_ms * interval '1 millisecond' then
      return jsonb_build_object('refusal', 'betTooSoon', 'wait_ms', ceil(1000 * extract(epoch from
        last_bet + settings.min_round_ms * interval '1 millisecond' - clock_timestamp())));
    end if;
  end if;

  if p_rules_hash <> settings.rules_hash then
    return jsonb_build_object('refusal', 'rulesChanged',
      'rules', (select rules from rulebooks where rules_hash = settings.rules_hash));
  elsif p_commitment <> commitment then
    return jsonb_build_object('refusal', 'commitmentStale');
  end if;

  split := stake_split(p_stake, held.deposit,
    case when held.bonus > 0 then held.bonus - locked_bonus(p_player) else 0 end, held.win);
  if split.deposit is null then return jsonb_build_object('refusal', 'insufficientFunds'); end if;

  stake := new_movement(p_player, p_round, 'stake');
  stake.round_id := p_round;
  stake.deposit := -split.deposit;
  stake.bonus := -split.bonus;
  stake.win := -split.win;
  stake.games := p_stake;
  stake := post(stake, counts_as_staked(p_game), (held.nonce + 1) % 1000);
  if held.nonce = 999 then perform next_epoch(p_player, held.epoch); end if;
  insert into rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash, stake, placed_at, moved_at)
    values (p_player, p_round, p_game, held.epoch, held.nonce, p_client_seed, settings.rules_hash, p_stake, stake.at, stake.at)
    returning * into found_round;
  perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object('id', p_round, 'moves', 0));
  -- What round_record would read: everything is at hand.
  return jsonb_build_object('round', to_jsonb(found_round) || jsonb_build_object('seed', seed, 'split', to_jsonb(split),
    'rules', (select rules from rulebooks where rules_hash = settings.rules_hash)));
end
$$;

-- Stores moves that the rules have judged, and settles the round where they end it. p_after is how many moves the judgement
-- was made on: with another number {conflict} is answered, and the server judges again. p_status null: the round goes on.
-- Answers {round}, {round, moves} for a repeat, {conflict}, {refusal}, or null where the player has no such round.
create function ledger.store_moves(
  p_player integer, p_round uuid, p_after integer, p_moves jsonb,
  p_status ledger.round_status, p_payout bigint, p_settlement uuid, p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  round rounds;
  stake movements;
  credit movements;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then
    return earlier -> 'answer' || jsonb_build_object('round', round_record(p_player, p_round));
  end if;

  select * into round from rounds where player_id = p_player and round_id = p_round;
  if not found then return null; end if;
  if round.status <> 'pending' or jsonb_array_length(round.moves) <> p_after then
    return jsonb_build_object('conflict', true);
  end if;

  round.moves := round.moves || p_moves;
  if p_status is not null then
    assert p_status <> 'pending' and p_payout between 0 and round.stake * 100, 'a settlement needs an end and a sane payout';
    if p_payout > 0 then
      credit := new_movement(p_player, p_settlement, p_status::text::movement_kind);
      credit.round_id := p_round;
      credit.games := -p_payout;
      if p_status = 'tie' then
        -- Back to the exact wallets that the stake came from. Rules by which a tie pays less or more than the stake fill them
        -- in the same order, and what is left over is won.
        select * into strict stake from movements
          where player_id = p_player and at = round.placed_at and movement_id = p_round;
        credit.deposit := least(-stake.deposit, p_payout);
        credit.bonus := least(-stake.bonus, p_payout - credit.deposit);
        credit.win := p_payout - credit.deposit - credit.bonus;
      else
        credit.win := p_payout;
      end if;
      credit := post(credit, p_status = 'tie' and counts_as_staked(round.game));
    end if;
    round.settled_at := coalesce(credit.at, clock_timestamp());
  end if;

  update rounds
    set moves = round.moves, moved_at = clock_timestamp(), status = coalesce(p_status, 'pending'),
        payout = coalesce(p_payout, 0), settled_at = round.settled_at,
        settlement_id = case when p_payout > 0 then p_settlement end
    where player_id = p_player and round_id = p_round;
  perform keep_answer(p_player, p_key, p_input_hash,
    jsonb_build_object('id', p_round, 'moves', jsonb_array_length(round.moves)));
  return jsonb_build_object('round', round_record(p_player, p_round));
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
grant execute on function ledger.place_bet, ledger.store_moves, ledger.rotate_seed, ledger.round_record,
  ledger.round_commitment, ledger.locked_bonus, ledger.counts_as_staked to pipkin_app;

reset role;
