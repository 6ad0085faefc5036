-- The operator's writes to the catalogue go through one function, so that the application's role
-- can't touch limits or rules.
set role pipkin_ledger;

-- Puts a game's settings in place; its rules are kept by their hash for ever.
create function ledger.set_game(
  p_game smallint, p_name text, p_step bigint, p_minimum bigint, p_maximum bigint,
  p_rules_hash bytea, p_rules jsonb, p_min_round_ms integer, p_rounds_a_day integer, p_position smallint
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  insert into rulebooks (rules_hash, rules) values (p_rules_hash, p_rules) on conflict do nothing;
  insert into games (game, name, step, minimum, maximum, rules_hash, min_round_ms, rounds_a_day, position)
    values (p_game, p_name, p_step, p_minimum, p_maximum, p_rules_hash, p_min_round_ms, p_rounds_a_day, p_position)
  on conflict (game) do update
    set name = excluded.name, step = excluded.step, minimum = excluded.minimum, maximum = excluded.maximum,
        rules_hash = excluded.rules_hash, min_round_ms = excluded.min_round_ms,
        rounds_a_day = excluded.rounds_a_day, position = excluded.position;
end
$$;

reset role;
