-- Players at risk: signs in data that the ledger has anyway. A sweep of the worker finds them, away
-- from the money path, by thresholds that are data. Operators see the signs with the rows behind
-- them, and players find theirs in the download of the account. No offer, no game and no limit
-- depends on them (docs/decisions/2026-11-safer-play.md).

-- A sign is shown from "threshold" rows in "days" days on, and gives its points. "level" is a
-- figure of what counts as a row; ledger.risk_rows has the definition.
create table activity.risk_rules (
  sign text primary key,
  level integer,
  threshold integer not null check (threshold > 0),
  days integer not null check (days > 0),
  points integer not null check (points > 0)
);
insert into activity.risk_rules (sign, level, threshold, days, points) values
  -- Deposits after a loss within the N minutes before.
  ('chasing', 30, 3, 7, 3),
  -- Deposits.
  ('deposits', null, 5, 1, 2),
  -- Sessions of N minutes and more.
  ('sessions', 180, 3, 7, 2),
  -- Nights with a bet between midnight and N o'clock.
  ('nights', 5, 3, 7, 1),
  -- Days whose stakes are N percent of an average day of the three weeks before.
  ('stakes', 300, 3, 7, 2),
  -- Warnings that most of a limit is used.
  ('limits', null, 3, 30, 1),
  -- Limits that were raised or ended, and raises and ends that wait.
  ('raises', null, 3, 30, 2),
  -- Breaks and exclusions that were begun.
  ('breaks', null, 3, 90, 2);

-- The players with signs, by the last look.
create table activity.risks (
  player_id integer primary key,
  -- The sum of the points.
  score integer not null check (score > 0),
  -- {sign: how many rows}.
  signs jsonb not null,
  counted_at timestamptz not null default clock_timestamp()
);
create index risks_score on activity.risks (score desc, player_id);
create index risks_counted on activity.risks (counted_at);

-- Like activity.safety_looks: players who have played or deposited are due, at most once an hour.
create table activity.risk_looks (
  player_id integer primary key,
  looked_at timestamptz not null default '-infinity',
  due_at timestamptz
);
create index risk_looks_due on activity.risk_looks (due_at) where due_at is not null;
grant select on activity.risk_rules to pipkin_ledger;
grant select, insert, update, delete on activity.risks to pipkin_ledger;
grant select, insert, update on activity.risk_looks to pipkin_ledger;

set role pipkin_ledger;

-- The rows behind a player's signs at p_at. A period's begin is exclusive and its end inclusive, as
-- a limit's; for the days of stakes the begin is inclusive, as in the history.
create function ledger.risk_rows(p_player integer, p_at timestamptz)
returns table (sign text, at timestamptz, amount bigint)
language plpgsql stable set search_path = ledger, pg_temp
as $$
declare
  level integer;
  days integer;
  after timestamptz;
  zone text;
  night timestamptz;
  base bigint;
  wagered bigint;
begin
  for sign, level, days, after in
    select r.sign, r.level, r.days, p_at - r.days * interval '1 day' from activity.risk_rules r
  loop
    if sign = 'chasing' then
      return query
        select sign, d.at, d.deposit from movements d
        where d.player_id = p_player and d.kind = 'deposit' and d.deposit > 0
          and d.at > after and d.at <= p_at
          and 0 < (
            select sum(m.games) from movements m
            where m.player_id = p_player
              and m.at > d.at - level * interval '1 minute' and m.at < d.at);
    elsif sign = 'deposits' then
      return query
        select sign, d.at, d.deposit from movements d
        where d.player_id = p_player and d.kind = 'deposit' and d.deposit > 0
          and d.at > after and d.at <= p_at;
    elsif sign = 'sessions' then
      return query
        select sign, s.begun_at, s.wagered from sessions_before(p_player, p_at, 500) s
        where s.begun_at > after and s.ended_at - s.begun_at >= level * interval '1 minute';
    elsif sign = 'nights' then
      zone := play_zone(p_player, (select s.zone from settings s));
      night := period_begin('day', after, zone);
      while night <= p_at loop
        return query
          select sign, m.at, m.games from movements m
          where m.player_id = p_player and m.kind = 'stake' and m.at > after and m.at <= p_at
            and m.at >= night
            and m.at < (date_trunc('day', night at time zone zone) + level * interval '1 hour')
              at time zone zone
          order by m.at limit 1;
        night := period_end('day', night, zone);
      end loop;
    elsif sign = 'stakes' then
      -- The three weeks before count only if the player has played before them.
      base := (sums_before(p_player, after)).wagered
        - (sums_before(p_player, after - interval '21 days')).wagered;
      continue when base / 21 = 0 or not exists (
        select from movements m
        where m.player_id = p_player and m.at < after - interval '21 days' and m.games > 0);
      for n in 0 .. days - 1 loop
        at := p_at - n * interval '1 day';
        wagered := (sums_before(p_player, at)).wagered
          - (sums_before(p_player, at - interval '1 day')).wagered;
        if wagered * 100 >= base / 21 * level then
          amount := wagered;
          return next;
        end if;
      end loop;
    elsif sign = 'limits' then
      return query
        select sign, n.at, n.used from limit_notices n
        where n.player_id = p_player and n.kind is not null and n.at > after and n.at <= p_at;
    elsif sign = 'raises' then
      return query
        select sign, c.at, c.amount
        from (
          select l.at, l.amount,
            lag(l.amount) over (partition by l.kind, l.period order by l.at) as before
          from limit_changes l where l.player_id = p_player
        ) c
        where c.at > after and c.at <= p_at
          and c.before is not null and (c.amount is null or c.amount > c.before);
      return query
        select sign, l.pending_at, l.pending_amount from limits l
        where l.player_id = p_player and l.pending_from is not null
          and l.pending_at > after and l.pending_at <= p_at;
    elsif sign = 'breaks' then
      return query
        select sign, b.at, null::bigint from breaks b
        where b.player_id = p_player and b.at > after and b.at <= p_at;
    end if;
  end loop;
end
$$;

-- A player's signs at p_at: those with enough rows.
create function ledger.risk_signs(p_player integer, p_at timestamptz) returns table (
  sign text, level integer, threshold integer, days integer, points integer, rows integer
)
language sql stable
as $$
  select r.sign, r.level, r.threshold, r.days, r.points, c.rows
  from (
    select b.sign, count(*)::integer as rows from ledger.risk_rows(p_player, p_at) b group by b.sign
  ) c
  join activity.risk_rules r using (sign)
  where c.rows >= r.threshold
$$;

-- A step of the sweep: looks at up to 100 players who are due, for about a second: those who have
-- moved money (ledger.count_safety makes them due), and each day those who have signs. A closed
-- account has none, and none can close meanwhile (cashier.close_wallets). One worker at a time, and
-- none while ledger.count_safety writes; it writes last, as that does. Answers whether there is
-- more to do.
create function ledger.count_risks() returns boolean
language plpgsql security definer set search_path = activity, ledger, pg_temp
as $$
declare
  moment timestamptz := clock_timestamp();
  player integer;
  is_closed boolean;
  looked integer[] := '{}';
  found_risks risks[] := '{}';
begin
  if not pg_try_advisory_xact_lock(34, 2) then return false; end if;
  for player in
    (select l.player_id from risk_looks l where l.due_at <= moment order by l.due_at limit 100)
    union
    (select r.player_id from risks r
     where r.counted_at < moment - interval '1 day' order by r.counted_at limit 20)
  loop
    -- Read separately, since a node doesn't know the type of the rows.
    select w.closed into is_closed from wallets w where w.player_id = player;
    found_risks := found_risks || array(
      select row(player, sum(s.points), jsonb_object_agg(s.sign, s.rows), moment)::risks
      from risk_signs(player, moment) s where not is_closed having count(*) > 0);
    looked := looked || player;
    exit when clock_timestamp() > moment + interval '1 second';
  end loop;
  if looked = '{}' then return false; end if;

  delete from risks r where r.player_id = any(looked);
  insert into risks select * from unnest(found_risks);
  -- Keeps a due time that lies ahead.
  insert into risk_looks as l (player_id, looked_at) select unnest(looked), moment
    on conflict (player_id) do update
      set looked_at = excluded.looked_at, due_at = case when l.due_at > moment then l.due_at end;
  return true;
end
$$;
grant execute on function ledger.count_risks to pipkin_worker;

-- A player's kept signs, for the player's own download: the API can read no others.
create function ledger.kept_signs(p_player integer)
returns table (counted_at timestamptz, score integer, signs jsonb)
language sql stable security definer set search_path = activity, pg_temp
as $$
  select r.counted_at, r.score, r.signs from risks r where r.player_id = p_player
$$;
grant execute on function ledger.kept_signs to pipkin_app;

-- The players with signs, the highest score first, with an operator's last note.
create function desk.list_risks(p_score integer, p_player integer, p_limit integer)
returns table (
  player integer, name text, score integer, signs jsonb, counted_at timestamptz,
  is_on_break boolean, noted_at timestamptz, noted_by text, noted_what text
)
language sql stable security definer set search_path = activity, ledger, pg_temp
as $$
  with listed as materialized (
    select * from risks
    where score <= p_score and (score < p_score or player_id > p_player)
      -- Leaves out players whose only signs are by rules that were removed.
      and signs ?| array(select sign from risk_rules)
    order by score desc, player_id limit p_limit
  )
  select r.player_id, desk.name_of(r.player_id), r.score, (
      select jsonb_agg(jsonb_build_object('sign', u.sign, 'level', u.level, 'threshold',
        u.threshold, 'days', u.days, 'points', u.points, 'rows', r.signs -> u.sign)
        order by u.points desc, u.sign)
      from risk_rules u where r.signs ? u.sign),
    r.counted_at, coalesce(w.break_until > statement_timestamp(), false),
    noted.at, noted.operator, noted.reason
  from listed r
  join wallets_of(array(select player_id from listed)) w using (player_id)
  left join lateral (
    select a.at, a.operator, a.reason from operator.acts a
    where a.about = r.player_id::text and a.act = 'noteSafety' order by a.n desc limit 1
  ) noted on true
  order by r.score desc, r.player_id
$$;
grant execute on function desk.list_risks to pipkin_operator;

-- A player's signs now, each with its newest rows.
create function desk.read_risk(p_player integer) returns jsonb
language sql stable security definer set search_path = ledger, pg_temp
as $$
  with moment as materialized (select clock_timestamp() as at)
  select coalesce(jsonb_agg(jsonb_build_object('sign', s.sign, 'level', s.level, 'threshold',
      s.threshold, 'days', s.days, 'points', s.points, 'rows', s.rows, 'newest', newest.rows)
      order by s.points desc, s.sign), '[]')
  from moment
  cross join lateral risk_signs(p_player, moment.at) s
  cross join lateral (
    select jsonb_agg(jsonb_build_object('at', b.at, 'amount', b.amount) order by b.at desc) as rows
    from (
      select * from risk_rows(p_player, moment.at) r
      where r.sign = s.sign order by r.at desc limit 20
    ) b
  ) newest
$$;
grant execute on function desk.read_risk to pipkin_operator;

-- Notes in words what an operator did about a player at risk, with the signs of that moment.
-- Tightening a limit is an act of its own.
create function desk.note_safety(p_by text, p_reason text, p_player integer) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
begin
  if not exists (select from wallets where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  if exists (select from desk.repeated('noteSafety', p_player::text, p_reason)) then
    return null;
  end if;
  perform record(p_by, p_reason, 'noteSafety', p_player::text, null, coalesce((
    select jsonb_object_agg(s.sign, s.rows) from risk_signs(p_player, clock_timestamp()) s
  ), '{}'));
  return null;
end
$$;

reset role;
