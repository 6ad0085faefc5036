-- The catalogue: which games there are, their limits, and the rules that new rounds are played by.
-- Everything that SQL must know of a game is a column of ledger.games; its play is in
-- packages/games.
set role pipkin_ledger;

-- A rules object by its hash. Rulebooks stay for ever: a round keeps the rules it was dealt by, and
-- a change by the operator adds a rulebook.
create table ledger.rulebooks (
  rules_hash ledger.hash primary key,
  rules jsonb not null
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
  min_round_ms integer not null check (min_round_ms >= 0),
  rounds_a_day integer check (rounds_a_day > 0),
  position smallint not null,
  -- Whether stakes here count as staked, which unlocks rewards. It never changes: wallets.staked is
  -- a sum over the past.
  counts_as_staked boolean not null
);
grant select on ledger.games to pipkin_app, pipkin_worker, pipkin_operator;

-- Adds a game, or replaces its settings. Only the owner and the operator's functions
-- (0014_operator.sql) reach it.
create function ledger.set_game(
  p_game smallint, p_name text, p_step bigint, p_minimum bigint, p_maximum bigint,
  p_rules_hash bytea, p_rules jsonb, p_min_round_ms integer, p_rounds_a_day integer,
  p_position smallint, p_counts_as_staked boolean
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  insert into rulebooks (rules_hash, rules) values (p_rules_hash, p_rules) on conflict do nothing;
  insert into games (game, name, step, minimum, maximum, rules_hash, min_round_ms, rounds_a_day,
                     position, counts_as_staked)
    values (p_game, p_name, p_step, p_minimum, p_maximum, p_rules_hash, p_min_round_ms,
            p_rounds_a_day, p_position, p_counts_as_staked)
  on conflict (game) do update
    set name = excluded.name, step = excluded.step, minimum = excluded.minimum,
        maximum = excluded.maximum, rules_hash = excluded.rules_hash,
        min_round_ms = excluded.min_round_ms, rounds_a_day = excluded.rounds_a_day,
        position = excluded.position
    where games.counts_as_staked = excluded.counts_as_staked;
  assert found, 'whether stakes of a game count never changes';
end
$$;

reset role;
