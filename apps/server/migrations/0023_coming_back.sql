-- Limits and breaks belong to a person: a player who closes an account and comes back brings them
-- along. Staff can only tighten them.
set role pipkin_ledger;

-- Stores what an account has used of a limit, for another account of the same person. A later look
-- at the same account replaces an earlier one; of looks in one month, the one with the larger use
-- counts.
create function ledger.note_prior_use(
  p_player integer, p_account integer, p_kind ledger.limit_kind, p_period ledger.limit_period,
  p_used bigint, p_until timestamptz
) returns void
language sql
as $$
  insert into ledger.prior_uses as p (player_id, account, kind, period, used, until)
    values (p_player, p_account, p_kind, p_period, p_used, p_until)
    on conflict (player_id, account, kind, period) do update
      set used = excluded.used, until = excluded.until
      where (p.until, p.used) < (excluded.until, excluded.used)
$$;

-- What an account itself has lost or deposited since a time, as ledger.losses and ledger.deposits
-- count it. They can't call this function, which is missing on the nodes of a cluster.
create function ledger.used_since(
  p_player integer, p_kind ledger.limit_kind, p_is_net boolean, p_after timestamptz
) returns bigint
language plpgsql stable
as $$
declare
  used bigint;
begin
  if p_kind = 'loss' then
    select lost into used from ledger.wallets where player_id = p_player;
    return used - (ledger.sums_before(p_player, p_after + interval '1 microsecond')).lost;
  end if;
  select greatest(coalesce(sum(
      case when kind = 'withdraw_paid' then -chain else deposit end), 0), 0) into used
    from ledger.movements
    where player_id = p_player and at > p_after
      and (kind in ('deposit', 'received') or p_is_net and kind = 'withdraw_paid');
  return used + cashier.open_deposits(p_player);
end
$$;

-- The most that this comes to while movements leave a rolling period, with none added: more than it
-- is now if a win, or a payout of a net limit, leaves first.
create function ledger.most_used_since(
  p_player integer, p_kind ledger.limit_kind, p_is_net boolean, p_after timestamptz
) returns bigint
language plpgsql stable
as $$
declare
  most bigint;
begin
  select greatest(max(later.used), 0) into most from (
    select sum(case when p_kind = 'loss' then games
                    when kind = 'withdraw_paid' then -chain else deposit end)
        over (order by at desc, movement_id desc) as used
      from ledger.movements
      where player_id = p_player and at > p_after and case p_kind
        when 'loss' then games <> 0
        else kind in ('deposit', 'received') or p_is_net and kind = 'withdraw_paid' end
  ) later;
  if p_kind = 'loss' then return most; end if;
  return most + cashier.open_deposits(p_player);
end
$$;

-- What another account of the owner has used of the player's limits, and has taken along itself:
-- otherwise closing an account would begin the period anew. It counts by the player's own limits,
-- since the other account's month may begin later, and its limit may have ended. As rows for the
-- player. p_accounts: all accounts of the owner, whose use is counted anew each time. Of any other
-- account it is counted once, for a whole period: as the most that it comes to.
create function ledger.uses_of(p_player integer, p_other integer, p_accounts integer[])
returns setof ledger.prior_uses
language plpgsql stable
as $$
declare
  now_at timestamptz := clock_timestamp();
  own ledger.limits;
  begun timestamptz;
  used bigint;
begin
  return query
    select p_player, p.account, p.kind, p.period, p.used, p.until from ledger.prior_uses p
    where p.player_id = p_other and p.account <> all(p_accounts) and p.until > now_at;
  for own in
    select * from ledger.limits where player_id = p_player and kind <> 'stake'
  loop
    begun := ledger.counted_after(own.period, own.zone, now_at);
    if p_other = any(p_accounts) or own.period = 'month' then
      used := ledger.used_since(p_other, own.kind, own.is_net, begun);
    else
      used := ledger.most_used_since(p_other, own.kind, own.is_net, begun);
    end if;
    continue when used <= 0;
    return query select p_player, p_other, own.kind, own.period, used,
      case own.period
        when 'month' then ledger.period_end('month', now_at, own.zone)
        else now_at + (now_at - begun)
      end;
  end loop;
end
$$;

-- The use of a player's limits beyond the account's own, as of now: what was taken along, and what
-- the owner's other accounts have used.
create function ledger.uses_elsewhere(p_player integer) returns setof ledger.prior_uses
language plpgsql stable
as $$
declare
  accounts integer[] := ledger.accounts_of(array[p_player]);
  other integer;
begin
  return query
    select * from ledger.prior_uses where player_id = p_player and account <> all(accounts);
  foreach other in array accounts loop
    continue when other = p_player;
    return query select * from ledger.uses_of(p_player, other, accounts);
  end loop;
end
$$;

-- Takes along what another account of the owner has used of its limits.
create function ledger.take_uses(p_player integer, p_other integer, p_accounts integer[])
returns void
language plpgsql
as $$
declare
  its ledger.prior_uses;
begin
  for its in select * from ledger.uses_of(p_player, p_other, p_accounts) loop
    perform ledger.note_prior_use(
      p_player, its.account, its.kind, its.period, its.used, its.until);
  end loop;
  -- Makes the next bet read the limits.
  update ledger.wallets set loss_ceiling = lost, ceiling_until = '-infinity'
    where player_id = p_player and loss_ceiling is not null;
end
$$;

-- Takes along anew what the owner's other accounts have used of their limits, so that one limit
-- counts the use of all. Two accounts of an owner are judged one after the other. Answers whether
-- there are other accounts; null if one of them is being judged now and p_waits is false. The
-- caller holds the player. After waiting it must not lock another account.
create function ledger.take_owner_uses(p_player integer, p_waits boolean default true)
returns boolean
language plpgsql
as $$
declare
  accounts integer[] := ledger.accounts_of(array[p_player]);
  other integer;
begin
  if cardinality(accounts) = 1 then return false; end if;
  if p_waits then
    perform pg_advisory_xact_lock(7, accounts[1]);
  elsif not pg_try_advisory_xact_lock(7, accounts[1]) then
    return null;
  end if;
  delete from ledger.prior_uses where player_id = p_player and account = any(accounts);
  foreach other in array accounts loop
    continue when other = p_player;
    perform ledger.take_uses(p_player, other, accounts);
  end loop;
  return true;
end
$$;

-- Begins each break that runs in another account in all accounts of the owner, once, with the same
-- end.
create function ledger.share_breaks(p_player integer, p_other integer) returns void
language plpgsql
as $$
declare
  accounts integer[] := ledger.accounts_of(array[p_player]);
  lasting ledger.breaks;
begin
  for lasting in
    select * from ledger.breaks b
    where b.player_id = p_other and b.ends_at > clock_timestamp() order by b.at
  loop
    perform ledger.begin_break(
      accounts, lasting.kind, lasting.until, lasting.ends_at, lasting.origin);
  end loop;
end
$$;

-- Takes along what is in force in another account of the same person: its breaks, each limit that
-- is tighter than the player's own, and the use of its limits in all accounts of its owner. The
-- caller holds the player's accounts.
create function ledger.take_along(p_player integer, p_other integer) returns void
language plpgsql
as $$
declare
  kept ledger.limits;
  account integer;
begin
  perform ledger.share_breaks(p_player, p_other);
  for kept in
    select * from ledger.limits where player_id = p_other
  loop
    continue when kept.amount >= (
      select amount from ledger.limits
      where player_id = p_player and kind = kept.kind and period = kept.period);
    perform ledger.set_limit(p_player, kept.kind, kept.period, kept.amount, kept.zone,
      jsonb_build_object('warn_percent', kept.warn_percent, 'is_net', kept.is_net));
  end loop;
  -- What the other account has kept of its owner's other accounts is as old as its last judgement.
  foreach account in array ledger.accounts_of(array[p_other]) loop
    continue when account = p_player;
    perform ledger.take_uses(p_player, account, ledger.accounts_of(array[p_player]));
  end loop;
end
$$;

-- Joins another account whose wallet the player has signed for. From now on the owner's accounts
-- share breaks and limits, including those in force. If the other account has unlinked or doubts
-- the wallet, the signer may be a thief, who could exclude the owner: the signer's account takes
-- along what is in force there, and gives nothing.
create function ledger.join_owner(p_player integer, p_other integer, p_wallet cashier.address)
returns void
language plpgsql
as $$
begin
  perform ledger.join_persons(p_player, p_other);
  perform ledger.hold_accounts(array[p_player, p_other]);
  if cashier.disowned_at(p_other, p_wallet) is not null then
    perform ledger.take_along(p_player, p_other);
    return;
  end if;
  insert into ledger.signed_for (player_id, account) values (p_player, p_other)
    on conflict do nothing;
  if found then
    perform players.notify(player_id, 'accounts_joined', '', p_wallet) from players.accounts
      where player_id in (p_player, p_other) and closed_at is null;
  end if;
  perform ledger.take_along(p_player, p_other);
  perform ledger.take_along(p_other, p_player);
end
$$;

-- A new account takes along what is in force in the last account that had its number, and in the
-- last one that had its mailbox: either is closed since, or has another address. So does an account
-- that changes to such a mailbox (p_mobile null). It shares nothing later: the owner of a former
-- number or mailbox may be a stranger by now, whose later breaks are no one else's.
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
     where mailbox = players.mailbox_of(p_email) and player_id <> p_player
     order by left_at desc limit 1)
  loop
    perform hold_accounts(array[p_player]);
    perform take_along(p_player, before);
  end loop;
end
$$;
grant execute on function ledger.come_back to pipkin_app;

-- Begins a player's break, on a written request, or because a restore has lost it. Answers null
-- when done, else why not.
create function operator.take_break(
  p_by text, p_reason text, p_player integer, p_kind ledger.break_kind, p_for interval
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  before jsonb;
  earliest timestamptz := (clock_timestamp() at time zone 'UTC' + p_for) at time zone 'UTC';
  given jsonb;
begin
  -- Not an assertion, since the caller may switch those off.
  if p_for <= interval '0' or p_for = interval 'infinity' then
    raise exception 'a break lies ahead, and its time ends';
  end if;
  if not exists (select from ledger.wallets where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  -- The player may be taking one.
  perform hold_accounts(array[p_player]);
  before := break_of(p_player);
  -- A repeat: a second break would count as a sign of risk.
  if exists (
    select from desk.repeated('giveBreak', p_player::text, p_reason)
    where after ->> 'kind' = p_kind::text and earliest - (after ->> 'until')::timestamptz
      between interval '0' and interval '10 minutes'
  ) then
    return null;
  end if;
  if not ledger.take_break(p_player, p_kind, p_for) then return 'breakLasts'; end if;
  -- The newest break is the one given here: an exclusion whose time is over may outlast it.
  select jsonb_build_object('kind', b.kind, 'until', b.until, 'is_over', false) into given
    from ledger.breaks b where b.player_id = p_player order by b.at desc limit 1;
  perform record(p_by, p_reason, 'giveBreak', p_player::text, before, given);
  return null;
end
$$;
grant execute on function operator.take_break to pipkin_operator;

-- Sets a first or a lower limit. Only the player can raise one.
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
  perform ledger.hold_accounts(array[p_player]);
  select * into current from ledger.limits
    where player_id = p_player and kind = p_kind and period = p_period;
  if current.amount <= p_amount then return 'limitIsLower'; end if;
  perform ledger.set_limit(p_player, p_kind, p_period, p_amount,
    coalesce(current.zone, (select zone from ledger.settings)));
  perform record(p_by, p_reason, 'lowerLimit', format('%s %s %s', p_player, p_kind, p_period),
    jsonb_build_object('at_most', current.amount), jsonb_build_object('at_most', p_amount));
  return null;
end
$$;
grant execute on function operator.lower_limit to pipkin_operator;

reset role;
