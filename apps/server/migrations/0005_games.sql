-- The catalogue: which games there are, their limits, and the rules that new rounds are played by.
-- Everything that SQL must know of a game is a column of ledger.games; its play is in
-- packages/games.
set role pipkin_ledger;

-- A rules object by its hash. Rulebooks stay for ever: a round keeps the rules it was dealt by, and
-- a change by the operator adds a rulebook.
create table ledger.rulebooks (
  rules_hash ledger.hash primary key,
  rules jsonb not null,
  -- What the house keeps of a stake on average, by the exact return of best play, in millionths and
  -- rounded down; 0 where stakes don't count.
  margin integer not null check (margin between 0 and 1000000)
);
grant select on ledger.rulebooks to pipkin_app, pipkin_worker, pipkin_operator;

-- Limits are in 1/100 fkr.
create table ledger.games (
  game smallint primary key,
  name text not null unique,
  is_live boolean not null default true,
  is_deleted boolean not null default false,
  step bigint not null check (step > 0),
  minimum bigint not null check (minimum > 0 and minimum % 100 = 0),
  maximum bigint not null check (maximum >= minimum),
  rules_hash ledger.hash not null references ledger.rulebooks,
  -- A copy of the rulebook's, because a bet reads this row anyway.
  margin integer not null,
  min_round_ms integer not null check (min_round_ms >= 0),
  rounds_a_day integer check (rounds_a_day > 0),
  position smallint not null,
  -- Whether stakes here count as staked, which unlocks rewards. It never changes: wallets.staked is
  -- a sum over the past.
  counts_as_staked boolean not null,
  -- Only if best play returns more than the stake: the rules whose rounds are all hard, which are
  -- in force while the day's budget is used up, and the most that a round by the ordinary rules
  -- pays, in hundredths of the stake.
  hard_rules_hash ledger.hash references ledger.rulebooks,
  most_pays integer check (most_pays >= 100),
  check ((hard_rules_hash is null) = (most_pays is null))
);
grant select on ledger.games to pipkin_app, pipkin_worker, pipkin_operator;

-- Adds a rulebook if it is new, and queues it for the log (0024_log.sql).
create function ledger.add_rulebook(p_rules_hash bytea, p_rules jsonb, p_margin integer)
returns void
language plpgsql
as $$
begin
  insert into ledger.rulebooks (rules_hash, rules, margin) values (p_rules_hash, p_rules, p_margin)
    on conflict do nothing;
  if found then insert into log.waiting (kind, document) values (4, p_rules); end if;
end
$$;

-- Adds a game, or replaces its settings. p_hard_rules is null if best play returns the stake or
-- less. Only the owner and the operator's functions (0014_operator.sql) can call it.
create function ledger.set_game(
  p_game smallint, p_name text, p_step bigint, p_minimum bigint, p_maximum bigint,
  p_rules_hash bytea, p_rules jsonb, p_margin integer, p_min_round_ms integer,
  p_rounds_a_day integer, p_position smallint, p_counts_as_staked boolean,
  p_hard_rules_hash bytea, p_hard_rules jsonb, p_most_pays integer
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  -- Only games whose best play returns more than the stake have hard rules: their margin is 0.
  perform add_rulebook(p_rules_hash, p_rules,
    case when p_counts_as_staked then p_margin else 0 end);
  if p_hard_rules is not null then perform add_rulebook(p_hard_rules_hash, p_hard_rules, 0); end if;
  insert into games (game, name, step, minimum, maximum, rules_hash, margin, min_round_ms,
                     rounds_a_day, position, counts_as_staked, hard_rules_hash, most_pays)
    select p_game, p_name, p_step, p_minimum, p_maximum, p_rules_hash, b.margin, p_min_round_ms,
           p_rounds_a_day, p_position, p_counts_as_staked, p_hard_rules_hash, p_most_pays
    from rulebooks b where b.rules_hash = p_rules_hash
  on conflict (game) do update
    set name = excluded.name, step = excluded.step, minimum = excluded.minimum,
        maximum = excluded.maximum, rules_hash = excluded.rules_hash, margin = excluded.margin,
        min_round_ms = excluded.min_round_ms, rounds_a_day = excluded.rounds_a_day,
        position = excluded.position, hard_rules_hash = excluded.hard_rules_hash,
        most_pays = excluded.most_pays
    where games.counts_as_staked = excluded.counts_as_staked;
  assert found, 'whether stakes of a game count never changes';
end
$$;

-- The budget of losses
-- -------------------------------------------------------------------------------------------------

-- A perfect player wins against the house in a game whose best play returns more than the stake. So
-- the house loses at most a budget a day (UTC) in all such games together. A bet by the ordinary
-- rules takes what it may cost the house out of the budget; its end puts back what it did not cost.
-- Where too little is left, rounds are dealt by the hard rules, which never pay more than the stake
-- (docs/decisions/2026-11-loss-budget.md). Amounts are in 1/100 fkr.
create table ledger.settings (
  singleton boolean primary key default true check (singleton),
  daily_loss ledger.balance not null default 50000,
  -- The house's time zone, which the API notes at its start (APP_TIMEZONE).
  zone text not null default 'UTC'
);
insert into ledger.settings default values;
grant select on ledger.settings to pipkin_app, pipkin_worker, pipkin_operator;

-- The budget of each day on which such a game was played.
create table ledger.loss_days (
  day date primary key,
  budget ledger.balance not null
);
grant select on ledger.loss_days to pipkin_app, pipkin_worker, pipkin_operator;

-- What is left of a day's budget, in parts. Each part is a row, so that simultaneous bets take
-- different parts and don't wait for each other.
create table ledger.loss_parts (
  day date not null,
  part uuid not null default gen_random_uuid(),
  amount bigint not null check (amount > 0),
  primary key (day, part)
);
grant select on ledger.loss_parts to pipkin_app, pipkin_worker, pipkin_operator;

-- The day of a budget: UTC's, for all players.
create function ledger.today() returns date
language sql stable
as $$ select (clock_timestamp() at time zone 'UTC')::date $$;
grant execute on function ledger.today to pipkin_app, pipkin_worker, pipkin_operator;

-- Adds an amount to what is left of a day: in parts of 5 fkr, or in 200 larger ones.
create function ledger.add_parts(p_day date, p_amount bigint) returns void
language plpgsql
as $$
declare
  size bigint := greatest(500, (p_amount + 199) / 200);
begin
  insert into ledger.loss_parts (day, amount)
    select p_day, least(size, p_amount - done)
    from generate_series(0, p_amount - 1, size) as done;
end
$$;

-- Opens today's budget, if it isn't open, and answers the day. Null while another call opens it: a
-- caller that waited for that call with players locked could deadlock with it.
create function ledger.open_loss_day() returns date
language plpgsql
as $$
declare
  today date := ledger.today();
begin
  if not exists (select from ledger.loss_days where day = today) then
    if not pg_try_advisory_xact_lock(6, 0) then return null; end if;
    insert into ledger.loss_days (day, budget) select today, daily_loss from ledger.settings
      on conflict do nothing;
    if found then
      perform ledger.add_parts(today, budget) from ledger.loss_days where day = today;
    end if;
  end if;
  return today;
end
$$;

-- What is left of today's budget.
create function ledger.loss_left() returns bigint
language sql stable
as $$
  select case when exists (select from ledger.loss_days where day = ledger.today())
    then (select coalesce(sum(amount), 0)::bigint from ledger.loss_parts where day = ledger.today())
    else (select daily_loss::bigint from ledger.settings) end
$$;
grant execute on function ledger.loss_left to pipkin_app, pipkin_worker, pipkin_operator;

-- What a round may cost the house.
create function ledger.loss_of(p_stake bigint, p_pays integer) returns bigint
language sql immutable
as $$ select greatest(p_stake * (p_pays - 100) / 100, 0) $$;
grant execute on function ledger.loss_of to pipkin_app, pipkin_worker, pipkin_operator;

-- Whether all rounds of a game are hard now, because what is left of today's budget doesn't cover
-- the largest stake. It doesn't depend on the stake, so the rules shown are those of each bet.
create function ledger.is_hard_now(p_hard_rules_hash bytea, p_maximum bigint, p_most_pays integer)
returns boolean
language plpgsql stable
as $$
begin
  return p_hard_rules_hash is not null
    and ledger.loss_left() < ledger.loss_of(p_maximum, p_most_pays);
end
$$;
grant execute on function ledger.is_hard_now to pipkin_app, pipkin_worker, pipkin_operator;

-- Takes an amount out of what is left of a day, and answers how much it got: the amount, or less if
-- too little is available. It skips parts that another call has locked and never waits, so it can't
-- deadlock with a batch that holds players.
create function ledger.take_parts(p_day date, p_amount bigint) returns bigint
language plpgsql
as $$
declare
  taken bigint := 0;
  got bigint;
begin
  while taken < p_amount loop
    delete from ledger.loss_parts
      where day = p_day and part = (
        select part from ledger.loss_parts where day = p_day limit 1 for update skip locked)
      returning amount into got;
    exit when got is null;
    taken := taken + got;
  end loop;
  if taken > p_amount then perform ledger.put_back(p_day, taken - p_amount); end if;
  return least(taken, p_amount);
end
$$;

-- Puts an amount back into what is left of a day.
create function ledger.put_back(p_day date, p_amount bigint) returns void
language plpgsql
as $$
begin
  if p_amount > 0 then
    insert into ledger.loss_parts (day, amount) values (p_day, p_amount);
  end if;
end
$$;

reset role;
