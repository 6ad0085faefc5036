-- What a profile of safer play (packages/contract/src/profiles) asks beside what players set: a
-- deposit limit before a deposit, highest limits, and the player's age. The server passes the
-- profile's values with each call; amounts are in 1/100 fkr.
set role pipkin_ledger;

-- The day on which a player turns p_years old. Who was born on 29 February does so on 1 March where
-- the year has none.
create function ledger.birthday(p_born date, p_years integer) returns date
language sql immutable
as $$
  select case when extract(day from p_born) > extract(day from turned) then turned + 1
    else turned end
  from (select (p_born + p_years * interval '1 year')::date as turned) t
$$;

-- The highest deposit limit of a month: {most, most_young}; null where there is none.
create function ledger.most_deposits(p_grown_at timestamptz, p_rules jsonb) returns bigint
language sql stable
as $$
  select least((p_rules ->> 'most')::bigint,
    case when p_grown_at is null or p_grown_at > clock_timestamp()
      then (p_rules ->> 'most_young')::bigint end)
$$;

-- Whether the profile stops a deposit: {refusal, …}, or null. p_rules: {needed: the periods that
-- need a limit, ask: a limit or a confirmed no, elsewhere: what this month's deposits with other
-- operators come to, most, most_young}. The caller holds the player.
create function ledger.profile_refusal(
  p_player integer, p_amount bigint, p_open bigint, p_rules jsonb
) returns jsonb
language plpgsql
as $$
declare
  held ledger.wallets;
  at timestamptz := clock_timestamp();
  month record;
  most bigint;
begin
  if p_rules = '{}' then return null; end if;
  select * into strict held from ledger.wallets where player_id = p_player;
  if exists (
    select from jsonb_array_elements_text(p_rules -> 'needed') needed(name)
    where not exists (
      select from ledger.limits l
      where l.player_id = p_player and l.kind = 'deposit' and l.period::text = needed.name)
  ) or (p_rules ->> 'ask')::boolean and not held.no_deposit_limit and not exists (
    select from ledger.limits l where l.player_id = p_player and l.kind = 'deposit'
  ) then
    return '{"refusal": "depositLimitDue"}';
  end if;
  -- The highest limit holds the player's own: they may have become young since, or it is of a time
  -- before the profile. What went to other operators counts.
  most := ledger.most_deposits(held.grown_at, p_rules);
  if most is null then return null; end if;
  for month in select * from ledger.deposits(p_player, p_open, at) d
    where d.period = 'month'
  loop
    month.amount := least(most, month.amount);
    month.used := month.used + coalesce((p_rules ->> 'elsewhere')::bigint, 0);
    if month.used + p_amount > month.amount then
      return ledger.limit_refusal(p_player, 'deposit', 'month', month.zone,
        month.amount - month.used, at);
    end if;
  end loop;
  return null;
end
$$;

-- Notes when the player was born, once: young until midnight of the birthday p_years, in the
-- operator's time zone. Answers {} or {refusal}.
create function ledger.set_birth_date(
  p_player integer, p_born date, p_years integer, p_zone text
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
begin
  if birthday(p_born, 18) > (clock_timestamp() at time zone p_zone)::date then
    return '{"refusal": "underAge"}';
  end if;
  update players.accounts set birth_date = p_born where player_id = p_player and birth_date is null;
  if not found then return '{"refusal": "birthDateFixed"}'; end if;
  update wallets set grown_at = birthday(p_born, p_years)::timestamp at time zone p_zone
    where player_id = p_player;
  return '{}';
end
$$;
grant execute on function ledger.set_birth_date to pipkin_app;

-- The player chooses to deposit without a limit.
create function ledger.decline_deposit_limit(p_player integer) returns void
language sql security definer set search_path = ledger, pg_temp
as $$ update wallets set no_deposit_limit = true where player_id = p_player $$;
grant execute on function ledger.decline_deposit_limit to pipkin_app;

-- Brings what players set in line with the profile that is in force from now on. It only tightens:
-- a limit above the highest comes down, a net one counts gross, a change that waits waits longer,
-- and a deposit that waits without the limit that it needs is rejected.
create function ledger.follow_profile(p_rules jsonb) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  player integer;
  held wallets;
  highest bigint;
begin
  for player in
    select player_id from limits where kind <> 'stake' or pending_from is not null
    union
    select player_id from cashier.operations where kind = 'deposit' and state = 'requested'
    order by 1
  loop
    held := hold(player);
    highest := most_deposits(held.grown_at, p_rules);
    insert into limit_changes (player_id, kind, period, amount, zone)
      select player_id, kind, period, highest, zone from limits
      where player_id = player and kind = 'deposit' and period = 'month' and amount > highest;
    update limits l
      set amount = least(l.amount, tight.most),
          is_net = l.is_net and coalesce((p_rules ->> 'is_net')::boolean, false),
          warn_percent = case when l.kind <> 'stake' then
            least(l.warn_percent, (p_rules ->> 'warn_percent')::smallint) end,
          pending_amount = case when tight.keeps then l.pending_amount end,
          pending_at = case when tight.keeps then l.pending_at end,
          pending_from = case when tight.keeps then greatest(l.pending_from,
            confirmed_from(l.period, l.zone, l.pending_amount, l.pending_at, p_rules)) end
      from (
        select player_id, kind, period,
          case when kind = 'deposit' and period = 'month' then highest end as most,
          pending_amount is null or kind <> 'deposit' or period <> 'month'
            or pending_amount <= highest is not false as keeps
        from limits where player_id = player
      ) tight
      where l.player_id = player and tight.player_id = player
        and l.kind = tight.kind and l.period = tight.period;
    update cashier.operations set state = 'rejected', reason = 'depositLimitDue'
      where player_id = player and kind = 'deposit' and state = 'requested'
        and profile_refusal(player, 0, 0, p_rules - 'most' - 'most_young')
          ->> 'refusal' = 'depositLimitDue';
  end loop;
end
$$;
grant execute on function ledger.follow_profile to pipkin_app;

reset role;
