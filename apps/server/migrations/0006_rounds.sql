-- Rounds: a bet is one call of place_bet, a move one call of store_moves. The server's rules say
-- how a round ends (packages/games); these functions decide whether it may begin and go on, where
-- the stake comes from and where the payout goes.
set role pipkin_ledger;

create domain ledger.whole_stake as bigint check (value > 0 and value % 100 = 0);
create domain ledger.client_seed as text check (value ~ '^[A-Za-z0-9_-]{1,64}$');
create domain ledger.moves as jsonb check (jsonb_typeof(value) = 'array');
create type ledger.round_status as enum ('pending', 'win', 'loss', 'partial_win', 'tie');

-- A round is rules, a place in the sequence of seeds, a client seed and moves. Its round key,
-- layout and result are derived from these and never stored. round_id is also the id of the
-- movement that took the stake, and placed_at is that movement's time. Where the bet named its
-- commitment, round_id is the first half of that commitment (apps/server/src/rounds/place-bet.ts),
-- so the primary key finds the round of a commitment.
create table ledger.rounds (
  player_id integer not null,
  round_id uuid not null,
  game smallint not null,
  epoch integer not null,
  nonce integer not null,
  client_seed ledger.client_seed not null,
  rules_hash ledger.hash not null,
  stake ledger.whole_stake not null,
  -- How much of the stake was the player's own money; a payout is own in the same share.
  own_part ledger.balance not null default 0,
  -- What of the stake came by sends and was held; a payout is held in the same share.
  received ledger.received_part[],
  placed_at timestamptz not null,
  moves ledger.moves not null default '[]',
  moved_at timestamptz not null,
  status ledger.round_status not null default 'pending',
  payout ledger.balance not null default 0,
  settled_at timestamptz,
  -- The movement of the payout, if there is one.
  settlement_id uuid,
  -- In a game with a budget of losses (0005_games.sql): what the round may cost the house, 0 in a
  -- hard one, and the day whose budget holds it.
  at_risk ledger.balance,
  risk_day date,
  -- The generation that finished it, if it was open when its epoch was voided.
  finished_in bigint,
  primary key (player_id, round_id),
  unique (player_id, epoch, nonce)
) with (fillfactor = 80);
grant select on ledger.rounds to pipkin_app, pipkin_worker;

-- A round has an end time exactly if it has ended. A payout has a movement, is at most a hundred
-- stakes, and costs the house no more than the round put at risk. The table holds this, since any
-- login can switch off a function's assertions.
create function ledger.is_sound(r ledger.rounds) returns boolean
language plpgsql immutable
as $$
begin
  return (r.status = 'pending') = (r.settled_at is null)
     and (r.payout = 0 or r.settlement_id is not null)
     and r.payout <= r.stake * 100
     and (r.at_risk is null or r.payout - r.stake <= r.at_risk);
end
$$;
alter table ledger.rounds add check (ledger.is_sound(rounds));

create unique index one_open_round on ledger.rounds (player_id, game) where status = 'pending';
create index rounds_by_game on ledger.rounds (player_id, game, placed_at);
-- All players' rounds of a game, for the back office: by when they were placed, and by when they
-- ended. The game is an expression, so that the planner can't choose these for one player's rounds.
create index rounds_placed on ledger.rounds ((game::integer), placed_at, round_id);
create index rounds_ended on ledger.rounds ((game::integer), settled_at, round_id)
  where settled_at is not null;
-- All players' open rounds, by a time that a move doesn't change, so that a move writes no index.
-- Its condition differs from that of one_open_round on purpose, so that the planner uses each index
-- for its own queries only. While no round is open both look empty, and equally good for one
-- player's rounds.
create index rounds_waiting on ledger.rounds (placed_at) where settled_at is null;
-- A round without a payout writes no movement, so live events find its end here. Rounds end about
-- in the order in which they were placed, so a BRIN entry per 32 pages is enough, as for movements,
-- and placing a bet doesn't write it (docs/decisions/2026-11-figures.md).
create index rounds_unpaid on ledger.rounds
  using brin (settled_at) with (pages_per_range = 32, autosummarize = on)
  where payout = 0 and status <> 'pending';

-- Rounds that took from a day's loss budget.
create index rounds_at_risk on ledger.rounds (risk_day) where at_risk > 0;

-- A round with everything that its rules and receipts need. The server reads the epoch's seed here
-- and never passes it on.
create view ledger.round_records as
  select r.player_id, r.round_id, r.game, r.epoch, r.nonce, r.client_seed, r.rules_hash, r.stake,
         r.placed_at, r.moves, r.status, r.payout, r.settled_at, r.settlement_id,
         r.finished_in, b.rules, e.seed, e.seed_key, e.generation, e.voided_in, e.voided_from,
         (select g.began_at from ledger.generations g where g.generation = e.voided_in)
           as voided_at,
         jsonb_build_object('deposit', -m.deposit, 'bonus', -m.bonus, 'win', -m.win) as split
  from ledger.rounds r
  join ledger.rulebooks b using (rules_hash)
  join ledger.epochs e using (player_id, epoch)
  join ledger.movements m
    on m.player_id = r.player_id and m.at = r.placed_at and m.movement_id = r.round_id;
grant select on ledger.round_records to pipkin_app, pipkin_worker;

-- A player's round, or null.
create function ledger.round_record(p_player integer, p_round uuid) returns jsonb
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select to_jsonb(r) from round_records r where r.player_id = p_player and r.round_id = p_round
$$;
grant execute on function ledger.round_record to pipkin_app, pipkin_worker;

-- A bet
-- -------------------------------------------------------------------------------------------------

-- Which wallets a stake comes from: at least 20 % (rounded up) from Deposit, then Bonus, then the
-- rest of Deposit, then Win. No row where they don't hold enough.
create function ledger.stake_split(p_stake bigint, p_deposit bigint, p_bonus bigint, p_win bigint)
returns table (deposit bigint, bonus bigint, win bigint)
language sql immutable
as $$
  select d.deposit, b.bonus, p_stake - b.bonus - d.deposit
  from (select (p_stake * 2000 + 9999) / 10000 as deposit) share,
    lateral (select least(p_stake - share.deposit, p_bonus) as bonus) b,
    lateral (select least(p_stake - b.bonus, p_deposit) as deposit) d
  where share.deposit <= p_deposit and p_stake - b.bonus - d.deposit <= p_win
$$;

-- The refusal of a bet that can't be judged yet because of simultaneous bets. Never kept under a
-- key.
create function ledger.bet_again_soon() returns jsonb
language sql immutable
as $$ select '{"refusal": "betTooSoon", "wait_ms": 250}'::jsonb $$;

-- Refuses a bet if the player has used up today's rounds of a game, or must wait; else null. All
-- accounts of a person (0017_persons.sql) share the rounds of a day. Rounds are looked up by now():
-- clock_timestamp() changes with each row and so can't be looked up in an index.
create function ledger.pace_refusal(
  p_player integer, p_person integer, p_game smallint, p_rounds_a_day integer,
  p_free_again timestamptz
) returns jsonb
language plpgsql
as $$
begin
  if p_rounds_a_day is not null then
    -- Two accounts of a person may not count at the same moment. The second is refused for now, so
    -- that it doesn't wait with players locked.
    if p_person is not null and not pg_try_advisory_xact_lock(4, p_person) then
      return ledger.bet_again_soon();
    end if;
    if p_rounds_a_day <= (
      select count(*) from ledger.rounds
      where player_id = p_player and game = p_game and placed_at > now() - interval '24 hours'
    ) or p_rounds_a_day <= (
      select count(*) from (
        -- Selects a column, since a cluster stores the rows in between.
        select 1 from ledger.wallets w join ledger.rounds r using (player_id)
        where w.person = p_person
          and r.game = p_game and r.placed_at > now() - interval '24 hours'
        limit p_rounds_a_day
      ) of_person
    ) then
      return '{"refusal": "roundsOfToday"}';
    end if;
  end if;
  if clock_timestamp() < p_free_again then
    return jsonb_build_object('refusal', 'betTooSoon', 'wait_ms',
      ceil(1000 * extract(epoch from p_free_again - clock_timestamp())));
  end if;
  return null;
end
$$;

-- Whether the register has to be asked before a bet, because the player has no running play: none
-- was granted, or the last input is p_idle_minutes ago. p_granted_at and p_played_at of
-- ledger.wallets say when the last input was.
create function ledger.is_unasked(
  p_granted_at timestamptz, p_played_at timestamptz, p_at timestamptz, p_idle_minutes integer
) returns boolean
-- Immutable, so that each node of a cluster gets it.
language sql immutable
as $$
  select p_idle_minutes is not null and (p_granted_at is null
    or p_at - greatest(p_granted_at, p_played_at) >= p_idle_minutes * interval '1 minute')
$$;

-- Judges a bet at p_at: answers it with the state of its player, epoch and game. The caller locks
-- the player in an earlier statement, so that this one sees what was committed while it waited.
-- PostgreSQL inlines it. The parameters are those of place_bet.
create function ledger.weigh_bet(
  p_player integer, p_game smallint, p_stake bigint, p_commitment bytea, p_paced boolean,
  p_start_ms integer, p_most_stake bigint, p_young_stake bigint, p_look_minutes integer,
  p_idle_minutes integer, p_seed_keys jsonb, p_at timestamptz
) returns table (
  epoch integer, nonce integer, deposit bigint, bonus bigint, win bigint, own bigint,
  -- How much of the Bonus is locked (null: the reward has to be judged), and by what.
  locked bigint, bonus_lock ledger.bonus_lock, staked bigint, contributed bigint,
  person integer, received ledger.received_part[],
  seed bytea, seed_key text, generation bigint,
  rules_hash bytea, hard_rules_hash bytea, margin integer, counts_as_staked boolean,
  maximum bigint, most_pays integer, rounds_a_day integer,
  -- The game's open round, if there is one, and the number of its moves.
  open_round uuid, open_moves integer,
  has_key boolean,
  -- The commitment is of another round.
  is_stale boolean,
  -- Why the account, the game or the stake doesn't allow the bet: {refusal, …}, else null.
  refusal jsonb,
  -- Whether a session begins; when a look at it is due; and whether, by the player's row, a limit,
  -- a break or the reminder may stop the bet.
  begins boolean, look_due timestamptz, may_stop boolean,
  -- The register has to be asked first whether the player plays elsewhere.
  unasked boolean,
  -- When the pace lets the player bet again in this game.
  free_again timestamptz,
  -- What a mark in the history holds (0021_play_history.sql).
  wagered bigint, lost bigint, deposited bigint, withdrawn bigint
)
language sql stable
as $$
  select w.epoch, w.nonce, w.deposit, w.bonus, w.win, w.own,
    ledger.known_lock(w.bonus_lock, w.bonus, w.deposited, w.staked, w.contributed),
    w.bonus_lock, w.staked, w.contributed, w.person, w.received,
    e.seed, e.seed_key, e.generation,
    g.rules_hash, g.hard_rules_hash, g.margin, g.counts_as_staked, g.maximum, g.most_pays,
    g.rounds_a_day,
    r.round_id, jsonb_array_length(r.moves),
    p_seed_keys is null or p_seed_keys ? e.seed_key,
    p_commitment is not null and p_commitment is distinct from ledger.round_commitment(
      ledger.mixed_seed(e.seed, e.seed_key, p_seed_keys), p_player, w.nonce),
    case
      when w.closed then '{"refusal": "noSession"}'
      when w.frozen then '{"refusal": "accountFrozen"}'
      when g.is_live is not true or g.is_deleted then '{"refusal": "gameNotLive"}'
      when p_stake < g.minimum
        then jsonb_build_object('refusal', 'stakeTooSmall', 'n', g.minimum)
      when p_stake > most.stake
        then jsonb_build_object('refusal', 'stakeTooLarge', 'n', most.stake)
      when (p_stake - g.minimum) % g.step <> 0
        then jsonb_build_object('refusal', 'stakeOffStep', 'n', g.step)
    end,
    session.begins, session.look_due,
    p_stake > w.stake_limit or w.lost + p_stake > w.loss_ceiling
      or p_at >= w.ceiling_until or w.break_until > p_at
      or least(w.reminder_due_at, session.look_due) <= p_at and not session.begins,
    ledger.is_unasked(w.play_granted_at, w.played_at, p_at, p_idle_minutes),
    case when p_paced then (
      select max(placed_at) + greatest(g.min_round_ms, p_start_ms) * interval '1 millisecond'
      from ledger.rounds where player_id = p_player and game = p_game
    ) end,
    w.wagered, w.lost, w.deposited, w.withdrawn
  from ledger.wallets w
  join ledger.epochs e on e.player_id = p_player and e.epoch = w.epoch
  left join ledger.games g on g.game = p_game
  left join ledger.rounds r on r.player_id = p_player and r.game = p_game and r.status = 'pending'
  cross join lateral (
    select least(g.maximum, p_most_stake,
      case when w.grown_at is null or w.grown_at > p_at then p_young_stake end) as stake
  ) most
  cross join lateral (
    select w.played_at < p_at - interval '1 hour' as begins,
      w.looked_at + p_look_minutes * interval '1 minute' as look_due
  ) session
  where w.player_id = p_player
$$;

-- Places a bet: checks it in the order below, debits the whole stake, takes the next nonce and
-- opens the round. p_round is the id of its commitment, where it names one. The parameters after
-- p_paced are the profile's (0022_profiles.sql): the shortest time from start to start, the largest
-- stake, of all and of young players, after how many minutes a bet waits for a look at the session
-- and for a pause, and after how many without a bet the register is asked anew (null: it isn't
-- asked). p_seed_keys are the player's own keys (mixed_seed). p_alone: only the player's own tables
-- are there, at a node of a cluster. Answers one of:
--   {placed, balances}  a new round, with what the bet didn't say itself, and the balances after it
--   {round, resumed}    the game's round that was open already
--   {round, moves}      a repeat: the round, and how many moves it had when it was first answered
--   {refusal, …}
--   null                p_alone, and the bet may need tables that aren't there; nothing has changed
create function ledger.place_bet(
  p_player integer, p_round uuid, p_game smallint, p_stake bigint, p_client_seed text,
  p_commitment bytea, p_rules_hash bytea, p_key text, p_input_hash bytea, p_paced boolean,
  p_start_ms integer default 0, p_most_stake bigint default null,
  p_young_stake bigint default null, p_look_minutes integer default null,
  p_pause_minutes integer default 0, p_idle_minutes integer default null,
  p_seed_keys jsonb default null, p_alone boolean default false
) returns json
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  earlier jsonb;
  bet_at timestamptz;
  here record;
  -- The round that has used the commitment, and whether this bet repeats its bet.
  used_by uuid;
  is_repeat boolean;
  refusal jsonb;
  -- The rules of the round, and what it takes of a day's loss budget (null: the game has none).
  in_force bytea;
  at_risk bigint;
  risk_day date;
  taken bigint;
  split record;
  counted bigint;
  contributes bigint;
  -- How much of the Bonus is locked after the bet; null: the reward has to be judged.
  still_locked bigint;
  own_part bigint;
  -- Money that came by sends: what is held after the bet, and what of it is staked.
  still_held received_part[];
  from_received received_part[];
  placed_at timestamptz;
begin
  -- Was this key used before?
  perform from wallets w where player_id = p_player for no key update;
  assert found, 'a bet needs wallets';
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier is not null then
    return case
      when earlier ? 'refusal' then earlier
      else earlier -> 'answer'
        || jsonb_build_object('round', round_record(p_player, (earlier #>> '{answer,id}')::uuid))
    end;
  end if;

  bet_at := clock_timestamp();
  here := weigh_bet(p_player, p_game, p_stake, p_commitment, p_paced, p_start_ms, p_most_stake,
    p_young_stake, p_look_minutes, p_idle_minutes, p_seed_keys, bet_at);
  assert here.has_key, 'the epoch was made under another key';

  -- Did the same bet come before, without a key? A commitment is used once: one round is looked up.
  if here.is_stale then
    select r.round_id, r.game = p_game and r.stake = p_stake and r.client_seed = p_client_seed
      into used_by, is_repeat
      from rounds r join epochs e using (player_id, epoch)
      where r.player_id = p_player and r.round_id = p_round
        and round_commitment(mixed_seed(e.seed, e.seed_key, p_seed_keys), p_player, r.nonce)
          = p_commitment;
    if is_repeat then
      perform keep_answer(p_player, p_key, p_input_hash,
        jsonb_build_object('id', used_by, 'moves', 0));
      return jsonb_build_object('round', round_record(p_player, used_by), 'moves', 0);
    end if;
  end if;

  -- Is a round of this game open?
  if here.open_round is not null then
    perform keep_answer(p_player, p_key, p_input_hash,
      jsonb_build_object('id', here.open_round, 'moves', here.open_moves, 'resumed', true));
    return jsonb_build_object('round', round_record(p_player, here.open_round), 'resumed', true);
  end if;

  -- These need the house's tables: judging rewards, the loss budget, what a person has played and
  -- lost in other accounts, and logging a new epoch.
  if p_alone and (here.locked is null or here.may_stop and here.person is not null
      or here.refusal is null and (here.nonce = 999 or here.hard_rules_hash is not null
        or p_paced and here.rounds_a_day is not null and here.person is not null)) then
    return null;
  end if;

  -- May the player bet this now?
  if here.refusal is not null then return here.refusal; end if;
  if here.may_stop then
    refusal := play_refusal(
      p_player, p_stake, bet_at, here.begins, here.look_due, p_pause_minutes);
    if refusal is not null then return refusal; end if;
  end if;
  if p_paced then
    refusal := pace_refusal(p_player, here.person, p_game, here.rounds_a_day, here.free_again);
    if refusal is not null then return refusal; end if;
  end if;

  -- By these rules, and this round's commitment?
  in_force := here.rules_hash;
  if here.hard_rules_hash is not null then
    risk_day := open_loss_day();
    if risk_day is null then return bet_again_soon(); end if;
    at_risk := loss_of(p_stake, here.most_pays);
    if is_hard_now(here.hard_rules_hash, here.maximum, here.most_pays) then
      in_force := here.hard_rules_hash;
      at_risk := 0;
    end if;
  end if;
  if p_rules_hash <> in_force then
    select jsonb_build_object('refusal', 'rulesChanged', 'rules', b.rules) into refusal
      from rulebooks b where b.rules_hash = in_force;
    return refusal;
  end if;
  if here.is_stale then
    return jsonb_build_object('refusal', 'commitmentStale', 'used_by', used_by);
  end if;

  -- With this money?
  select * into split
    from stake_split(p_stake, here.deposit,
      here.bonus - coalesce(here.locked, locked_bonus(p_player)), here.win);
  if split.deposit is null then return '{"refusal": "insufficientFunds"}'; end if;

  -- Does the player play elsewhere? If the bet is sound otherwise, the caller asks the register,
  -- outside this database transaction, and repeats the bet.
  if here.unasked then return '{"refusal": "playUnasked"}'; end if;

  -- The bet may unlock the Bonus.
  counted := case when here.counts_as_staked then p_stake else 0 end;
  contributes := p_stake * here.margin / 1000000;
  still_locked := known_lock(here.bonus_lock, here.bonus - split.bonus, here.deposited,
    here.staked + counted, here.contributed + contributes);
  if p_alone and still_locked is null then return null; end if;

  -- Does what is left of the day's budget cover the round? If not, put back what was taken.
  if at_risk > 0 then
    taken := take_parts(risk_day, at_risk);
    if taken < at_risk then
      perform put_back(risk_day, taken);
      return bet_again_soon();
    end if;
  end if;

  -- Take the stake and the nonce, open the round. Own money is staked before marked money.
  own_part := least(split.deposit + split.win, here.own);
  -- Money that may leave the account is staked before what came by a send and is held.
  if here.received is not null then
    still_held := add_received(here.received, null);
    from_received := take_received(still_held,
      split.deposit + split.win - (here.deposit + here.win - sum_received(still_held)));
    still_held := coalesce(add_received(still_held, less_received(from_received)), '{}');
  end if;
  placed_at := post(p_player, p_round, 'stake',
    deposit => -split.deposit, bonus => -split.bonus, win => -split.win, games => p_stake,
    own => -own_part, round => p_round, counts => here.counts_as_staked,
    contributes => contributes, next_nonce => (here.nonce + 1) % 1000,
    received => still_held, at => bet_at, begins_session => here.begins);
  if here.may_stop then perform warn_of_losses(p_player, bet_at); end if;
  if here.nonce = 999 then perform next_epoch(p_player, here.epoch); end if;
  insert into rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash, stake,
                      own_part, received, placed_at, moved_at, at_risk, risk_day)
    values (p_player, p_round, p_game, here.epoch, here.nonce, p_client_seed, in_force, p_stake,
            own_part, from_received, placed_at, placed_at, at_risk, risk_day);
  perform keep_answer(p_player, p_key, p_input_hash, jsonb_build_object('id', p_round, 'moves', 0));
  return json_build_object('placed', json_build_object(
    'generation', here.generation, 'epoch', here.epoch, 'nonce', here.nonce,
    'rules_hash', in_force,
    'placed_at', placed_at, 'seed', here.seed, 'seed_key', here.seed_key,
    'split', json_build_object(
      'deposit', split.deposit, 'bonus', split.bonus, 'win', split.win)),
    'balances', json_build_object(
      'deposit', here.deposit - split.deposit, 'bonus', here.bonus - split.bonus,
      'win', here.win - split.win,
      'locked_bonus', coalesce(still_locked, locked_bonus(p_player))));
end
$$;
grant execute on function ledger.place_bet to pipkin_app;

-- Places the plain bets of a batch by one statement. A plain bet only takes its stake, its nonce
-- and its round, and marks the history as ledger.post does. There is an array for each parameter of
-- place_bet. Answers what place_bet answers, by the bets' places from 1 on, and null for bets that
-- aren't plain. Locks the players in the order of their ids, as everywhere.
create function ledger.place_plain_bets(
  p_players integer[], p_rounds uuid[], p_games smallint[], p_stakes bigint[],
  p_client_seeds text[], p_commitments bytea[], p_rules_hashes bytea[], p_keys text[],
  p_input_hashes bytea[], p_paced boolean[], p_start_ms integer[], p_most_stakes bigint[],
  p_young_stakes bigint[], p_look_minutes integer[], p_pause_minutes integer[],
  p_idle_minutes integer[], p_seed_keys jsonb[]
) returns table (place bigint, answer json)
language plpgsql
as $$
declare
  bet_at timestamptz;
begin
  perform from ledger.wallets where player_id = any (p_players)
    order by player_id for no key update;
  bet_at := clock_timestamp();
  return query
    with bets as (
      select *, count(*) over (partition by b.player) as of_player
      from unnest(p_players, p_rounds, p_games, p_stakes, p_client_seeds, p_commitments,
          p_rules_hashes, p_keys, p_input_hashes, p_paced, p_start_ms, p_most_stakes,
          p_young_stakes, p_look_minutes, p_idle_minutes, p_seed_keys)
        with ordinality as b (player, round, game, stake, client_seed, commitment, rules_hash, key,
          input_hash, paced, start_ms, most_stake, young_stake, look_minutes, idle_minutes,
          seed_keys, place)
    ), plain as materialized (
      select b.player, b.round, b.game, b.stake, b.client_seed, b.key, b.input_hash, b.place,
        w.epoch, w.nonce, w.seed, w.seed_key, w.generation, w.rules_hash, w.margin,
        w.counts_as_staked, w.wagered, w.lost, w.deposited, w.withdrawn,
        s.deposit, s.bonus, s.win, least(s.deposit + s.win, w.own) as own,
        json_build_object('deposit', w.deposit - s.deposit, 'bonus', w.bonus - s.bonus,
          'win', w.win - s.win, 'locked_bonus', l.still_locked) as balances
      from bets b
      cross join lateral ledger.weigh_bet(b.player, b.game, b.stake, b.commitment, b.paced,
        b.start_ms, b.most_stake, b.young_stake, b.look_minutes, b.idle_minutes, b.seed_keys,
        bet_at) w
      cross join lateral ledger.stake_split(b.stake, w.deposit, w.bonus - w.locked, w.win) s
      cross join lateral (
        select ledger.known_lock(w.bonus_lock, w.bonus - s.bonus, w.deposited,
          w.staked + case when w.counts_as_staked then b.stake else 0 end,
          w.contributed + b.stake * w.margin / 1000000) as still_locked
      ) l
      -- Left to place_bet are bets that are refused, repeat another or find an open round,
      where b.of_player = 1 and w.has_key and not w.is_stale and w.open_round is null
        and w.refusal is null and w.may_stop is not true and not w.unasked
        and (b.rules_hash is null or b.rules_hash = w.rules_hash)
        -- and bets that need the loss budget, the rounds of a day, the pace, held money, a Bonus
        -- that may be unlocked, a session's begin, the next epoch or an earlier answer.
        and w.hard_rules_hash is null and (w.rounds_a_day is null or not b.paced)
        and (w.free_again is null or w.free_again <= bet_at)
        and w.received is null and w.locked is not null and l.still_locked is not null
        and not w.begins
        and w.nonce < 999
        and not exists (
          select from ledger.requests q where q.player_id = b.player and q.key = b.key)
    -- What ledger.post does for each:
    ), marked as (
      insert into ledger.play_marks (player_id, at, wagered, lost, deposited, withdrawn)
        select p.player, bet_at, p.wagered, p.lost, p.deposited, p.withdrawn
        from plain p where p.nonce % 20 = 0
    ), paid as (
      update ledger.wallets w
        set deposit = w.deposit - p.deposit, bonus = w.bonus - p.bonus, win = w.win - p.win,
            staked = w.staked + case when p.counts_as_staked then p.stake else 0 end,
            contributed = w.contributed + p.stake * p.margin / 1000000, own = w.own - p.own,
            nonce = p.nonce + 1, lost = w.lost + p.stake, wagered = w.wagered + p.stake,
            session_staked = w.session_staked + p.stake, played_at = bet_at
        from plain p
        where w.player_id = p.player
    ), moved as (
      insert into ledger.movements (player_id, at, movement_id, kind, deposit, bonus, win, games,
                                    round_id)
        select p.player, bet_at, p.round, 'stake', -p.deposit, -p.bonus, -p.win, p.stake, p.round
        from plain p
    -- And what place_bet does behind it:
    ), opened as (
      insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
                                 stake, own_part, placed_at, moved_at)
        select p.player, p.round, p.game, p.epoch, p.nonce, p.client_seed, p.rules_hash, p.stake,
               p.own, bet_at, bet_at
        from plain p
    ), kept as (
      insert into ledger.requests (player_id, key, input_hash, answer)
        select p.player, p.key, p.input_hash, jsonb_build_object('id', p.round, 'moves', 0)
        from plain p where p.key is not null
    )
    select b.place, case when p.place is not null then json_build_object(
        'placed', json_build_object(
          'generation', p.generation, 'epoch', p.epoch, 'nonce', p.nonce,
          'rules_hash', p.rules_hash, 'placed_at', bet_at, 'seed', p.seed,
          'seed_key', p.seed_key, 'split', json_build_object(
            'deposit', p.deposit, 'bonus', p.bonus, 'win', p.win)),
        'balances', p.balances) end
    from bets b left join plain p using (place)
    order by b.player, b.place;
end
$$;

-- Places a batch of bets, which is cheaper from two bets on: an array for each parameter of
-- place_bet. It calls place_bet for those that aren't plain, in the order of the players. Answers
-- by the bets' places from 1 on. A node of a cluster has a copy for each part, which calls with
-- p_alone (apps/server/src/platform/database/copy-calls.ts).
create function ledger.place_bets(
  p_players integer[], p_rounds uuid[], p_games smallint[], p_stakes bigint[],
  p_client_seeds text[], p_commitments bytea[], p_rules_hashes bytea[], p_keys text[],
  p_input_hashes bytea[], p_paced boolean[], p_start_ms integer[], p_most_stakes bigint[],
  p_young_stakes bigint[], p_look_minutes integer[], p_pause_minutes integer[],
  p_idle_minutes integer[], p_seed_keys jsonb[]
) returns table (place bigint, answer json)
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  for place, answer in
    select p.place, p.answer
    from place_plain_bets(p_players, p_rounds, p_games, p_stakes, p_client_seeds, p_commitments,
      p_rules_hashes, p_keys, p_input_hashes, p_paced, p_start_ms, p_most_stakes, p_young_stakes,
      p_look_minutes, p_pause_minutes, p_idle_minutes, p_seed_keys) p
  loop
    if answer is null then
      answer := place_bet(p_players[place], p_rounds[place], p_games[place], p_stakes[place],
        p_client_seeds[place], p_commitments[place], p_rules_hashes[place], p_keys[place],
        p_input_hashes[place], p_paced[place], p_start_ms[place], p_most_stakes[place],
        p_young_stakes[place], p_look_minutes[place], p_pause_minutes[place],
        p_idle_minutes[place], p_seed_keys[place]);
    end if;
    return next;
  end loop;
end
$$;
grant execute on function ledger.place_bets to pipkin_app;

-- A move
-- -------------------------------------------------------------------------------------------------

-- Reads a round for its next move: {round} as round_record answers it, null if the player has no
-- such round, and {earlier}, what was decided under the key.
create function ledger.read_round(p_player integer, p_round uuid, p_key text, p_input_hash bytea)
returns jsonb
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
begin
  return jsonb_build_object('earlier', earlier_answer(p_player, p_key, p_input_hash),
    'round', round_record(p_player, p_round));
end
$$;
grant execute on function ledger.read_round to pipkin_app;

-- Reads a batch of rounds at a node of a cluster: an array for each parameter of read_round.
-- Answers by the calls' places from 1 on. Volatile, so that it sees what was committed while it
-- waited.
create function ledger.read_rounds_alone(
  p_players integer[], p_rounds uuid[], p_keys text[], p_input_hashes bytea[]
) returns table (place bigint, answer jsonb)
language plpgsql
as $$
begin
  return query
    select r.place, ledger.read_round(r.player, r.round, r.key, r.input_hash)
    from unnest(p_players, p_rounds, p_keys, p_input_hashes)
      with ordinality as r (player, round, key, input_hash, place);
end
$$;

-- Stores moves that the rules have judged, and settles the round where they end it. p_after: how
-- many moves the judgement was made on. p_status: null while the round goes on. p_voided: the house
-- made the moves, because the round's epoch was voided. p_idle_minutes: as for place_bet, since a
-- move is play like a bet; null where the house moves. p_alone: only the player's own tables are
-- there, at a node of a cluster. Answers one of:
--   {stored, settled_at, balances}  both are null while the round goes on
--   {conflict}                      the round has other moves by now, or its epoch was voided, or
--                                   the key has stored these before: the server judges again
--   {refusal}
--   null                            the player has no such round; or p_alone, and the move may need
--                                   what isn't there, a budget or a reward: nothing has changed
create function ledger.store_moves(
  p_player integer, p_round uuid, p_after integer, p_moves jsonb, p_status ledger.round_status,
  p_payout bigint, p_settlement uuid, p_key text, p_input_hash bytea,
  p_voided boolean default false, p_idle_minutes integer default null,
  p_alone boolean default false
) returns json
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held record;
  earlier jsonb;
  round record;
  stake record;
  to_deposit bigint := 0;
  to_bonus bigint := 0;
  locked bigint;
  now_held received_part[];
  voided_in bigint;
  ended_at timestamptz;
  moved_now timestamptz;
begin
  select w.epoch, w.deposit, w.bonus, w.win, w.received, w.play_granted_at, w.played_at,
         w.bonus_lock, w.deposited, w.staked, w.contributed
    into strict held
    from wallets w where player_id = p_player for no key update;
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier is not null then
    return case when earlier ? 'refusal' then earlier else '{"conflict": true}' end;
  end if;

  select r.game, r.epoch, r.rules_hash, r.stake, r.own_part, r.received, r.placed_at, r.moves,
         r.status, r.at_risk, r.risk_day
    into round
    from rounds r where player_id = p_player and round_id = p_round;
  if not found then return null; end if;
  if round.status <> 'pending' or jsonb_array_length(round.moves) <> p_after then
    return '{"conflict": true}';
  end if;
  -- Only an epoch behind the player's can have been voided.
  if round.epoch < held.epoch then
    select e.voided_in into strict voided_in from epochs e
      where e.player_id = p_player and e.epoch = round.epoch;
  end if;
  if (voided_in is not null) <> p_voided then return '{"conflict": true}'; end if;
  if not p_voided
      and is_unasked(held.play_granted_at, held.played_at, clock_timestamp(), p_idle_minutes) then
    return '{"refusal": "playUnasked"}';
  end if;

  if p_status is not null then
    -- The day's budget and the judgement of rewards need the house's tables. A Bonus that is known
    -- to be locked stays locked, even if a tie gives some of it back: no end of a round raises the
    -- sums that unlock it.
    if p_alone and (round.at_risk > 0
        or known_lock(held.bonus_lock, held.bonus + round.stake, held.deposited, held.staked,
          held.contributed) is null) then
      return null;
    end if;
    if p_payout = 0 then
      ended_at := clock_timestamp();
    elsif p_status = 'tie' then
      -- Pays back to the wallets that the stake came from. If the rules of a tie pay less or more
      -- than the stake, the payout fills them in the same order, and the rest is won.
      select -m.deposit as deposit, -m.bonus as bonus, g.counts_as_staked as counts,
             case when g.counts_as_staked then b.margin else 0 end as margin
        into strict stake
        from movements m
        join games g on g.game = round.game
        join rulebooks b on b.rules_hash = round.rules_hash
        where m.player_id = p_player and m.at = round.placed_at and m.movement_id = p_round;
      to_deposit := least(stake.deposit, p_payout);
      to_bonus := least(stake.bonus, p_payout - to_deposit);
      if round.received is not null then
        now_held := add_received(held.received,
          paid_back_received(round.received, p_payout, round.stake, p_payout - to_bonus));
      end if;
      ended_at := post(p_player, p_settlement, 'tie', deposit => to_deposit, bonus => to_bonus,
        win => p_payout - to_deposit - to_bonus, games => -p_payout,
        own => least(div(p_payout::numeric * round.own_part, round.stake)::bigint,
          p_payout - to_bonus),
        received => now_held, round => p_round, counts => stake.counts,
        contributes => -p_payout * stake.margin / 1000000);
    else
      if round.received is not null then
        now_held := add_received(held.received,
          paid_back_received(round.received, p_payout, round.stake, p_payout));
      end if;
      ended_at := post(p_player, p_settlement, p_status::text::movement_kind, win => p_payout,
        games => -p_payout,
        -- A product of two amounts may be more than a bigint.
        own => div(p_payout::numeric * round.own_part, round.stake)::bigint,
        received => now_held, round => p_round);
    end if;
    if round.at_risk > 0 then
      perform put_back(round.risk_day, round.at_risk - greatest(p_payout - round.stake, 0));
    end if;
    locked := coalesce(
      known_lock(held.bonus_lock, held.bonus + to_bonus, held.deposited, held.staked,
        held.contributed),
      locked_bonus(p_player));
  end if;
  moved_now := clock_timestamp();
  update rounds
    set moves = round.moves || p_moves, moved_at = moved_now,
        status = coalesce(p_status, 'pending'), payout = coalesce(p_payout, 0),
        settled_at = ended_at, settlement_id = case when p_payout > 0 then p_settlement end,
        finished_in = voided_in
    where player_id = p_player and round_id = p_round;
  if p_idle_minutes is not null and not p_voided then
    update wallets set play_granted_at = moved_now where player_id = p_player;
  end if;
  perform keep_answer(p_player, p_key, p_input_hash,
    jsonb_build_object('id', p_round, 'moves', p_after + jsonb_array_length(p_moves)));
  return json_build_object('stored', true, 'settled_at', ended_at,
    'balances', case when p_status is not null then json_build_object(
      'deposit', held.deposit + to_deposit, 'bonus', held.bonus + to_bonus,
      'win', held.win + p_payout - to_deposit - to_bonus, 'locked_bonus', locked) end);
end
$$;
grant execute on function ledger.store_moves to pipkin_app, pipkin_worker;

-- Stores by one statement the moves of a batch that don't end their rounds, as store_moves would
-- store each: an array for each of its parameters but p_alone. Answers by the calls' places from 1
-- on; null for calls that it leaves to store_moves and hasn't changed anything for.
create function ledger.store_plain_moves(
  p_players integer[], p_rounds uuid[], p_after integer[], p_moves jsonb[],
  p_statuses ledger.round_status[], p_payouts bigint[], p_settlements uuid[], p_keys text[],
  p_input_hashes bytea[], p_voided boolean[], p_idle_minutes integer[]
) returns table (place bigint, answer json)
language plpgsql
as $$
declare
  moved_now timestamptz;
begin
  perform from ledger.wallets where player_id = any (p_players)
    order by player_id for no key update;
  moved_now := clock_timestamp();
  return query
    with calls as (
      select *, count(*) over (partition by c.player) as of_player
      from unnest(p_players, p_rounds, p_after, p_moves, p_statuses, p_keys, p_input_hashes,
          p_voided, p_idle_minutes)
        with ordinality as c (player, round, after, moves, status, key, input_hash, voided,
          idle_minutes, place)
    ), plain as materialized (
      select c.place, c.player, c.round, c.moves, c.key, c.input_hash,
             c.after + jsonb_array_length(c.moves) as count
      from calls c
      join ledger.rounds r on r.player_id = c.player and r.round_id = c.round
      join ledger.wallets w on w.player_id = c.player
      where c.of_player = 1 and c.status is null and c.idle_minutes is null
        and r.status = 'pending' and jsonb_array_length(r.moves) = c.after
        -- Only an epoch behind the player's can have been voided.
        and not c.voided and r.epoch = w.epoch
        and not exists (
          select from ledger.requests q where q.player_id = c.player and q.key = c.key)
    ), moved as (
      update ledger.rounds r
        set moves = r.moves || p.moves, moved_at = moved_now
        from plain p
        where r.player_id = p.player and r.round_id = p.round
    ), kept as (
      insert into ledger.requests (player_id, key, input_hash, answer)
        select p.player, p.key, p.input_hash, jsonb_build_object('id', p.round, 'moves', p.count)
        from plain p where p.key is not null
    )
    select c.place, case when p.place is not null then
        '{"stored": true, "settled_at": null, "balances": null}'::json end
    from calls c left join plain p using (place)
    order by c.player, c.place;
end
$$;

-- Stores a batch of moves, which is cheaper from two on: an array for each parameter of store_moves
-- but p_alone. It calls store_moves for those that aren't plain, in the order of the players.
-- Answers by the calls' places from 1 on. A node of a cluster has a copy for each part, which calls
-- with p_alone.
create function ledger.store_moves_of_rounds(
  p_players integer[], p_rounds uuid[], p_after integer[], p_moves jsonb[],
  p_statuses ledger.round_status[], p_payouts bigint[], p_settlements uuid[], p_keys text[],
  p_input_hashes bytea[], p_voided boolean[], p_idle_minutes integer[]
) returns table (place bigint, answer json)
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  for place, answer in
    select p.place, p.answer
    from store_plain_moves(p_players, p_rounds, p_after, p_moves, p_statuses, p_payouts,
      p_settlements, p_keys, p_input_hashes, p_voided, p_idle_minutes) p
  loop
    if answer is null then
      answer := store_moves(p_players[place], p_rounds[place], p_after[place], p_moves[place],
        p_statuses[place], p_payouts[place], p_settlements[place], p_keys[place],
        p_input_hashes[place], p_voided[place], p_idle_minutes[place]);
    end if;
    return next;
  end loop;
end
$$;
grant execute on function ledger.store_moves_of_rounds to pipkin_app;

reset role;
