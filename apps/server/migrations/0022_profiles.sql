-- What a profile of safer play (packages/contract/src/profiles) requires beyond the player's own
-- limits: a deposit limit before a deposit, highest limits, and the player's age. The server passes
-- the profile's values with each call; amounts are in 1/100 fkr.
set role pipkin_ledger;

-- The day on which a player turns p_years old. A player born on 29 February does so on 1 March in a
-- year without that day.
create function ledger.birthday(p_born date, p_years integer) returns date
language sql immutable
as $$
  select case when extract(day from p_born) > extract(day from turned) then turned + 1
    else turned end
  from (select (p_born + p_years * interval '1 year')::date as turned) t
$$;

-- The highest deposit limit of a month: {most, most_young}; null if there is none.
create function ledger.most_deposits(p_grown_at timestamptz, p_rules jsonb) returns bigint
language sql stable
as $$
  select least((p_rules ->> 'most')::bigint,
    case when p_grown_at is null or p_grown_at > clock_timestamp()
      then (p_rules ->> 'most_young')::bigint end)
$$;

-- Whether the profile stops a deposit: {refusal, …}, or null. p_rules: {needed: the periods that
-- need a limit, ask: a limit or a confirmed no, elsewhere: the sum of this month's deposits with
-- other operators, most, most_young}. The caller holds the player.
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
  -- The highest limit caps the player's own limit, which may be above it: the player may have
  -- become young since, or set it before the profile. Deposits with other operators count.
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

-- Stores a player's date of birth, once. The player is young until midnight of the birthday
-- p_years, in the operator's time zone. Answers {} or {refusal}.
create function ledger.set_birth_date(
  p_player integer, p_born date, p_years integer, p_zone text
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  if birthday(p_born, 18) > (clock_timestamp() at time zone p_zone)::date then
    return '{"refusal": "underAge"}';
  end if;
  -- Locks the account before the wallets, as a log-in does.
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

-- A limit, tightened to what the profile in force allows; never looser than it was. p_highest: the
-- highest deposit limit of a month.
create function ledger.tightened(p_limit ledger.limits, p_highest bigint, p_rules jsonb)
returns ledger.limits
language plpgsql immutable
as $$
declare
  is_monthly boolean := p_limit.kind = 'deposit' and p_limit.period = 'month';
begin
  if is_monthly then p_limit.amount := least(p_limit.amount, p_highest); end if;
  p_limit.is_net := p_limit.is_net and coalesce((p_rules ->> 'is_net')::boolean, false);
  p_limit.warn_percent := case when p_limit.kind <> 'stake' then
    least(p_limit.warn_percent, (p_rules ->> 'warn_percent')::smallint) end;
  if is_monthly and p_limit.pending_amount > p_highest then
    p_limit.pending_amount := null;
    p_limit.pending_at := null;
    p_limit.pending_from := null;
  elsif p_limit.pending_from is not null then
    p_limit.pending_from := greatest(p_limit.pending_from, ledger.confirmed_from(
      p_limit.period, p_limit.zone, p_limit.pending_amount, p_limit.pending_at, p_rules));
  end if;
  return p_limit;
end
$$;

-- Applies the profile in force to what some of the players after p_after have set. It only
-- tightens: a limit above the highest comes down, a net limit counts gross, a waiting change waits
-- longer, and a waiting deposit without the limit that it needs is rejected. It locks only players
-- for whom something changes. Answers the last player that it looked at, after a thousand limits at
-- most; null: there are no more.
create function ledger.follow_profile(p_rules jsonb, p_after integer) returns integer
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  last integer;
  player integer;
  held wallets;
  highest bigint;
  was limits;
  now_is limits;
  lowest bigint := least((p_rules ->> 'most')::bigint, (p_rules ->> 'most_young')::bigint);
  warns smallint := (p_rules ->> 'warn_percent')::smallint;
  stays_net boolean := coalesce((p_rules ->> 'is_net')::boolean, false);
  changes boolean;
begin
  select max(player_id) into last from (
    select player_id from limits where player_id > p_after order by player_id limit 1000
  ) next;
  for player in
    select l.player_id from limits l
    where l.player_id > p_after and l.player_id <= last
      -- The other limits can't change: skips them.
      and (l.kind = 'deposit' and l.period = 'month' and l.amount > lowest
        or l.is_net and not stays_net or l.pending_from is not null
        or l.kind <> 'stake' and coalesce(l.warn_percent, 101) > warns)
    union
    select player_id from cashier.operations
    where kind = 'deposit' and state = 'requested'
      and player_id > p_after and (last is null or player_id <= last)
    order by 1
  loop
    -- Outside a query, since a cluster's nodes have neither function.
    select grown_at into held.grown_at from wallets where player_id = player;
    highest := most_deposits(held.grown_at, p_rules);
    changes := exists (
      select from cashier.operations
      where player_id = player and kind = 'deposit' and state = 'requested');
    for was in select * from limits where player_id = player loop
      changes := changes or tightened(was, highest, p_rules) is distinct from was;
    end loop;
    continue when not changes;
    held := hold(player);
    highest := most_deposits(held.grown_at, p_rules);
    for was in select * from limits where player_id = player loop
      now_is := tightened(was, highest, p_rules);
      if now_is.amount < was.amount then
        insert into limit_changes (player_id, kind, period, amount, zone)
          values (player, was.kind, was.period, now_is.amount, was.zone);
      end if;
      update limits
        set amount = now_is.amount, is_net = now_is.is_net, warn_percent = now_is.warn_percent,
            pending_amount = now_is.pending_amount, pending_at = now_is.pending_at,
            pending_from = now_is.pending_from
        where player_id = player and kind = was.kind and period = was.period;
    end loop;
    -- Makes the next bet read the limits, whose warnings may come earlier now.
    update wallets set loss_ceiling = lost, ceiling_until = '-infinity'
      where player_id = player and loss_ceiling is not null;
    update cashier.operations set state = 'rejected', reason = 'depositLimitDue'
      where player_id = player and kind = 'deposit' and state = 'requested'
        and profile_refusal(player, 0, 0, p_rules - 'most' - 'most_young')
          ->> 'refusal' = 'depositLimitDue';
  end loop;
  return last;
end
$$;
grant execute on function ledger.follow_profile to pipkin_app;

reset role;
