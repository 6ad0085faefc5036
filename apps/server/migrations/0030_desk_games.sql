-- The back office's games: what rounds returned, counted by the worker
-- (apps/server/src/activity/counts/count-returns.ts), and drafts of settings, which a second person
-- publishes.

-- The stakes and returns of a game's ended rounds, by rules. A round counts in the day and in the
-- month (UTC) in which it ended, and in all. The squares of single stakes and payouts are for the
-- band of a return. players: how many different ones.
create type activity.span as enum ('day', 'month', 'all');
create table activity.game_returns (
  span activity.span not null,
  since date not null,
  game smallint not null,
  rules_hash bytea not null,
  rounds bigint not null,
  staked bigint not null,
  returned bigint not null,
  stake_squares numeric not null,
  return_squares numeric not null,
  players integer not null,
  -- The largest return, if any was paid.
  top_player integer,
  top_round uuid,
  top_payout bigint,
  primary key (span, since, game, rules_hash)
);
grant select, insert, update, delete on activity.game_returns to pipkin_worker;
grant select on activity.game_returns to pipkin_ledger;

-- The players who are already counted in a span that isn't over.
create table activity.game_players (
  player_id integer not null,
  span activity.span not null,
  since date not null,
  game smallint not null,
  rules_hash bytea not null,
  primary key (player_id, span, since, game, rules_hash)
);
create index game_players_over on activity.game_players (since) where span <> 'all';
grant select, insert, delete on activity.game_players to pipkin_worker;

set role pipkin_ledger;

-- What the screens show
-- -------------------------------------------------------------------------------------------------

-- Sums by game and rules, with the largest return: of all time or of single days or months, newest
-- first, after a place in that order.
create function desk.list_returns(
  p_span text, p_game smallint, p_since date, p_after smallint, p_after_hash bytea,
  p_limit integer
)
returns table (
  since date, game smallint, name text, rules_hash bytea, rules jsonb, is_current boolean,
  rounds bigint, staked bigint, returned bigint, stake_squares float8, return_squares float8,
  players integer, top_player integer, top_round uuid, top_payout bigint
)
language sql stable security definer set search_path = activity, ledger, pg_temp
as $$
  select r.since, r.game, g.name, r.rules_hash, b.rules,
         -- Most games have no hard rules.
         coalesce(r.rules_hash in (g.rules_hash, g.hard_rules_hash), false),
         r.rounds, r.staked, r.returned, r.stake_squares::float8, r.return_squares::float8,
         r.players, r.top_player, r.top_round, r.top_payout
  from game_returns r
  join games g using (game)
  join rulebooks b on b.rules_hash = r.rules_hash
  where r.span = p_span::span and (p_game is null or r.game = p_game)
    and (r.since < p_since
      or r.since = p_since and (r.game, r.rules_hash) > (p_after, p_after_hash))
  order by r.since desc, r.game, r.rules_hash limit p_limit
$$;
grant execute on function desk.list_returns to pipkin_operator;

-- The newest rounds of each game, or of one, that were placed or ended in a span of time, before a
-- place in that order. Each game has a statement, since an index has its rounds in their order, and
-- a cluster asks all nodes.
create function desk.rounds_of_games(
  p_game smallint, p_ended boolean, p_from timestamptz, p_upto timestamptz, p_at timestamptz,
  p_round uuid, p_limit integer
)
returns setof ledger.rounds
language plpgsql stable set search_path = ledger, pg_temp
as $$
declare
  one integer;
begin
  for one in select game from games where p_game is null or game = p_game loop
    if p_ended then
      return query
        select * from rounds r
        where r.game::integer = one and r.settled_at >= p_from and r.settled_at < p_upto
          and r.settled_at <= p_at and (r.settled_at, r.round_id) < (p_at, p_round)
        order by r.settled_at desc, r.round_id desc limit p_limit;
    else
      return query
        select * from rounds r
        where r.game::integer = one and r.placed_at >= p_from and r.placed_at < p_upto
          and r.placed_at <= p_at and (r.placed_at, r.round_id) < (p_at, p_round)
        order by r.placed_at desc, r.round_id desc limit p_limit;
    end if;
  end loop;
end
$$;

-- Rounds of a game, or of all, that were placed in a span of time, before a place in that order,
-- newest first.
create function desk.list_placed(
  p_game smallint, p_from timestamptz, p_upto timestamptz, p_at timestamptz, p_round uuid,
  p_limit integer
)
returns setof ledger.rounds
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select * from desk.rounds_of_games(p_game, false, p_from, p_upto, p_at, p_round, p_limit)
  order by placed_at desc, round_id desc limit p_limit
$$;
grant execute on function desk.list_placed to pipkin_operator;

-- Open rounds of all games, the newest first, before a place in that order.
create function desk.list_open(p_at timestamptz, p_round uuid, p_limit integer)
returns setof ledger.rounds
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select * from rounds
  where settled_at is null and placed_at <= p_at and (placed_at, round_id) < (p_at, p_round)
  order by placed_at desc, round_id desc limit p_limit
$$;
grant execute on function desk.list_open to pipkin_operator;

-- Rounds of a game, or of all, that ended in a span of time, before a place in that order, newest
-- first.
create function desk.list_ended(
  p_game smallint, p_from timestamptz, p_upto timestamptz, p_at timestamptz, p_round uuid,
  p_limit integer
)
returns setof ledger.rounds
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select * from desk.rounds_of_games(p_game, true, p_from, p_upto, p_at, p_round, p_limit)
  order by settled_at desc, round_id desc limit p_limit
$$;
grant execute on function desk.list_ended to pipkin_operator;

-- Ended rounds by given rules. It looks only at the days that have such rounds, and at what isn't
-- counted yet.
create function desk.list_ended_by(
  p_game smallint, p_rules bytea, p_from timestamptz, p_upto timestamptz, p_at timestamptz,
  p_round uuid, p_limit integer
)
returns setof ledger.rounds
language plpgsql stable security definer set search_path = ledger, pg_temp
as $$
declare
  counted_to timestamptz := (select upto from activity.counted);
  span record;
  more integer := p_limit;
  here integer;
begin
  for span in
    select counted_to as begun, timestamptz 'infinity' as ended
    union all
    (select since::timestamp at time zone 'UTC',
            least((since + 1)::timestamp at time zone 'UTC', counted_to)
     from activity.game_returns g
     where g.span = 'day' and g.game = p_game and g.rules_hash = p_rules
     order by since desc)
  loop
    continue when span.begun > least(p_at, p_upto);
    exit when more = 0 or span.ended <= p_from;
    return query
      select * from rounds r
      where r.game::integer = p_game and r.rules_hash = p_rules
        and r.settled_at >= greatest(p_from, span.begun)
        and r.settled_at < least(p_upto, span.ended) and r.settled_at <= p_at
        and (r.settled_at, r.round_id) < (p_at, p_round)
      order by r.settled_at desc, r.round_id desc limit more;
    get diagnostics here = row_count;
    more := more - here;
  end loop;
end
$$;
grant execute on function desk.list_ended_by to pipkin_operator;

-- A game's current load: the sums of the busier of today and yesterday (UTC), and the busiest hour
-- of the two.
create function desk.game_load(p_game smallint)
returns table (rounds bigint, staked bigint, stake_squares float8, hour_rounds integer)
language sql stable security definer set search_path = activity, pg_temp
as $$
  select coalesce(d.rounds, 0)::bigint, coalesce(d.staked, 0)::bigint,
         coalesce(d.stake_squares, 0)::float8,
         coalesce((select max(p.rounds) from hourly_rounds p
           where p.game = p_game
             and p.hour >= (ledger.today() - 1)::timestamp at time zone 'UTC'), 0)
  from (values (1)) here
  left join lateral (
    select sum(r.rounds) as rounds, sum(r.staked) as staked,
           sum(r.stake_squares) as stake_squares
    from game_returns r
    where r.span = 'day' and r.since >= ledger.today() - 1 and r.game = p_game
    group by r.since order by sum(r.rounds) desc limit 1
  ) d on true
$$;
grant execute on function desk.game_load to pipkin_operator;

-- Drafts
-- -------------------------------------------------------------------------------------------------

-- Settings of a game that aren't published: one draft a game. A changed draft has a new id, so that
-- what was proposed is what is published. base: the game as the draft's author saw it.
create table desk.drafts (
  game smallint primary key,
  draft_id uuid not null unique default uuidv7(),
  step bigint not null,
  minimum bigint not null,
  maximum bigint not null,
  min_round_ms integer not null,
  rounds_a_day integer,
  rules jsonb not null,
  rules_hash ledger.hash not null,
  margin integer not null,
  hard_rules jsonb,
  hard_rules_hash ledger.hash,
  most_pays integer,
  base jsonb not null,
  made_by text not null,
  made_at timestamptz not null default clock_timestamp()
);
grant select on desk.drafts to pipkin_operator;

-- The part of a game's row that a publication changes. Switches are acts of their own.
create function desk.published(p_game jsonb) returns jsonb
language sql immutable
as $$ select p_game - 'is_live' - 'is_deleted' $$;

-- A hash of what a publication changes, by which a draft's author says what was on the screen.
create function desk.seen_game(p_game smallint) returns text
language sql stable security definer set search_path = desk, pg_temp
as $$
  select encode(sha256(convert_to(published(to_jsonb(g))::text, 'UTF8')), 'hex')
  from ledger.games g where g.game = p_game
$$;
grant execute on function desk.seen_game to pipkin_operator;

-- Whether a game has changed since a draft's author saw it.
create function desk.is_draft_outdated(p_game smallint, p_base jsonb) returns boolean
language plpgsql stable security definer set search_path = desk, pg_temp
as $$
declare
  is_now ledger.games;
begin
  select * into is_now from ledger.games where game = p_game;
  return published(to_jsonb(is_now)) <> p_base;
end
$$;
grant execute on function desk.is_draft_outdated to pipkin_operator;

-- Keeps a draft, which players don't see, in place of the one that its author saw.
create function desk.draft_game(p_by text, p_reason text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was ledger.games;
  seen drafts;
  draft drafts;
  kept jsonb;
begin
  select * into was from ledger.games where game = (p_input ->> 'game')::smallint for update;
  if not found then return 'unknownGame'; end if;
  select * into seen from drafts where game = was.game;
  if seen.draft_id is distinct from (p_input ->> 'replaces')::uuid then
    -- A repeat, since the first answer was lost: this very draft is kept already.
    if (seen.step, seen.minimum, seen.maximum, seen.min_round_ms, seen.rounds_a_day,
        seen.rules_hash, seen.base, seen.made_by)
      is not distinct from ((p_input ->> 'step')::bigint, (p_input ->> 'minimum')::bigint,
        (p_input ->> 'maximum')::bigint, (p_input ->> 'minRoundMs')::integer,
        (p_input ->> 'roundsADay')::integer, decode(p_input ->> 'rulesHash', 'hex'),
        published(to_jsonb(was)), p_by)
    then
      return null;
    end if;
    return 'draftChanged';
  end if;
  -- The draft has all settings: it would take back what others have published meanwhile.
  if seen_game(was.game) is distinct from p_input ->> 'seen' then return 'termsOutdated'; end if;
  delete from drafts where game = was.game;
  insert into drafts (game, step, minimum, maximum, min_round_ms, rounds_a_day, rules, rules_hash,
      margin, hard_rules, hard_rules_hash, most_pays, base, made_by)
    values (was.game, (p_input ->> 'step')::bigint, (p_input ->> 'minimum')::bigint,
      (p_input ->> 'maximum')::bigint, (p_input ->> 'minRoundMs')::integer,
      (p_input ->> 'roundsADay')::integer, p_input -> 'rules',
      decode(p_input ->> 'rulesHash', 'hex'), (p_input ->> 'margin')::integer,
      nullif(p_input -> 'hardRules', 'null'), decode(p_input ->> 'hardRulesHash', 'hex'),
      (p_input ->> 'mostPays')::integer, published(to_jsonb(was)), p_by)
    returning * into draft;
  kept := jsonb_build_object('draft', draft.draft_id, 'minimum', draft.minimum,
    'maximum', draft.maximum, 'step', draft.step, 'min_round_ms', draft.min_round_ms,
    'rounds_a_day', draft.rounds_a_day) || (draft.rules - 'game' - 'version');
  -- Records the offer beside it, so that a person reads what the draft would change.
  perform record(p_by, p_reason, 'draftGame', game_about(was.game),
    (select jsonb_object_agg(key, value) from jsonb_each(offer_of(to_jsonb(was))) where kept ? key),
    kept);
  return null;
end
$$;

-- Drops a draft. What is published stays.
create function desk.drop_draft(p_by text, p_reason text, p_draft uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  dropped smallint;
begin
  delete from drafts where draft_id = p_draft returning game into dropped;
  if not found then return 'draftGone'; end if;
  perform record(p_by, p_reason, 'dropDraft', game_about(dropped),
    jsonb_build_object('draft', p_draft));
  return null;
end
$$;

-- Publishes a draft as it is, by the same act as the command's.
create function desk.publish_game(p_by text, p_reason text, p_draft uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  draft drafts;
  was ledger.games;
  refusal text;
begin
  select * into draft from drafts where draft_id = p_draft for update;
  if not found then return 'draftGone'; end if;
  select * into was from ledger.games where game = draft.game for update;
  if published(to_jsonb(was)) <> draft.base then return 'draftOutdated'; end if;
  refusal := operator.change_game(p_by, p_reason, draft.game, draft.step, draft.minimum,
    draft.maximum, draft.rules_hash, draft.rules, draft.margin, draft.min_round_ms,
    draft.rounds_a_day, draft.hard_rules_hash, draft.hard_rules, draft.most_pays);
  delete from drafts where draft_id = p_draft;
  return refusal;
end
$$;

reset role;
