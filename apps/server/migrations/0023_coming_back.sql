-- Limits and breaks belong to a person: who closes an account and comes back brings them along. And
-- what staff may do: make them tighter, never looser.
set role pipkin_ledger;

-- Takes what another account of the same person has in force: its breaks, as long as they would
-- last there, and each limit that is tighter than the player's own. A break is brought once.
create function ledger.bring_limits(p_player integer, p_from integer) returns void
language plpgsql
as $$
declare
  lasting ledger.breaks;
  kept ledger.limits;
begin
  perform ledger.hold(p_player);
  for lasting in
    select * from ledger.breaks b
    where b.player_id = p_from and b.ends_at > clock_timestamp() order by b.at
  loop
    continue when exists (
      select from ledger.breaks own
      where own.player_id = p_player and own.origin = lasting.origin);
    perform ledger.begin_break(p_player, lasting.kind, lasting.until, lasting.ends_at,
      lasting.origin);
  end loop;
  for kept in
    select * from ledger.limits where player_id = p_from
  loop
    continue when kept.amount >= (
      select amount from ledger.limits
      where player_id = p_player and kind = kept.kind and period = kept.period);
    perform ledger.set_limit(p_player, kept.kind, kept.period, kept.amount, kept.zone,
      jsonb_build_object('warn_percent', kept.warn_percent, 'is_net', kept.is_net));
  end loop;
end
$$;

-- A new account brings along what is in force in the last one that had its number, and in the last
-- one that had its mailbox: closed since, or with another address.
create function ledger.come_back(p_player integer, p_mobile text, p_email text) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  before integer;
begin
  for before in
    (select player_id from players.closed_accounts where mobile = p_mobile
     order by closed_at desc limit 1)
    union
    (select player_id from players.former_mailboxes
     where mailbox = players.mailbox_of(p_email) order by left_at desc limit 1)
  loop
    perform bring_limits(p_player, before);
  end loop;
end
$$;
grant execute on function ledger.come_back to pipkin_app;

-- A player's break, on a written request, or because a restore has lost it. Answers null where it
-- is done, else why not.
create function operator.take_break(
  p_by text, p_reason text, p_player integer, p_kind ledger.break_kind, p_for interval
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  before jsonb := ledger.break_of(p_player);
begin
  -- Not an assertion: who asks may switch those off.
  if p_for <= interval '0' or p_for = interval 'infinity' then
    raise exception 'a break lies ahead, and its time ends';
  end if;
  if not exists (select from ledger.wallets where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  if not ledger.take_break(p_player, p_kind, p_for) then return 'breakLasts'; end if;
  perform record(p_by, p_reason, 'take-break', p_player::text, before,
    ledger.break_of(p_player));
  return null;
end
$$;
grant execute on function operator.take_break to pipkin_operator;

-- A first or a lower limit. A raise is the player's own act.
create function operator.lower_limit(
  p_by text, p_reason text, p_player integer, p_kind ledger.limit_kind,
  p_period ledger.limit_period, p_amount bigint
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  current ledger.limits;
begin
  if not exists (select from ledger.wallets where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  perform ledger.hold(p_player);
  select * into current from ledger.limits
    where player_id = p_player and kind = p_kind and period = p_period;
  if current.amount <= p_amount then return 'limitIsLower'; end if;
  perform ledger.set_limit(p_player, p_kind, p_period, p_amount, coalesce(current.zone, 'UTC'),
    jsonb_build_object('warn_percent', current.warn_percent));
  perform record(p_by, p_reason, 'lower-limit', format('%s %s %s', p_player, p_kind, p_period),
    to_jsonb(current.amount), to_jsonb(p_amount));
  return null;
end
$$;
grant execute on function operator.lower_limit to pipkin_operator;

reset role;
