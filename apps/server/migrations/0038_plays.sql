-- Play at one operator at a time, if the profile asks for it (GlüStV 6h). The register is asked
-- before the first bet or move of a play, outside any database transaction; its yes is kept in
-- ledger.wallets, which bets and moves lock. A play ends after some time without a bet or a move,
-- when its player has logged out everywhere, or by a break, which lets open rounds end in it. Each
-- play has an id, by which the register recognises a repeat, and knows which play has ended
-- (docs/operations.md). A restore ends all plays (0016_restores.sql).
set role pipkin_ledger;

create table ledger.plays (
  player_id integer not null,
  play_id uuid not null,
  -- When the register was first to be asked. Written before the question, so that even a play whose
  -- yes was lost gets an end.
  begun_at timestamptz not null default clock_timestamp(),
  granted_at timestamptz,
  -- When the sweep looks at it next.
  look_at timestamptz not null default clock_timestamp() + interval '1 minute',
  ended_at timestamptz,
  -- When the end was last sent to the register, and whether the register has confirmed it.
  tried_at timestamptz not null default '-infinity',
  is_reported boolean not null default false,
  check (not is_reported or ended_at is not null),
  primary key (player_id, play_id)
);
create unique index one_play on ledger.plays (player_id) where ended_at is null;
create index plays_open on ledger.plays (look_at) where ended_at is null;
create index plays_ended on ledger.plays (player_id, ended_at);
create index plays_unreported on ledger.plays (tried_at)
  where ended_at is not null and not is_reported;
grant select on ledger.plays to pipkin_app;

-- The play to ask the register for: the open one, else a new one. A new one must wait for a time
-- after the end of the last. Answers {play} or {from}.
create function ledger.begin_play(p_player integer, p_play uuid, p_wait_minutes integer)
returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  open_play uuid;
  again_from timestamptz;
begin
  select play_id into open_play from plays where player_id = p_player and ended_at is null;
  if found then return jsonb_build_object('play', open_play); end if;
  select max(ended_at) + p_wait_minutes * interval '1 minute' into again_from
    from plays where player_id = p_player and granted_at is not null;
  if again_from > clock_timestamp() then return jsonb_build_object('from', again_from); end if;
  insert into plays (player_id, play_id) values (p_player, p_play);
  return jsonb_build_object('play', p_play);
end
$$;
grant execute on function ledger.begin_play to pipkin_app;

-- Stores the register's yes: bets are allowed from now on. If the play has ended meanwhile, its end
-- is sent again, since the register may have heard of the end before the begin.
create function ledger.grant_play(p_player integer, p_play uuid) returns void
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  at timestamptz := clock_timestamp();
begin
  update plays set granted_at = at
    where player_id = p_player and play_id = p_play and ended_at is null;
  if found then
    update wallets set play_granted_at = at where player_id = p_player;
  else
    update plays set is_reported = false where player_id = p_player and play_id = p_play;
  end if;
end
$$;
grant execute on function ledger.grant_play to pipkin_app;

-- Drops a play to which the register said *elsewhere*: the register began none that needs an end.
create function ledger.drop_play(p_player integer, p_play uuid) returns void
language sql security definer set search_path = ledger, pg_temp
as $$
  delete from plays
  where player_id = p_player and play_id = p_play and granted_at is null and ended_at is null
$$;
grant execute on function ledger.drop_play to pipkin_app;

-- A step of the sweep: looks at up to 100 open plays, each once a minute, and ends those that are
-- over. It keeps each player locked until its own end, so it stops after about 50 ms. Answers
-- whether there may be more.
create function ledger.end_plays(p_idle_minutes integer) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  player integer;
  held wallets;
  play plays;
  at timestamptz;
  idle_at timestamptz;
  is_over boolean;
  begun timestamptz := clock_timestamp();
  looked integer := 0;
begin
  for player in
    select due.player_id from (
      select p.player_id from plays p
      where p.ended_at is null and p.look_at <= clock_timestamp() order by p.look_at limit 100
    ) due order by due.player_id
  loop
    if looked > 0 and clock_timestamp() > begun + interval '50 milliseconds' then
      return true;
    end if;
    looked := looked + 1;
    held := hold(player);
    at := clock_timestamp();
    select * into play from plays where player_id = player and ended_at is null;
    continue when not found;
    idle_at := greatest(play.begun_at, play.granted_at,
      case when play.granted_at is not null then greatest(held.played_at, held.play_granted_at) end)
      + p_idle_minutes * interval '1 minute';
    -- Reads each table by itself: on a cluster they are on two nodes.
    is_over := idle_at <= at
      or not exists (select from players.sessions s where s.player_id = player);
    if not is_over and held.break_until > at then
      is_over := not exists (
        select from rounds r where r.player_id = player and r.status = 'pending');
    end if;
    if is_over then
      update plays set ended_at = at where player_id = player and play_id = play.play_id;
      update wallets set play_granted_at = null where player_id = player;
    else
      update plays set look_at = least(idle_at, at + interval '1 minute')
        where player_id = player and play_id = play.play_id;
    end if;
  end loop;
  return looked = 100;
end
$$;
grant execute on function ledger.end_plays to pipkin_app;

-- Up to 100 ends that the register hasn't confirmed, each once in ten seconds, for one process.
create function ledger.unreported_plays() returns table (player integer, play uuid)
language sql security definer set search_path = ledger, pg_temp
as $$
  update plays p set tried_at = clock_timestamp()
  from (
    select player_id, play_id from plays
    where ended_at is not null and not is_reported
      and tried_at < clock_timestamp() - interval '10 seconds'
    order by tried_at limit 100 for update skip locked
  ) due
  where p.player_id = due.player_id and p.play_id = due.play_id
  returning p.player_id, p.play_id
$$;
grant execute on function ledger.unreported_plays to pipkin_app;

-- Notes that the register has heard of a play's end.
create function ledger.note_reported(p_player integer, p_play uuid) returns void
language sql security definer set search_path = ledger, pg_temp
as $$ update plays set is_reported = true where player_id = p_player and play_id = p_play $$;
grant execute on function ledger.note_reported to pipkin_app;

reset role;
