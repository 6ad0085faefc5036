-- Safer play: the limits that players set, their breaks, and their sessions. A bet, a deposit, a
-- send and a reward are judged in the database transaction that moves the money, with the player
-- locked (docs/decisions/2026-11-safer-play.md). What a bet is judged by is in ledger.wallets,
-- which a bet holds anyway. Time is the database's.
set role pipkin_ledger;

-- What is limited: deposits (what comes in, gross), losses (stakes less returns) and the stake of a
-- round.
create type ledger.limit_kind as enum ('deposit', 'loss', 'stake');
create type ledger.limit_period as enum ('day', 'week', 'month', 'round');

-- The limits in force, in 1/100 fkr.
create table ledger.limits (
  player_id integer not null,
  kind ledger.limit_kind not null,
  period ledger.limit_period not null,
  amount bigint not null check (amount >= 0),
  -- The zone whose midnight begins a month. It stays when the limit changes: in another zone the
  -- month may begin earlier, which would be a raise.
  zone text not null,
  -- Whether payouts lower what a deposit limit counts.
  is_net boolean not null default false,
  -- A raise, or the end of the limit (null), that waits to be confirmed; when it was requested; and
  -- from when it can be confirmed.
  pending_amount bigint,
  pending_at timestamptz,
  pending_from timestamptz,
  -- The percentage of the limit from which the player is warned (0021_play_history.sql), and when
  -- that was last done for this amount.
  warn_percent smallint check (warn_percent between 1 and 100),
  warned_at timestamptz,
  -- The value of wallets.lost at a time that has left the period of a loss limit.
  base bigint,
  base_at timestamptz,
  check ((kind = 'stake') = (period = 'round')),
  check ((kind = 'loss') = (base is not null and base_at is not null)),
  check (pending_amount is null or (pending_from is not null and pending_amount > amount)),
  primary key (player_id, kind, period)
);
-- What waits to be confirmed, for operators.
create index limits_pending on ledger.limits (pending_from, player_id, kind, period)
  where pending_from is not null;
grant select on ledger.limits to pipkin_app, pipkin_worker;

-- Which limits were in force, and since when; null: none. Append-only, for the audit.
create table ledger.limit_changes (
  player_id integer not null,
  kind ledger.limit_kind not null,
  period ledger.limit_period not null,
  at timestamptz not null default clock_timestamp(),
  amount bigint,
  zone text not null,
  primary key (player_id, kind, period, at)
);
create index limit_changes_at on ledger.limit_changes (at);
grant select on ledger.limit_changes to pipkin_app, pipkin_worker;

-- What the owner's other accounts had used of their limits when those were brought along
-- (0023_coming_back.sql), or when this account was last judged. It counts here too, for one period
-- from then on.
create table ledger.prior_uses (
  player_id integer not null,
  -- The account that used it.
  account integer not null,
  kind ledger.limit_kind not null,
  period ledger.limit_period not null,
  used bigint not null check (used > 0),
  until timestamptz not null,
  primary key (player_id, account, kind, period)
);
grant select on ledger.prior_uses to pipkin_app;

-- A self-exclusion lasts until an operator ends it, at the earliest at "until".
create type ledger.break_kind as enum ('timeout', 'exclusion');

-- The breaks that players took. Append-only but for the end of an exclusion.
create table ledger.breaks (
  player_id integer not null,
  at timestamptz not null default clock_timestamp(),
  kind ledger.break_kind not null,
  until timestamptz not null,
  ends_at timestamptz not null,
  -- The same in all accounts that share the break.
  origin uuid not null default public.gen_random_uuid(),
  primary key (player_id, at)
);
-- Breaks that last, for operators: those that end first come first.
create index breaks_end on ledger.breaks (kind, ends_at, until, player_id);
create index breaks_at on ledger.breaks (at);
create index breaks_origin on ledger.breaks (origin);
grant select on ledger.breaks to pipkin_app, pipkin_worker;

-- Reminders that a player has acknowledged, with the session's sums of that moment.
-- Append-only.
create table ledger.reminders_seen (
  player_id integer not null,
  at timestamptz not null default clock_timestamp(),
  -- Since when bets waited for it.
  due_at timestamptz not null,
  session_at timestamptz not null,
  staked bigint not null,
  net bigint not null,
  primary key (player_id, at)
);
create index reminders_seen_at on ledger.reminders_seen (at, player_id);
grant select on ledger.reminders_seen to pipkin_app, pipkin_worker;

-- Periods
-- -------------------------------------------------------------------------------------------------

-- The begin and the end of a zone's 'day' or 'month' that holds a time. Both are the last moment
-- before midnight: where the clocks change at midnight, midnight itself may come twice or not at
-- all.
create function ledger.period_begin(p_unit text, p_at timestamptz, p_zone text)
returns timestamptz
language sql immutable
as $$
  select (date_trunc(p_unit, p_at at time zone p_zone) - interval '1 microsecond')
    at time zone p_zone + interval '1 microsecond'
$$;
-- For the audit.
grant execute on function ledger.period_begin to pipkin_app, pipkin_worker;

create function ledger.period_end(p_unit text, p_at timestamptz, p_zone text)
returns timestamptz
language sql immutable
as $$
  select (date_trunc(p_unit, p_at at time zone p_zone) + ('1 ' || p_unit)::interval
    - interval '1 microsecond') at time zone p_zone + interval '1 microsecond'
$$;

-- The time after which movements count, for a judgement at p_at. A day is 24 hours and a week 168,
-- also when the clocks change; a month begins at midnight of the zone, which counts.
create function ledger.counted_after(p_period ledger.limit_period, p_zone text, p_at timestamptz)
returns timestamptz
language sql immutable
as $$
  select case p_period
    when 'day' then p_at - interval '24 hours'
    when 'week' then p_at - interval '168 hours'
    when 'month' then ledger.period_begin('month', p_at, p_zone) - interval '1 microsecond'
  end
$$;

-- When the first part of the account's own use leaves its period; null if there is none.
create function ledger.own_resets_at(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_zone text,
  p_at timestamptz
) returns timestamptz
language sql stable
as $$
  select case
    when p_period = 'month' then ledger.period_end('month', p_at, p_zone)
    when p_kind = 'deposit' then (
      select min(m.at) from ledger.movements m
      where m.player_id = p_player and m.kind in ('deposit', 'received')
        and m.at > ledger.counted_after(p_period, p_zone, p_at)
    ) + (p_at - ledger.counted_after(p_period, p_zone, p_at))
    when p_kind = 'loss' then (
      select m.at from ledger.movements m
      where m.player_id = p_player and m.at > ledger.counted_after(p_period, p_zone, p_at)
        and m.games > 0
      order by m.at limit 1
    ) + (p_at - ledger.counted_after(p_period, p_zone, p_at))
  end
$$;

-- The same with the use of other accounts. In statements of their own, since a cluster would look
-- for the function on a node.
create function ledger.resets_at(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_zone text,
  p_at timestamptz
) returns timestamptz
language plpgsql stable
as $$
declare
  own timestamptz := ledger.own_resets_at(p_player, p_kind, p_period, p_zone, p_at);
  elsewhere timestamptz;
begin
  select min(until) into elsewhere from ledger.prior_uses
    where player_id = p_player and kind = p_kind and period = p_period and until > p_at;
  return least(own, elsewhere);
end
$$;

-- What is used
-- -------------------------------------------------------------------------------------------------

-- The use of a limit from which the player is warned; null if no warning is wanted, or one was
-- given since the period began.
create function ledger.warn_from(
  p_amount bigint, p_warn_percent smallint, p_warned_at timestamptz, p_begun timestamptz
) returns bigint
language sql immutable
as $$
  -- Without a percentage, greatest() would answer 1.
  select case when p_warn_percent is not null and (p_warned_at is null or p_warned_at <= p_begun)
    then greatest((p_amount * p_warn_percent + 99) / 100, 1) end
$$;

-- A player's loss limits at p_at. "used" is exact: wallets.lost less its value when the period
-- began, plus what other accounts used. "low" is how far it may sink below that by the movements
-- that leave the period up to "until", so that a judgement by "used" and "low" holds until then
-- without another look. "warn_from" is the use from which the player is to be warned; null if that
-- has been done.
create function ledger.losses(p_player integer, p_at timestamptz) returns table (
  period ledger.limit_period, amount bigint, zone text, used bigint, base bigint,
  base_at timestamptz, low bigint, until timestamptz, warn_from bigint
)
language sql stable set search_path = ledger, pg_temp
as $$
  select l.period, l.amount, l.zone, w.lost - start.base + prior.used, start.base, begun.at,
    ahead.low,
    case when l.period = 'month' then ledger.period_end('month', p_at, l.zone)
      else p_at + interval '1 hour' end,
    ledger.warn_from(l.amount, l.warn_percent, l.warned_at, begun.at)
  from ledger.limits l
  join ledger.wallets w using (player_id)
  cross join lateral (select ledger.counted_after(l.period, l.zone, p_at) as at) begun
  cross join lateral (
    select l.base + coalesce(sum(m.games), 0)::bigint as base from ledger.movements m
    where m.player_id = p_player and m.at > l.base_at and m.at <= begun.at
  ) start
  cross join lateral (
    select coalesce(sum(p.used), 0)::bigint as used from ledger.prior_uses p
    where p.player_id = p_player and p.kind = 'loss' and p.period = l.period and p.until > p_at
  ) prior
  cross join lateral (
    select least(0, min(leaving.lost))::bigint as low from (
      select sum(m.games) over (order by m.at, m.movement_id) as lost from ledger.movements m
      where l.period <> 'month' and m.player_id = p_player
        and m.at > begun.at and m.at <= begun.at + interval '1 hour'
    ) leaving
  ) ahead
  where l.player_id = p_player and l.kind = 'loss'
$$;

-- A player's deposit limits at p_at. They count deposits and what other players sent, p_open, which
-- is on its way, and what other accounts used. Only for a net limit a withdrawal gives room back,
-- once it is paid.
create function ledger.deposits(p_player integer, p_open bigint, p_at timestamptz) returns table (
  period ledger.limit_period, amount bigint, zone text, used bigint, warn_from bigint
)
language sql stable set search_path = ledger, pg_temp
as $$
  select l.period, l.amount, l.zone, p_open + (
    select coalesce(sum(p.used), 0)::bigint from ledger.prior_uses p
    where p.player_id = p_player and p.kind = 'deposit' and p.period = l.period and p.until > p_at
  ) + (
    -- The use of a net limit is never below zero, so it never allows more than its amount.
    select greatest(coalesce(sum(
      case when m.kind = 'withdraw_paid' then -m.chain else m.deposit end), 0), 0)::bigint
    from ledger.movements m
    where m.player_id = p_player
      and (m.kind in ('deposit', 'received') or l.is_net and m.kind = 'withdraw_paid')
      and m.at > ledger.counted_after(l.period, l.zone, p_at)
  ), ledger.warn_from(
    l.amount, l.warn_percent, l.warned_at, ledger.counted_after(l.period, l.zone, p_at))
  from ledger.limits l where l.player_id = p_player and l.kind = 'deposit'
$$;

-- The use of a player's limits at p_at. If p_at isn't volatile, PostgreSQL sums up only the kind
-- that is asked for.
create function ledger.used_limits(p_player integer, p_at timestamptz) returns table (
  kind ledger.limit_kind, period ledger.limit_period, amount bigint, used bigint, part integer,
  zone text
)
language sql stable
as $$
  select u.kind, u.period, u.amount, u.used,
         case when u.amount = 0 then 100 else least(u.used * 100 / u.amount, 1000) end::integer,
         u.zone
  from (
    select 'loss'::ledger.limit_kind as kind, l.period, l.amount, l.used, l.zone
    from ledger.losses(p_player, p_at) l
    union all
    select 'deposit', d.period, d.amount, d.used, d.zone
    from ledger.deposits(p_player, cashier.open_deposits(p_player), p_at) d
  ) u
$$;

-- A player's session as it stands.
create function ledger.session_of(p_player integer) returns jsonb
language sql stable
as $$
  select jsonb_build_object('started_at', session_at,
    'seconds', floor(extract(epoch from clock_timestamp() - session_at))::integer,
    'staked', session_staked, 'returned', session_staked - (lost - session_lost),
    'net', session_lost - lost)
  from ledger.wallets where player_id = p_player
$$;

-- The break that a player is on at p_at, or null.
create function ledger.break_of(
  p_player integer, p_at timestamptz default clock_timestamp()
) returns jsonb
language sql stable
as $$
  select jsonb_build_object('kind', b.kind, 'until', b.until, 'is_over', b.until <= p_at)
  from ledger.wallets w join ledger.breaks b using (player_id)
  where w.player_id = p_player and w.break_until > p_at
  order by b.ends_at desc, b.until desc limit 1
$$;

-- The use that an account took along from other accounts, as it counts at p_at.
create function ledger.prior_use(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_at timestamptz
) returns bigint
language sql stable
as $$
  select coalesce(sum(used), 0)::bigint from ledger.prior_uses
  where player_id = p_player and kind = p_kind and period = p_period and until > p_at
$$;

-- Everything about safer play that the player sees. The owner's use in other accounts is counted
-- now, because what the last judgement kept may be old. It locks and writes nothing.
create function ledger.read_limits(p_player integer) returns jsonb
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
declare
  uses prior_uses[] := array(select u from uses_elsewhere(p_player) u);
  shown jsonb;
begin
  with moment as materialized (select clock_timestamp() as at), elsewhere as materialized (
    select u.kind, u.period, sum(u.used)::bigint as used, min(u.until) as until from (
      select distinct on (account, kind, period) * from unnest(uses)
      order by account, kind, period, until desc, used desc
    ) u, moment where u.until > moment.at group by u.kind, u.period
  ), counted as materialized (
    select 'loss'::limit_kind as kind, l.period, l.used
    from moment, losses(p_player, moment.at) l
    union all
    select 'deposit', d.period, d.used
    from moment, deposits(p_player, cashier.open_deposits(p_player), moment.at) d
  ), used as materialized (
    select kind, period, coalesce(e.used, 0) as elsewhere, e.until as elsewhere_until,
      c.used - prior_use(p_player, kind, period, moment.at) + coalesce(e.used, 0) as used
    from moment, counted c left join elsewhere e using (kind, period)
  ), own as materialized (
    select * from limits where player_id = p_player
  ), held as materialized (
    select * from wallets where player_id = p_player
  )
  select jsonb_build_object(
    'limits', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', l.kind, 'period', nullif(l.period, 'round'), 'amount', l.amount,
        'used', coalesce(u.used, 0),
        'used_elsewhere', coalesce(u.elsewhere, 0),
        'left', greatest(l.amount - coalesce(u.used, 0), 0),
        'resets_at', least(
          u.elsewhere_until, own_resets_at(p_player, l.kind, l.period, l.zone, moment.at)),
        'is_warned', coalesce(l.warned_at > counted_after(l.period, l.zone, moment.at), false),
        'pending', case when l.pending_from is not null then jsonb_build_object(
          'amount', l.pending_amount, 'from', l.pending_from) end)
        order by l.kind, l.period), '[]')
      from moment, own l left join used u using (kind, period)),
    'reminder_minutes', w.reminder_minutes,
    'break', break_of(p_player),
    'session', session_of(p_player),
    'birth_date', (select birth_date from players.accounts where player_id = p_player),
    'is_young', coalesce(w.grown_at > clock_timestamp(), true),
    'no_deposit_limit', w.no_deposit_limit)
  into shown
  from held w;
  return shown;
end
$$;
grant execute on function ledger.read_limits to pipkin_app;

-- What is refused
-- -------------------------------------------------------------------------------------------------

-- The refusal of a player who is on a break at p_at, with its end. The break may be over by now.
create function ledger.break_refusal(p_player integer, p_at timestamptz) returns jsonb
language sql stable
as $$ select jsonb_build_object('refusal', 'onBreak', 'break', ledger.break_of(p_player, p_at)) $$;

-- The refusal by a limit: which one, what it leaves, and when it leaves more.
create function ledger.limit_refusal(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_zone text,
  p_left bigint, p_at timestamptz
) returns jsonb
language sql stable
as $$
  select jsonb_build_object('refusal', 'limitReached', 'limit', jsonb_build_object(
    'kind', p_kind, 'period', nullif(p_period, 'round'), 'left', greatest(p_left, 0),
    'resets_at', ledger.resets_at(p_player, p_kind, p_period, p_zone, p_at)))
$$;

-- Judges a bet that a break, a limit or the reminder may stop, by the player's row: {refusal, …},
-- or null. The caller holds the player.
create function ledger.play_refusal(
  p_player integer, p_stake bigint, p_at timestamptz, p_begins_session boolean,
  p_look_due timestamptz default null, p_pause_minutes integer default 0
) returns jsonb
language plpgsql
as $$
declare
  held ledger.wallets;
  loss record;
  -- The tightest limit, exactly; and what can be lost until the next look.
  tightest ledger.limit_period;
  its_zone text;
  its_room bigint;
  room bigint;
  next_until timestamptz := 'infinity';
  has_others boolean;
begin
  select * into strict held from ledger.wallets where player_id = p_player;
  if held.break_until > p_at then return ledger.break_refusal(p_player, p_at); end if;
  if p_stake > held.stake_limit then
    return ledger.limit_refusal(p_player, 'stake', 'round', null, held.stake_limit, p_at);
  end if;

  if held.lost + p_stake > held.loss_ceiling or p_at >= held.ceiling_until then
    -- What the owner loses in other accounts counts as well, so each bet reads the limits. If
    -- another account is being judged, the bet is refused for now, so that it doesn't wait with
    -- other players locked. A statement of its own, since a node of a cluster lacks the function.
    if held.person is not null then
      has_others := ledger.take_owner_uses(p_player, false);
      if has_others is null then return ledger.bet_again_soon(); end if;
      if has_others then next_until := '-infinity'; end if;
    end if;
    for loss in select * from ledger.losses(p_player, p_at) loop
      if its_room is null or loss.amount - loss.used < its_room then
        its_room := loss.amount - loss.used;
        tightest := loss.period;
        its_zone := loss.zone;
      end if;
      -- The bet that reaches a warning must read the limits as well.
      room := least(room, least(loss.amount, loss.warn_from - 1) - loss.used + loss.low);
      next_until := least(next_until, loss.until);
      if p_at >= held.ceiling_until then
        update ledger.limits set base = loss.base, base_at = loss.base_at
          where player_id = p_player and kind = 'loss' and period = loss.period;
      end if;
    end loop;
    if p_at >= held.ceiling_until then
      update ledger.wallets set loss_ceiling = lost + room, ceiling_until = next_until
        where player_id = p_player;
    end if;
    if p_stake > its_room then
      return ledger.limit_refusal(p_player, 'loss', tightest, its_zone, its_room, p_at);
    end if;
  end if;

  if least(held.reminder_due_at, p_look_due) <= p_at and not p_begins_session then
    return jsonb_build_object('refusal', 'reminderDue', 'session', ledger.session_of(p_player),
      'until', case when p_look_due <= p_at and p_pause_minutes > 0
        then p_look_due + p_pause_minutes * interval '1 minute' end);
  end if;
  return null;
end
$$;

-- Whether a break, terms that the player hasn't accepted (0036_notices.sql) or a limit stop
-- incoming money: {refusal, …}, or null. p_open: other money that is on its way. The caller holds
-- the player.
create function ledger.deposit_refusal(p_player integer, p_amount bigint, p_open bigint)
returns jsonb
language plpgsql
as $$
declare
  at timestamptz := clock_timestamp();
  tightest record;
begin
  if exists (select from ledger.wallets where player_id = p_player and break_until > at) then
    return ledger.break_refusal(p_player, at);
  end if;
  if players.terms_due(p_player) then return '{"refusal": "termsDue"}'; end if;
  perform ledger.take_owner_uses(p_player);
  select * into tightest from ledger.deposits(p_player, p_open, at) d
    order by d.amount - d.used limit 1;
  if tightest.used + p_amount > tightest.amount then
    return ledger.limit_refusal(p_player, 'deposit', tightest.period, tightest.zone,
      tightest.amount - tightest.used, at);
  end if;
  return null;
end
$$;

-- What a player sets
-- -------------------------------------------------------------------------------------------------

-- Notes a limit's new amount, and what a bet is judged by. The caller holds the player.
create function ledger.note_limit(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_amount bigint,
  p_zone text
) returns void
language plpgsql
as $$
begin
  insert into ledger.limit_changes (player_id, kind, period, amount, zone)
    values (p_player, p_kind, p_period, p_amount, p_zone);
  update ledger.wallets w
    set stake_limit = (
          select amount from ledger.limits l where l.player_id = p_player and l.kind = 'stake'),
        -- Makes the next bet read the limits.
        loss_ceiling = case when has.losses then w.lost end,
        ceiling_until = case when has.losses then timestamptz '-infinity' end
    from (
      select exists (
        select from ledger.limits l where l.player_id = p_player and l.kind = 'loss') as losses
    ) has
    where w.player_id = p_player;
end
$$;

-- When a raise, or the end of a limit (p_amount null), that was requested at p_at can be confirmed.
-- p_rules is the profile: {raise_hours, end_hours, after_period}. Without it: after 24 hours.
create function ledger.confirmed_from(
  p_period ledger.limit_period, p_zone text, p_amount bigint, p_at timestamptz, p_rules jsonb
) returns timestamptz
language sql immutable
as $$
  select greatest(
    p_at + coalesce((p_rules ->> case when p_amount is null then 'end_hours' else 'raise_hours' end)
      ::integer, 24) * interval '1 hour',
    case when (p_rules ->> 'after_period')::boolean then case p_period
      when 'day' then p_at + interval '24 hours'
      when 'week' then p_at + interval '168 hours'
      when 'month' then ledger.period_end('month', p_at, p_zone)
    end end)
$$;

-- Sets a limit of one account, or requests its end (p_amount null). A first limit and a lower one
-- count at once, and cancel what waits. A raise and an end wait for the profile's time (p_rules:
-- confirmed_from, is_net and warn_percent), and to be confirmed. Staff don't know the profile:
-- without its warn_percent the limit keeps its own, and a first one has the standard profile's.
-- The caller holds the account.
create function ledger.put_limit(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_amount bigint,
  p_zone text, p_rules jsonb
) returns void
language plpgsql set search_path = ledger, pg_temp
as $$
declare
  now_at timestamptz := clock_timestamp();
  begun timestamptz := counted_after(p_period, p_zone, now_at);
  current limits;
  base bigint;
  warns smallint;
begin
  select * into current from limits
    where player_id = p_player and kind = p_kind and period = p_period;
  warns := case when p_kind = 'stake' then null
                when p_rules ? 'warn_percent' then (p_rules ->> 'warn_percent')::smallint
                when current.player_id is null then 80
                else current.warn_percent end;
  if current.player_id is null then
    if p_amount is null then return; end if;
    if p_kind = 'loss' then
      select lost into base from wallets where player_id = p_player;
      base := base - (
        select coalesce(sum(games), 0) from movements where player_id = p_player and at > begun);
    end if;
    insert into limits (
      player_id, kind, period, amount, zone, is_net, warn_percent, base, base_at
    ) values (p_player, p_kind, p_period, p_amount, p_zone,
        p_kind = 'deposit' and coalesce((p_rules ->> 'is_net')::boolean, false),
        warns, base, case when p_kind = 'loss' then begun end);
    perform note_limit(p_player, p_kind, p_period, p_amount, p_zone);
  elsif p_amount <= current.amount then
    update limits set amount = p_amount, pending_amount = null, pending_from = null,
        warn_percent = warns, warned_at = case when amount = p_amount then warned_at end
      where player_id = p_player and kind = p_kind and period = p_period;
    if p_amount < current.amount then
      perform note_limit(p_player, p_kind, p_period, p_amount, current.zone);
    end if;
  elsif current.pending_from is null or current.pending_amount is distinct from p_amount then
    update limits
      set pending_amount = p_amount, pending_at = now_at,
          pending_from = confirmed_from(p_period, current.zone, p_amount, now_at, p_rules)
      where player_id = p_player and kind = p_kind and period = p_period;
  end if;
end
$$;

-- Sets a limit, or requests its end. A limit that counts at once does so in all accounts of the
-- owner that have no tighter one, and cancels looser changes that wait there. p_rules: as for
-- put_limit, and most and most_young, which no deposit limit of a month exceeds. Answers {} or
-- {refusal, n}.
create function ledger.set_limit(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period, p_amount bigint,
  p_zone text, p_rules jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  accounts integer[] := hold_accounts(array[p_player]);
  account integer;
  in_force bigint;
  theirs bigint;
  most bigint := most_deposits((hold(p_player)).grown_at, p_rules);
begin
  if p_kind = 'deposit' and p_period = 'month' and p_amount > most then
    return jsonb_build_object('refusal', 'limitTooHigh', 'n', most);
  end if;
  perform put_limit(p_player, p_kind, p_period, p_amount, p_zone, p_rules);
  select amount into in_force from limits
    where player_id = p_player and kind = p_kind and period = p_period;
  if p_amount is null or p_amount is distinct from in_force then return '{}'; end if;
  foreach account in array accounts loop
    continue when account = p_player;
    select amount into theirs from limits
      where player_id = account and kind = p_kind and period = p_period;
    if theirs < p_amount then
      update limits set pending_amount = null, pending_from = null
        where player_id = account and kind = p_kind and period = p_period
          and (pending_amount is null or pending_amount > p_amount);
    else
      perform put_limit(account, p_kind, p_period, p_amount, p_zone, p_rules);
    end if;
  end loop;
  perform take_owner_uses(p_player);
  return '{}';
end
$$;
grant execute on function ledger.set_limit to pipkin_app;

-- Confirms a raise, or the end of a limit, which counts from now on. Answers {} or {refusal}.
create function ledger.confirm_limit(
  p_player integer, p_kind ledger.limit_kind, p_period ledger.limit_period
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  current limits;
begin
  select * into current from limits
    where player_id = p_player and kind = p_kind and period = p_period;
  if current.pending_from is null then return '{"refusal": "noLimitPending"}'; end if;
  if current.pending_from > clock_timestamp() then
    return jsonb_build_object('refusal', 'limitTooSoon', 'from', current.pending_from);
  end if;
  if current.pending_amount is null then
    delete from limits where player_id = p_player and kind = p_kind and period = p_period;
  else
    update limits set amount = pending_amount, pending_amount = null, pending_from = null,
        warned_at = null
      where player_id = p_player and kind = p_kind and period = p_period;
  end if;
  perform note_limit(p_player, p_kind, p_period, current.pending_amount, current.zone);
  return '{}';
end
$$;
grant execute on function ledger.confirm_limit to pipkin_app;

-- Begins a break in those of p_accounts that aren't on it yet, and rejects their waiting deposits
-- before they are pulled. The caller holds the accounts.
create function ledger.begin_break(
  p_accounts integer[], p_kind ledger.break_kind, p_until timestamptz, p_ends_at timestamptz,
  p_origin uuid default public.gen_random_uuid()
) returns void
language plpgsql
as $$
declare
  account integer;
begin
  foreach account in array p_accounts loop
    continue when exists (
      select from ledger.breaks b where b.player_id = account and b.origin = p_origin);
    insert into ledger.breaks (player_id, kind, until, ends_at, origin)
      values (account, p_kind, p_until, p_ends_at, p_origin);
    update ledger.wallets set break_until = greatest(break_until, p_ends_at)
      where player_id = account;
    update cashier.operations set state = 'rejected', reason = 'onBreak'
      where player_id = account and kind = 'deposit' and state = 'requested';
  end loop;
end
$$;

-- Takes a break, in all accounts of the owner. False if a running one lasts as long, even if an
-- operator ends it: an exclusion may end a day after its "until".
create function ledger.take_break(p_player integer, p_kind ledger.break_kind, p_for interval)
returns boolean
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  accounts integer[] := hold_accounts(array[p_player]);
  at timestamptz := clock_timestamp();
  -- Adds calendar months in UTC, so that the connection's zone doesn't count.
  earliest timestamptz := (at at time zone 'UTC' + p_for) at time zone 'UTC';
  ending timestamptz := case p_kind when 'exclusion' then 'infinity' else earliest end;
begin
  if exists (
    select from breaks b
    where b.player_id = p_player and b.ends_at >= ending and b.until >= earliest
  ) then
    return false;
  end if;
  perform begin_break(accounts, p_kind, earliest, ending);
  return true;
end
$$;
grant execute on function ledger.take_break to pipkin_app;

-- Excludes a player whom a register names, until the register's day, or for the shortest time if it
-- names none. A running exclusion stays as it is, since only an operator's act ends it. After that
-- act the register is asked anew at the next log-in or deposit.
create function ledger.exclude(p_player integer, p_until timestamptz) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  accounts integer[] := hold_accounts(array[p_player]);
  earliest timestamptz := greatest(clock_timestamp() + interval '24 hours', p_until);
begin
  if (select break_until from wallets where player_id = p_player) = 'infinity' then return; end if;
  perform begin_break(accounts, 'exclusion', earliest, 'infinity');
end
$$;
grant execute on function ledger.exclude to pipkin_app;

-- Sets the reminder, from now on; null: none. One that is due still waits to be acknowledged.
create function ledger.set_reminder(p_player integer, p_minutes smallint) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  at timestamptz := clock_timestamp();
  due timestamptz := at + p_minutes * interval '1 minute';
begin
  update wallets
    set reminder_minutes = p_minutes,
        reminder_due_at = case when reminder_due_at <= at then reminder_due_at else due end
    where player_id = p_player;
end
$$;
grant execute on function ledger.set_reminder to pipkin_app;

-- Acknowledges the reminder: the next one comes a full interval later. The profile's reminder
-- counts as seen only once it is due and its pause is over. Records a look that was due.
create function ledger.acknowledge_reminder(
  p_player integer, p_look_minutes integer default null, p_pause_minutes integer default 0
) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  at timestamptz := clock_timestamp();
  due timestamptz :=
    least(held.reminder_due_at, held.looked_at + p_look_minutes * interval '1 minute');
  pause_over boolean :=
    held.looked_at + (p_look_minutes + p_pause_minutes) * interval '1 minute' <= at;
begin
  if held.reminder_due_at <= at or pause_over then
    insert into reminders_seen (player_id, due_at, session_at, staked, net)
      values (p_player, due, held.session_at, held.session_staked, held.session_lost - held.lost);
  end if;
  held.reminder_due_at := at + held.reminder_minutes * interval '1 minute';
  if pause_over then held.looked_at := at; end if;
  update wallets set reminder_due_at = held.reminder_due_at, looked_at = held.looked_at
    where player_id = p_player;
end
$$;
grant execute on function ledger.acknowledge_reminder to pipkin_app;

-- A log-in begins a session. It doesn't delay the look at the session that the profile asks for,
-- unless the player hasn't played for an hour, and it doesn't revive a play that has run out
-- (0038_plays.sql).
create function ledger.begin_session() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(new.player_id);
  at timestamptz := clock_timestamp();
begin
  perform mark_play(new.player_id, at, true);
  if held.played_at < at - interval '1 hour' then held.looked_at := at; end if;
  held.reminder_due_at := at + held.reminder_minutes * interval '1 minute';
  update wallets
    set looked_at = held.looked_at, session_at = at, played_at = at, session_staked = 0,
        session_lost = lost, reminder_due_at = held.reminder_due_at, play_granted_at = null
    where player_id = new.player_id;
  return null;
end
$$;
reset role;
create trigger session_begins after insert on players.sessions
  for each row execute function ledger.begin_session();
set role pipkin_ledger;

-- The operator ends a self-exclusion whose time is over, a day after the player's written request
-- was answered. It ends in all accounts of the owner, and in each closed account that has it, since
-- it could come back through one of them. An open account that isn't surely the owner's keeps it,
-- so that a stranger with a player's former number or mailbox can't end the player's exclusion. No
-- act makes a break shorter. Answers null when done, else why not.
create function operator.end_exclusion(p_by text, p_reason text, p_player integer) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  origins uuid[];
  closed integer[];
  held integer[];
  account integer;
  latest timestamptz;
  ending timestamptz := clock_timestamp() + interval '1 day';
begin
  if not exists (select from ledger.wallets where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  -- Locks all of them in the order of their ids, and looks again: a signature that joins an account
  -- may have brought another exclusion meanwhile.
  loop
    origins := array(
      select b.origin from ledger.breaks b where b.player_id = p_player and b.ends_at = 'infinity');
    held := closed;
    closed := array(
      select distinct b.player_id from ledger.breaks b join ledger.wallets w using (player_id)
      where b.origin = any(origins) and w.closed order by 1);
    exit when closed = held;
    perform ledger.hold_accounts(closed || p_player);
  end loop;
  select max(b.until) into latest from ledger.breaks b
    where b.player_id = p_player and b.ends_at = 'infinity';
  if latest is null then return 'notExcluded'; end if;
  if latest > clock_timestamp() then return 'excludedStill'; end if;
  foreach account in array ledger.accounts_of(array[p_player]) || closed loop
    update ledger.breaks set ends_at = ending
      where player_id = account and origin = any(origins) and ends_at = 'infinity';
    -- A time-out may last longer.
    update ledger.wallets set break_until = (
        select max(b.ends_at) from ledger.breaks b where b.player_id = account)
      where player_id = account;
  end loop;
  perform record(p_by, p_reason, 'endExclusion', p_player::text,
    jsonb_build_object('ends_at', latest), jsonb_build_object('ends_at', ending));
  return null;
end
$$;
grant execute on function operator.end_exclusion to pipkin_operator;

reset role;
