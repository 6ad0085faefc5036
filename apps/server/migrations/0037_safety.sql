-- Safety in the back office: players near a limit, on a break, or long at play, and raises that
-- wait. The screens show them; acts can only tighten limits and breaks (operator.lower_limit and
-- operator.take_break of 0023_coming_back.sql).

-- Limits that are used by 80 % and more. A sweep of the worker keeps this table
-- (apps/server/src/activity/counts/count-safety.ts), away from the money path. The screens judge
-- each line anew.
create table activity.near_limits (
  player_id integer not null,
  kind ledger.limit_kind not null,
  period ledger.limit_period not null,
  -- The percentage that was used when it was counted.
  part integer not null,
  counted_at timestamptz not null default clock_timestamp(),
  primary key (player_id, kind, period)
);
create index near_limits_part on activity.near_limits (part desc, player_id, kind, period);
create index near_limits_counted on activity.near_limits (counted_at);

-- Sessions of an hour and more that had a bet in the last hour, and when the sweep last saw a bet.
create table activity.long_sessions (
  player_id integer primary key,
  session_at timestamptz not null,
  seen_at timestamptz not null
);
create index long_sessions_at on activity.long_sessions (session_at, player_id);
create index long_sessions_seen on activity.long_sessions (seen_at);

-- When the sweep last looked at a player, and when it looks again; null: not until something moves.
create table activity.safety_looks (
  player_id integer primary key,
  looked_at timestamptz not null default '-infinity',
  due_at timestamptz
);
create index safety_looks_due on activity.safety_looks (due_at) where due_at is not null;

-- The time up to which the sweep has seen the movements.
create table activity.safety_counted (
  singleton boolean primary key default true check (singleton),
  upto timestamptz not null default now()
);
insert into activity.safety_counted default values;
grant select, insert, update, delete on activity.near_limits, activity.long_sessions
  to pipkin_ledger;
grant select, insert, update on activity.safety_looks to pipkin_ledger;
grant select, update on activity.safety_counted to pipkin_ledger;

set role pipkin_ledger;

-- A step of the sweep, which one worker does at a time:
--
-- 1. Looks at the limits of players who are due, 500 at most, and of 100 who were near a limit ten
--    minutes ago, for about two seconds.
-- 2. Reads on by a minute of what players did. It sees each act once: it doesn't read past
--    activity.counted, up to where every movement is visible.
-- 3. Makes players due. A movement makes one due for limits a minute after the last look, and for
--    signs of risk an hour after it (ledger.count_risks); a changed limit makes one due for both at
--    once, a break for signs of risk. It also notes friends whose rewards may be unlocked now.
--
-- It writes only at the end, because receipts and figures wait for transactions that have an id
-- (ledger.are_over). Answers whether there is more to do.
create function ledger.count_safety() returns boolean
language plpgsql security definer set search_path = activity, ledger, pg_temp
as $$
declare
  moment timestamptz := clock_timestamp();
  since timestamptz;
  before timestamptz;
  last timestamptz;
  player integer;
  looked integer[] := '{}';
  near near_limits[] := '{}';
  moved integer[];
  limited integer[];
  changed integer[];
  resting integer[];
  long_ones long_sessions[];
begin
  if not pg_try_advisory_xact_lock(34, 1) then return false; end if;

  for player in
    (select l.player_id from safety_looks l where l.due_at <= moment order by l.due_at limit 500)
    union
    (select n.player_id from near_limits n
     where n.counted_at < moment - interval '10 minutes' order by n.counted_at limit 100)
  loop
    near := near || array(
      select row(player, u.kind, u.period, u.part, moment)::near_limits
      from used_limits(player, moment) u where u.part >= 80);
    looked := looked || player;
    exit when clock_timestamp() > moment + interval '2 seconds';
  end loop;

  select c.upto into since from safety_counted c;
  select c.upto into last from counted c;
  before := greatest(since, least(last, since + interval '1 minute'));
  moved := array(
    select m.player_id from movements m
    where m.at >= since and m.at < before
      and (m.games <> 0 or m.kind in ('deposit', 'received', 'withdraw_paid'))
    union
    -- A limit counts a deposit from the time of its request.
    select o.player_id from cashier.operations o
    where o.at >= since and o.at < before and o.kind = 'deposit'
      and o.state in ('requested', 'signed', 'mined', 'review'));
  limited := array(
    select distinct l.player_id from limits l
    where l.player_id = any(moved) and l.kind <> 'stake');
  changed := array(
    select distinct c.player_id from limit_changes c where c.at >= since and c.at < before);
  resting := array(select b.player_id from breaks b where b.at >= since and b.at < before);
  long_ones := array(
    select row(w.player_id, w.session_at, moment)::long_sessions
    from wallets_of(moved) w left join long_sessions s using (player_id)
    where w.session_at <= moment - interval '1 hour'
      and w.played_at > moment - interval '1 hour'
      and (s.session_at is distinct from w.session_at
        or s.seen_at < moment - interval '10 minutes'));

  -- Waits for a running look for signs of risk (ledger.count_risks): written before its end, a
  -- player's due time would be taken for one that it has seen to.
  perform pg_advisory_xact_lock(34, 2);
  delete from near_limits n where n.player_id = any(looked);
  insert into near_limits select * from unnest(near);
  insert into safety_looks (player_id, looked_at) select unnest(looked), moment
    on conflict (player_id) do update set looked_at = excluded.looked_at, due_at = null;
  insert into safety_looks as l (player_id, due_at) select unnest(limited), moment
    on conflict (player_id) do update set due_at = l.looked_at + interval '1 minute'
      where l.due_at is null;
  insert into safety_looks (player_id, due_at) select unnest(changed), moment
    on conflict (player_id) do update set due_at = excluded.due_at;
  insert into risk_looks as l (player_id, due_at)
    select distinct p, moment from unnest(moved || changed || resting) p
    on conflict (player_id) do update set due_at =
        case when l.player_id = any(changed || resting) then moment
             else l.looked_at + interval '1 hour' end
      where l.due_at is null or l.player_id = any(changed || resting);
  insert into referral.changed_friends (player_id)
    select distinct r.friend_id from referral.rewards r
    where r.friend_id = any(moved) and r.unlocked_at is null;
  insert into long_sessions select * from unnest(long_ones)
    on conflict (player_id)
      do update set session_at = excluded.session_at, seen_at = excluded.seen_at;
  delete from long_sessions s where s.player_id in (
    select o.player_id from long_sessions o
    where o.seen_at < moment - interval '70 minutes' order by o.seen_at limit 500);
  update safety_counted set upto = before where upto <> before;
  return before < last or exists (select from safety_looks l where l.due_at <= moment);
end
$$;
grant execute on function ledger.count_safety to pipkin_worker;

-- What the screens show
-- -------------------------------------------------------------------------------------------------
-- Each list is a page after a place in its order.

-- Limits by the part that was used when they were counted, with what is used now.
create function desk.list_near_limits(
  p_part integer, p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period,
  p_limit integer
) returns table (
  player integer, name text, kind text, period text, counted_part integer, amount bigint,
  used bigint, part integer, resets_at timestamptz, is_on_break boolean
)
language plpgsql stable security definer set search_path = activity, ledger, pg_temp
as $$
declare
  near near_limits;
begin
  for near in
    select * from near_limits n
    where n.part <= p_part
      and (n.part < p_part or (n.player_id, n.kind, n.period) > (p_player, p_kind, p_period))
    order by n.part desc, n.player_id, n.kind, n.period limit p_limit
  loop
    player := near.player_id;
    name := desk.name_of(player);
    kind := near.kind;
    period := near.period;
    counted_part := near.part;
    select u.amount, u.used, u.part,
           resets_at(near.player_id, near.kind, near.period, u.zone, statement_timestamp())
      into amount, used, part, resets_at
      from used_limits(near.player_id, statement_timestamp()) u
      where u.kind = near.kind and u.period = near.period;
    is_on_break := break_of(player) is not null;
    return next;
  end loop;
end
$$;
grant execute on function desk.list_near_limits to pipkin_operator;

-- Sessions that run now, the longest first, with what was staked and lost in them.
create function desk.list_long_sessions(p_at timestamptz, p_player integer, p_limit integer)
returns table (
  player integer, name text, session_at timestamptz, played_at timestamptz, staked bigint,
  net bigint, reminder_minutes integer
)
language plpgsql stable security definer set search_path = activity, ledger, pg_temp
as $$
declare
  long long_sessions;
  w record;
  lately timestamptz := clock_timestamp() - interval '1 hour';
  listed integer := 0;
begin
  for long in
    select * from long_sessions s where (s.session_at, s.player_id) > (p_at, p_player)
    order by s.session_at, s.player_id
  loop
    exit when listed = p_limit;
    select h.played_at, h.session_staked, h.session_lost, h.lost, h.reminder_minutes into w
      from wallets h
      where h.player_id = long.player_id and h.session_at = long.session_at
        and h.played_at > lately;
    continue when not found;
    listed := listed + 1;
    return query select long.player_id, desk.name_of(long.player_id), long.session_at, w.played_at,
      w.session_staked, w.session_lost - w.lost, w.reminder_minutes::integer;
  end loop;
end
$$;
grant execute on function desk.list_long_sessions to pipkin_operator;

-- What lists show of a break: who gave it, and for an exclusion who ended it and on what request.
create type desk.break_line as (
  player integer, name text, kind ledger.break_kind, at timestamptz, until timestamptz,
  ends_at timestamptz, given_by text, given_why text, ended_by text, ended_why text
);
-- Finds the acts that gave and ended it by the times that they recorded.
create function desk.line_of_break(
  p_player integer, p_kind ledger.break_kind, p_at timestamptz, p_until timestamptz,
  p_ends timestamptz
) returns desk.break_line
language plpgsql stable
as $$
declare
  given record;
  ended record;
begin
  select operator, reason into given from operator.acts
    where about = p_player::text and act = 'giveBreak'
      and (after ->> 'until')::timestamptz = p_until
    order by n desc limit 1;
  select operator, reason into ended from operator.acts
    where p_kind = 'exclusion' and about = p_player::text and act = 'endExclusion'
      and (after ->> 'ends_at')::timestamptz = p_ends
    order by n desc limit 1;
  return (p_player, desk.name_of(p_player), p_kind, p_at, p_until, p_ends, given.operator,
    given.reason, ended.operator, ended.reason);
end
$$;

-- A player's breaks.
create function desk.breaks_of(p_player integer) returns setof desk.break_line
language plpgsql stable
as $$
declare
  b record;
begin
  for b in select kind, at, until, ends_at from ledger.breaks where player_id = p_player loop
    return next desk.line_of_break(p_player, b.kind, b.at, b.until, b.ends_at);
  end loop;
end
$$;

-- Breaks of a kind: running ones, those that end first before the others, or past ones, the last
-- first. An exclusion without an end waits for its player's written request.
create function desk.list_breaks(
  p_kind ledger.break_kind, p_over boolean, p_ends timestamptz, p_until timestamptz,
  p_player integer, p_limit integer
) returns setof desk.break_line
language plpgsql stable security definer set search_path = desk, pg_temp
as $$
declare
  at timestamptz := clock_timestamp();
  b record;
begin
  -- Starts a page at now if its place lies on the other side of now, so that it never reads what
  -- lies there.
  if p_over = (p_ends > at) then
    p_ends := at;
    p_until := 'infinity';
    p_player := 2147483647;
  end if;
  if p_over then
    for b in
      select l.player_id, l.kind, l.at, l.until, l.ends_at from ledger.breaks l
      where l.kind = p_kind and (l.ends_at, l.until, l.player_id) < (p_ends, p_until, p_player)
      order by l.ends_at desc, l.until desc, l.player_id desc limit p_limit
    loop
      return next line_of_break(b.player_id, b.kind, b.at, b.until, b.ends_at);
    end loop;
  else
    for b in
      select l.player_id, l.kind, l.at, l.until, l.ends_at from ledger.breaks l
      where l.kind = p_kind and (l.ends_at, l.until, l.player_id) > (p_ends, p_until, p_player)
      order by l.ends_at, l.until, l.player_id limit p_limit
    loop
      return next line_of_break(b.player_id, b.kind, b.at, b.until, b.ends_at);
    end loop;
  end if;
end
$$;
grant execute on function desk.list_breaks to pipkin_operator;

-- Raises, and ends of limits, that wait for their time or to be confirmed, the next first.
create function desk.list_pending_limits(
  p_from timestamptz, p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period,
  p_limit integer
) returns table (
  player integer, name text, kind text, period text, amount bigint, pending_amount bigint,
  pending_at timestamptz, pending_from timestamptz
)
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
declare
  l record;
begin
  for l in
    select c.player_id, c.kind, c.period, c.amount, c.pending_amount, c.pending_at, c.pending_from
    from limits c
    where c.pending_from is not null
      and (c.pending_from, c.player_id, c.kind, c.period) > (p_from, p_player, p_kind, p_period)
    order by c.pending_from, c.player_id, c.kind, c.period limit p_limit
  loop
    return query select l.player_id, desk.name_of(l.player_id), l.kind::text, l.period::text,
      l.amount, l.pending_amount, l.pending_at, l.pending_from;
  end loop;
end
$$;
grant execute on function desk.list_pending_limits to pipkin_operator;

-- Reminders that players have acknowledged, the newest first.
create function desk.list_reminders_seen(p_at timestamptz, p_player integer, p_limit integer)
returns table (
  player integer, name text, at timestamptz, due_at timestamptz, session_at timestamptz,
  staked bigint, net bigint
)
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select r.player_id, desk.name_of(r.player_id), r.at, r.due_at, r.session_at, r.staked, r.net
  from reminders_seen r
  where (r.at, r.player_id) < (p_at, p_player)
  order by r.at desc, r.player_id desc limit p_limit
$$;
grant execute on function desk.list_reminders_seen to pipkin_operator;

-- Rewards that wait for the end of their player's break, the oldest first.
create function desk.list_kept_rewards(
  p_at timestamptz, p_player integer, p_friend integer, p_limit integer
) returns table (
  player integer, name text, friend integer, amount bigint, at timestamptz, break jsonb
)
language sql stable security definer set search_path = referral, pg_temp
as $$
  select k.player_id, desk.name_of(k.player_id), k.friend_id, k.amount, k.at,
         ledger.break_of(k.player_id)
  from kept_rewards k
  where (k.at, k.player_id, k.friend_id) > (p_at, p_player, p_friend)
  order by k.at, k.player_id, k.friend_id limit p_limit
$$;
grant execute on function desk.list_kept_rewards to pipkin_operator;

-- A player's limits, breaks, reminder and session; null if there is no such player.
create function desk.read_safety(p_player integer) returns jsonb
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
declare
  held record;
  used jsonb;
begin
  select w.reminder_minutes, w.played_at into held from wallets w where player_id = p_player;
  if not found then return null; end if;
  -- The limits by kind and period.
  select jsonb_object_agg(u.kind || ' ' || u.period, jsonb_build_object(
      'used', u.used, 'part', u.part,
      'resets_at', resets_at(p_player, u.kind, u.period, u.zone, statement_timestamp())))
    into used from used_limits(p_player, statement_timestamp()) u;
  return jsonb_build_object(
    'limits', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', l.kind, 'period', nullif(l.period, 'round'), 'amount', l.amount,
        'used', null, 'part', null, 'resets_at', null,
        'pending', case when l.pending_from is not null then jsonb_build_object(
          'amount', l.pending_amount, 'from', l.pending_from) end)
        || coalesce(used -> (l.kind || ' ' || l.period), '{}')
        order by l.kind, l.period)
      from limits l where l.player_id = p_player), '[]'),
    'breaks', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', b.kind, 'at', b.at, 'until', b.until, 'ends_at', nullif(b.ends_at, 'infinity'),
        'lasts', b.ends_at > clock_timestamp(), 'given_by', b.given_by, 'given_why', b.given_why,
        'ended_by', b.ended_by, 'ended_why', b.ended_why)
        order by b.at desc)
      from desk.breaks_of(p_player) b), '[]'),
    'reminder_minutes', held.reminder_minutes,
    'session', session_of(p_player),
    'is_playing', held.played_at > clock_timestamp() - interval '1 hour',
    'terms', (
      select max(version) from players.terms_accepted a where a.player_id = p_player));
end
$$;
grant execute on function desk.read_safety to pipkin_operator;

reset role;
