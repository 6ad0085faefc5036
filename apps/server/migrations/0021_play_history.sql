-- The history of play: sums over any session, day or month. A mark holds how much a player had
-- staked, lost, deposited and withdrawn, and how long the player had played, up to a time. Each
-- session begins with a mark, and each twentieth bet writes one. So any sum is the difference of
-- two times, each a mark and the few movements after it (docs/decisions/2026-11-safer-play.md).
set role pipkin_ledger;

create table ledger.play_marks (
  player_id integer not null,
  -- The sums don't count what happened at this time.
  at timestamptz not null,
  wagered bigint not null,
  lost bigint not null,
  deposited bigint not null,
  withdrawn bigint not null,
  -- In a mark that begins a session: how long all earlier sessions took, and when play in the last
  -- of them ended. Else null.
  played interval,
  ended_at timestamptz,
  check ((played is null) = (ended_at is null)),
  primary key (player_id, at)
);
create index play_marks_of_sessions on ledger.play_marks (player_id, at) where played is not null;
grant select on ledger.play_marks to pipkin_app, pipkin_worker;

-- When play in the session that began at p_begun ended, by its last stake or return before p_to.
create function ledger.play_ended(p_player integer, p_begun timestamptz, p_to timestamptz)
returns timestamptz
language sql stable
as $$
  select coalesce((
    select m.at from ledger.movements m
    where m.player_id = p_player and m.at >= p_begun and m.at < p_to and m.games <> 0
    order by m.at desc, m.movement_id desc limit 1
  ), p_begun)
$$;

-- Marks a time before any later movement; the caller holds the player. An empty session leaves no
-- mark.
create function ledger.mark_play(p_player integer, p_at timestamptz, p_begins_session boolean)
returns void
language plpgsql
as $$
declare
  held ledger.wallets;
  last ledger.play_marks;
  ended timestamptz;
begin
  select * into strict held from ledger.wallets where player_id = p_player;
  if p_begins_session then
    select * into last from ledger.play_marks
      where player_id = p_player and played is not null order by at desc limit 1;
    if (last.wagered, last.lost, last.deposited, last.withdrawn)
        = (held.wagered, held.lost, held.deposited, held.withdrawn) then
      update ledger.play_marks set at = p_at where player_id = p_player and at = last.at;
      return;
    end if;
    ended := ledger.play_ended(p_player, coalesce(last.at, p_at), p_at);
  end if;
  insert into ledger.play_marks values (p_player, p_at, held.wagered, held.lost, held.deposited,
    held.withdrawn,
    case when p_begins_session
      then coalesce(last.played + (ended - last.at), interval '0') end,
    ended);
end
$$;

-- A player's sums of stakes, losses, deposits and withdrawals before a time.
create function ledger.sums_before(
  p_player integer, p_at timestamptz,
  out wagered bigint, out lost bigint, out deposited bigint, out withdrawn bigint
)
language plpgsql stable
as $$
declare
  mark ledger.play_marks;
begin
  select * into mark from ledger.play_marks m
    where m.player_id = p_player and m.at < p_at order by m.at desc limit 1;
  select coalesce(mark.wagered, 0) + coalesce(sum(m.games) filter (where m.kind = 'stake'), 0),
      coalesce(mark.lost, 0) + coalesce(sum(m.games), 0),
      coalesce(mark.deposited, 0) + coalesce(sum(m.deposit) filter (where m.kind = 'deposit'), 0),
      coalesce(mark.withdrawn, 0) - coalesce(
        sum(m.deposit) filter (where m.kind in ('withdraw', 'withdraw_refund')), 0)
    into wagered, lost, deposited, withdrawn
    from ledger.movements m
    where m.player_id = p_player and m.at >= coalesce(mark.at, '-infinity') and m.at < p_at;
end
$$;

-- The sessions that began before a time, newest first: from a mark to the next. The running one
-- lasts until now, or until its last bet if that was more than an hour ago.
create function ledger.sessions_before(p_player integer, p_before timestamptz, p_limit integer)
returns table (
  begun_at timestamptz, ended_at timestamptz, played interval,
  wagered bigint, lost bigint, deposited bigint, withdrawn bigint
)
language plpgsql stable
as $$
declare
  held ledger.wallets;
  mark ledger.play_marks;
  -- The begin of the session after it; null while the session runs.
  after ledger.play_marks;
begin
  select * into held from ledger.wallets w where w.player_id = p_player;
  select * into after from ledger.play_marks m
    where m.player_id = p_player and m.played is not null and m.at >= p_before
    order by m.at limit 1;
  for mark in
    select * from ledger.play_marks m
      where m.player_id = p_player and m.played is not null and m.at < p_before
      order by m.at desc limit p_limit
  loop
    begun_at := mark.at;
    played := mark.played;
    ended_at := case when after.at is not null then after.ended_at
      when held.played_at >= clock_timestamp() - interval '1 hour' then clock_timestamp()
      else ledger.play_ended(p_player, mark.at, 'infinity') end;
    wagered := coalesce(after.wagered, held.wagered) - mark.wagered;
    lost := coalesce(after.lost, held.lost) - mark.lost;
    deposited := coalesce(after.deposited, held.deposited) - mark.deposited;
    withdrawn := coalesce(after.withdrawn, held.withdrawn) - mark.withdrawn;
    return next;
    after := mark;
  end loop;
end
$$;

-- How long a player had played in all before a time.
create function ledger.played_before(p_player integer, p_at timestamptz) returns interval
language plpgsql stable
as $$
declare
  last record;
begin
  select * into last from ledger.sessions_before(p_player, p_at, 1);
  return coalesce(
    last.played + greatest(least(last.ended_at, p_at) - last.begun_at, interval '0'),
    interval '0');
end
$$;

-- Notes the house's time zone.
create function ledger.note_zone(p_zone text) returns void
language sql security definer set search_path = ledger, pg_temp
as $$ update settings set zone = p_zone where zone <> p_zone $$;
grant execute on function ledger.note_zone to pipkin_app;

-- The time zone for a player's days and months: the zone of the limits, since their months must be
-- the same, else p_else.
create function ledger.play_zone(p_player integer, p_else text) returns text
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select coalesce((
    select zone from limits where player_id = p_player
    order by period = 'month' desc, kind limit 1
  ), p_else)
$$;
grant execute on function ledger.play_zone to pipkin_app;

-- The days or months before a time that had a stake, a return, a deposit or a withdrawal, newest
-- first.
create function ledger.periods_before(
  p_player integer, p_by text, p_zone text, p_before timestamptz, p_limit integer
) returns table (begun_at timestamptz, ended_at timestamptz)
language plpgsql stable
as $$
declare
  found_at timestamptz;
begin
  begun_at := p_before;
  for nth in 1 .. p_limit loop
    select m.at into found_at from ledger.movements m
      where m.player_id = p_player and m.at < begun_at
        and (m.games <> 0 or m.kind in ('deposit', 'withdraw', 'withdraw_refund'))
      order by m.at desc, m.movement_id desc limit 1;
    exit when not found;
    begun_at := ledger.period_begin(p_by, found_at, p_zone);
    ended_at := ledger.period_end(p_by, found_at, p_zone);
    return next;
  end loop;
end
$$;

-- The history by 'session', 'day' or 'month' of what began before p_before, newest first. Seconds
-- are whole.
create function ledger.play_history(
  p_player integer, p_by text, p_zone text, p_before timestamptz, p_limit integer
) returns table (
  begun_at timestamptz, ended_at timestamptz, seconds integer, staked bigint, returned bigint,
  net bigint, deposited bigint, withdrawn bigint
)
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
begin
  if p_by = 'session' then
    return query
      select s.begun_at, s.ended_at, floor(extract(epoch from s.ended_at - s.begun_at))::integer,
        s.wagered, s.wagered - s.lost, -s.lost, s.deposited, s.withdrawn
      from sessions_before(p_player, p_before, p_limit) s;
    return;
  end if;
  return query
    with periods as materialized (
      select * from periods_before(p_player, p_by, p_zone, p_before, p_limit)
    ), edges as materialized (
      -- The end of a day is mostly the begin of the next: each time is summed once.
      select edge.at, sums.*, played_before(p_player, edge.at) as played
      from (select p.begun_at as at from periods p union select p.ended_at from periods p) edge
      cross join lateral sums_before(p_player, edge.at) sums
    )
    select p.begun_at, p.ended_at,
      (floor(extract(epoch from e.played)) - floor(extract(epoch from b.played)))::integer,
      e.wagered - b.wagered, e.wagered - b.wagered - (e.lost - b.lost), b.lost - e.lost,
      e.deposited - b.deposited, e.withdrawn - b.withdrawn
    from periods p
    join edges b on b.at = p.begun_at
    join edges e on e.at = p.ended_at
    order by p.begun_at desc;
end
$$;
grant execute on function ledger.play_history to pipkin_app;

-- Warnings about limits
-- -------------------------------------------------------------------------------------------------

-- Notices that a large part of a limit was used: once a period, and anew for another amount.
-- Without a limit (kind null) it is a reminder to look at all limits.
create table ledger.limit_notices (
  player_id integer not null,
  at timestamptz not null,
  notice_id uuid not null,
  kind ledger.limit_kind,
  period ledger.limit_period,
  amount bigint,
  used bigint,
  check (num_nulls(kind, period, amount, used) in (0, 4)),
  primary key (player_id, at, notice_id)
);
create index limit_notices_at on ledger.limit_notices (at);
grant select on ledger.limit_notices to pipkin_app, pipkin_worker;

-- Warns a player. The caller holds the player.
create function ledger.warn_of_limit(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_amount bigint,
  p_used bigint, p_at timestamptz
) returns void
language sql
as $$
  insert into ledger.limit_notices (player_id, at, notice_id, kind, period, amount, used)
    values (p_player, p_at, gen_random_uuid(), p_kind, p_period, p_amount, p_used);
  update ledger.limits set warned_at = p_at
    where player_id = p_player and kind = p_kind and period = p_period;
$$;

-- Warns, after a bet, of each loss limit of which enough is used now. It makes the next bet read
-- the limits, so that the ceiling is that of the limits themselves again.
create function ledger.warn_of_losses(p_player integer, p_at timestamptz) returns void
language plpgsql
as $$
declare
  loss record;
begin
  for loss in select * from ledger.losses(p_player, p_at) l where l.used >= l.warn_from loop
    perform ledger.warn_of_limit(p_player, 'loss', loss.period, loss.amount, loss.used, p_at);
    update ledger.wallets set ceiling_until = '-infinity' where player_id = p_player;
  end loop;
end
$$;

-- Warns of deposit limits, after a deposit was requested or money came from another player.
create function ledger.warn_of_deposits(p_player integer) returns void
language plpgsql
as $$
declare
  at timestamptz := clock_timestamp();
  deposit record;
begin
  for deposit in
    select * from ledger.deposits(p_player, cashier.open_deposits(p_player), at) d
      where d.used >= d.warn_from
  loop
    perform ledger.warn_of_limit(
      p_player, 'deposit', deposit.period, deposit.amount, deposit.used, at);
  end loop;
end
$$;

-- Reminds each player who has limits to look at them, by a notice and a mail, p_months after the
-- last time, or after the first limit. A player on a break is reminded after it has ended. One
-- process at a time does it and locks no player, so no bet waits.
create function ledger.remind_of_limits(p_months integer) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
begin
  -- A statement of its own: the one below sees what the process before committed.
  if not pg_try_advisory_xact_lock(hashtext('ledger.remind_of_limits')) then return; end if;
  with due as materialized (
    select w.player_id, a.email
    from wallets w join players.accounts a using (player_id)
    where a.closed_at is null
      and w.break_until > clock_timestamp() is not true
      and exists (select from limits l where l.player_id = w.player_id)
      and coalesce(
        (select max(n.at) from limit_notices n where n.player_id = w.player_id and n.kind is null),
        (select min(c.at) from limit_changes c where c.player_id = w.player_id)
      ) <= clock_timestamp() - p_months * interval '1 month'
  ), noticed as (
    insert into limit_notices (player_id, at, notice_id)
      select player_id, clock_timestamp(), gen_random_uuid() from due
  )
  insert into players.mails (kind, email) select 'limit_review', email from due;
end
$$;
grant execute on function ledger.remind_of_limits to pipkin_app;

reset role;
