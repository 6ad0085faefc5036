-- What the house says to its players: notices to one or to all, and the terms as versions that each
-- player accepts. An operator drafts, and publishes by an act (0026_desk_acts.sql).

-- Notices
-- -------------------------------------------------------------------------------------------------

-- A draft until it is published; shown from one time until another. A published notice never
-- changes, except for its end.
create table support.notices (
  notice_id uuid primary key default uuidv7(),
  -- Null: to all players.
  player_id integer references players.accounts,
  -- An offer is marketing: players on a break don't get it.
  kind text not null check (kind in ('service', 'offer')),
  title text not null check (title ~ '^[^[:cntrl:]]{1,80}$'),
  words text not null check (length(words) between 1 and 2000),
  from_at timestamptz not null,
  until_at timestamptz not null,
  made_by text not null,
  published_at timestamptz,
  check (until_at >= from_at)
);
create index notices_player on support.notices (player_id, until_at) where player_id is not null;
create index notices_all on support.notices (until_at)
  where player_id is null and published_at is not null;
create index notices_drafts on support.notices (from_at, notice_id) where published_at is null;
create index notices_from on support.notices (from_at, notice_id) where published_at is not null;
create index notices_until on support.notices (until_at, notice_id)
  where published_at is not null;
grant select on support.notices to pipkin_app;
grant select, insert, update, delete on support.notices to pipkin_ledger;

-- The notices that a player is shown now: service to all, offers to players who aren't on a break.
-- The time is one that an index can be searched with. In PL/pgSQL, since PostgreSQL would inline
-- SQL into the caller's statement, which a cluster can't plan.
create function support.notices_of(p_player integer) returns setof support.notices
language plpgsql stable
as $$
declare
  is_on_break boolean := exists (
    select from ledger.wallets w
    where w.player_id = p_player and w.break_until > statement_timestamp());
begin
  return query
    select n.* from (
      select * from support.notices where player_id = p_player and until_at > statement_timestamp()
      union all
      select * from support.notices
      where player_id is null and published_at is not null and until_at > statement_timestamp()
    ) n
    where n.published_at is not null and n.from_at <= statement_timestamp()
      and (n.kind = 'service' or not is_on_break);
end
$$;
revoke all on function support.notices_of from public;
grant execute on function support.notices_of to pipkin_app;

-- Terms
-- -------------------------------------------------------------------------------------------------

-- Versions of the terms; one draft at most. Version 1 is the text that the app comes with.
create table players.terms (
  terms_id uuid primary key default uuidv7(),
  version integer unique check (version > 1),
  words text not null check (length(words) between 1 and 20000),
  effective_at timestamptz not null,
  made_by text not null,
  published_at timestamptz,
  check ((version is null) = (published_at is null))
);
create unique index terms_draft on players.terms ((true)) where published_at is null;
grant select on players.terms to pipkin_app;
grant select, insert, update, delete on players.terms to pipkin_ledger;

-- Who has accepted which version, and when. Append-only.
create table players.terms_accepted (
  player_id integer not null references players.accounts,
  version integer not null references players.terms (version),
  at timestamptz not null default clock_timestamp(),
  primary key (player_id, version)
);
create index terms_accepted_at on players.terms_accepted (at, player_id);
grant select on players.terms_accepted to pipkin_app, pipkin_worker, pipkin_ledger;

-- How many players have accepted each version, since counting the rows takes longer the more
-- players there are. In parts, so that simultaneous acceptances rarely wait for each other.
create table players.terms_counted (
  version integer not null references players.terms (version) on delete cascade,
  part integer not null,
  accepted bigint not null,
  primary key (version, part)
);
grant select on players.terms_counted to pipkin_worker, pipkin_ledger;

-- Runs once a statement: for many rows, a trigger for each row would look through all that were
-- written before it.
create function players.count_accepted() returns trigger
language plpgsql security definer set search_path = pg_temp
as $$
begin
  insert into players.terms_counted as c (version, part, accepted)
    select version, player_id % 16, count(*) from fresh group by 1, 2 order by 1, 2
    on conflict (version, part) do update set accepted = c.accepted + excluded.accepted;
  return null;
end
$$;
revoke all on function players.count_accepted from public;
create trigger accepted_is_counted after insert on players.terms_accepted
  referencing new table as fresh for each statement execute function players.count_accepted();

-- The newest version that a player has accepted.
create function players.accepted_version(p_player integer) returns integer
language sql stable
as $$
  select coalesce(max(version), 1) from players.terms_accepted where player_id = p_player
$$;
revoke all on function players.accepted_version from public;
grant execute on function players.accepted_version to pipkin_app, pipkin_ledger;

-- Whether terms are in effect that a player hasn't accepted: until then no deposit and no send
-- comes in. Accepting a version accepts the earlier ones too.
create function players.terms_due(p_player integer) returns boolean
language sql stable
as $$
  select exists (
    select from players.terms
    where effective_at <= clock_timestamp() and version > players.accepted_version(p_player))
$$;
revoke all on function players.terms_due from public;
grant execute on function players.terms_due to pipkin_app, pipkin_ledger;

-- A player accepts a version that is or will be in effect. It is named by its id, since after a
-- restore a number may mean another text. Repeating it changes nothing. Answers null, or why not.
create function players.accept_terms(p_player integer, p_terms uuid) returns text
language plpgsql security definer set search_path = pg_temp
as $$
declare
  -- Null for a draft.
  accepted integer := (select version from players.terms where terms_id = p_terms);
begin
  if accepted is null or accepted < (
    select max(version) from players.terms where effective_at <= clock_timestamp()
  ) then
    return 'termsOver';
  end if;
  -- After the account's lock, so that no terms are accepted after it was closed.
  perform from players.accounts where player_id = p_player and closed_at is null for share;
  if not found then return 'termsOver'; end if;
  insert into players.terms_accepted (player_id, version) values (p_player, accepted)
    on conflict do nothing;
  return null;
end
$$;
revoke all on function players.accept_terms from public;
grant execute on function players.accept_terms to pipkin_app;

-- A player who signs up agrees to the terms that are shown. A form may have been open for a while,
-- so terms younger than an hour are asked for after the log-in.
create function players.agree_at_sign_up() returns trigger
language plpgsql security definer set search_path = pg_temp
as $$
begin
  insert into players.terms_accepted (player_id, version)
    select new.player_id, max(version) from players.terms
    where effective_at <= clock_timestamp() - interval '1 hour' having max(version) is not null;
  return null;
end
$$;
revoke all on function players.agree_at_sign_up from public;
create trigger sign_up_agrees after insert on players.accounts
  for each row execute function players.agree_at_sign_up();

-- What acts do
-- -------------------------------------------------------------------------------------------------
set role pipkin_ledger;

-- What an act records of a notice. Words to one player are deleted with the account, so it leaves
-- them out; those to all are public.
create function desk.notice_json(p_notice support.notices) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('notice', p_notice.notice_id, 'kind', p_notice.kind,
      'from', p_notice.from_at, 'until', p_notice.until_at)
    || case when p_notice.player_id is null
      then jsonb_build_object('title', p_notice.title, 'words', p_notice.words) else '{}' end
$$;

-- Whom an act on a notice is about.
create function desk.notice_about(p_notice support.notices) returns text
language sql immutable
as $$ select coalesce(p_notice.player_id::text, 'everybody') $$;

-- Whether this operator has this very draft already: a repeat, since the first answer was lost.
create function desk.has_drafted(p_by text, p_input jsonb) returns boolean
language sql stable
as $$
  select exists (
    select from support.notices
    where published_at is null and made_by = p_by
      and player_id is not distinct from (p_input ->> 'player')::integer
      and (kind, title, words) = (p_input ->> 'kind', p_input ->> 'title', p_input ->> 'words')
      and from_at = (p_input ->> 'from')::timestamptz
      and until_at = (p_input ->> 'until')::timestamptz)
$$;

-- Keeps a draft, in place of the one that it replaces. Its id is new, so that what was proposed is
-- what is published.
create function desk.draft_notice(p_by text, p_reason text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  player integer := (p_input ->> 'player')::integer;
  was support.notices;
  draft support.notices;
begin
  if player is not null then
    perform from players.accounts where player_id = player and closed_at is null for share;
    if not found then
      return case when exists (select from players.accounts where player_id = player)
        then 'accountClosed' else 'unknownPlayer' end;
    end if;
  end if;
  if (p_input ->> 'until')::timestamptz <= greatest(
    (p_input ->> 'from')::timestamptz, clock_timestamp()
  ) then
    return 'noticeOver';
  end if;
  if p_input ->> 'replaces' is not null then
    delete from support.notices
      where notice_id = (p_input ->> 'replaces')::uuid and published_at is null
      returning * into was;
  end if;
  if was.notice_id is null and has_drafted(p_by, p_input) then return null; end if;
  if p_input ->> 'replaces' is not null and was.notice_id is null then return 'draftGone'; end if;
  insert into support.notices (player_id, kind, title, words, from_at, until_at, made_by)
    values (player, p_input ->> 'kind', p_input ->> 'title', p_input ->> 'words',
      (p_input ->> 'from')::timestamptz, (p_input ->> 'until')::timestamptz, p_by)
    returning * into draft;
  perform record(p_by, p_reason, 'draftNotice', notice_about(draft),
    case when was.notice_id is not null then notice_json(was) end, notice_json(draft));
  return null;
end
$$;

-- Drops a draft. A published notice can only be ended.
create function desk.drop_notice(p_by text, p_reason text, p_notice uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  gone support.notices;
begin
  delete from support.notices where notice_id = p_notice and published_at is null
    returning * into gone;
  if not found then return 'draftGone'; end if;
  perform record(p_by, p_reason, 'dropNotice', notice_about(gone), notice_json(gone));
  return null;
end
$$;

-- Publishes a draft as it is: from now on, or from its begin.
create function desk.publish_notice(p_by text, p_reason text, p_notice uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  it support.notices;
  player integer;
begin
  -- Locks the account before its notices, as closing it does.
  select player_id into player from support.notices where notice_id = p_notice;
  if player is not null then
    perform from players.accounts where player_id = player and closed_at is null for share;
    if not found then return 'accountClosed'; end if;
  end if;
  select * into it from support.notices
    where notice_id = p_notice and published_at is null for update;
  if not found then return 'draftGone'; end if;
  if it.until_at <= clock_timestamp() then return 'noticeOver'; end if;
  if it.kind = 'offer' and ledger.break_of(it.player_id) is not null then
    return 'playerOnBreak';
  end if;
  update support.notices
    set published_at = clock_timestamp(), from_at = greatest(from_at, clock_timestamp())
    where notice_id = p_notice returning * into it;
  perform record(p_by, p_reason, 'publishNotice', notice_about(it), null, notice_json(it));
  return null;
end
$$;

-- Ends a notice before its time, even one that hasn't begun.
create function desk.end_notice(p_by text, p_reason text, p_notice uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was support.notices;
  it support.notices;
begin
  select * into was from support.notices
    where notice_id = p_notice and published_at is not null for update;
  if not found then return 'noticeGone'; end if;
  if was.until_at <= clock_timestamp() then return 'alreadySo'; end if;
  update support.notices
    set from_at = least(from_at, clock_timestamp()), until_at = clock_timestamp()
    where notice_id = p_notice returning * into it;
  perform record(p_by, p_reason, 'endNotice', notice_about(it),
    jsonb_build_object('notice', was.notice_id, 'until', was.until_at),
    jsonb_build_object('notice', it.notice_id, 'until', it.until_at));
  return null;
end
$$;

-- Keeps a draft of the next version, in place of the one that its author saw.
create function desk.draft_terms(p_by text, p_reason text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was players.terms;
  draft players.terms;
begin
  select * into was from players.terms where published_at is null for update;
  if was.terms_id is distinct from (p_input ->> 'replaces')::uuid then
    -- A repeat, since the first answer was lost: this very draft is kept already.
    if (was.words, was.effective_at, was.made_by)
      = (p_input ->> 'words', (p_input ->> 'effective')::timestamptz, p_by)
    then
      return null;
    end if;
    return 'draftChanged';
  end if;
  delete from players.terms where terms_id = was.terms_id;
  insert into players.terms (words, effective_at, made_by)
    values (p_input ->> 'words', (p_input ->> 'effective')::timestamptz, p_by)
    returning * into draft;
  perform record(p_by, p_reason, 'draftTerms', 'terms',
    case when was.terms_id is not null then jsonb_build_object(
      'draft', was.terms_id, 'in_effect_from', was.effective_at, 'letters', length(was.words)) end,
    jsonb_build_object('draft', draft.terms_id, 'in_effect_from', draft.effective_at,
      'letters', length(draft.words)));
  return null;
end
$$;

-- Drops a draft. A published version stays.
create function desk.drop_terms(p_by text, p_reason text, p_terms uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  delete from players.terms where terms_id = p_terms and published_at is null;
  if not found then return 'draftGone'; end if;
  perform record(p_by, p_reason, 'dropTerms', 'terms', jsonb_build_object('draft', p_terms));
  return null;
end
$$;

-- Publishes a draft as the next version: in effect from its date, or at once if that has passed.
-- The act records the hash of its words, so that the audit's chain covers them.
create function desk.publish_terms(p_by text, p_reason text, p_terms uuid) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  it players.terms;
  last players.terms;
begin
  select * into it from players.terms
    where terms_id = p_terms and published_at is null for update;
  if not found then return 'draftGone'; end if;
  select * into last from players.terms where published_at is not null
    order by version desc limit 1;
  if greatest(it.effective_at, clock_timestamp()) < last.effective_at then
    return 'termsEarlier';
  end if;
  -- A version can't be dropped, and a later one can't take effect before it: a mistyped year could
  -- never be corrected.
  if it.effective_at > clock_timestamp() + interval '1 year' then return 'termsLate'; end if;
  update players.terms
    set version = coalesce(last.version, 1) + 1, published_at = clock_timestamp(),
        effective_at = greatest(effective_at, clock_timestamp())
    where terms_id = p_terms returning * into it;
  perform record(p_by, p_reason, 'publishTerms', 'terms',
    jsonb_build_object('version', coalesce(last.version, 1)),
    jsonb_build_object('version', it.version, 'in_effect_from', it.effective_at,
      'letters', length(it.words),
      'sha256_of_the_text', encode(sha256(convert_to(it.words, 'UTF8')), 'hex')));
  return null;
end
$$;

-- What the screens show
-- -------------------------------------------------------------------------------------------------

-- Notices of a state after a place in its order: drafts and scheduled ones by their begin, live
-- ones by their end, ended ones by their end, the last first.
create function desk.list_notices(
  p_state text, p_at timestamptz, p_id uuid, p_limit integer
) returns table (
  id uuid, player integer, name text, kind text, title text, words text, from_at timestamptz,
  until_at timestamptz, made_by text, published_at timestamptz, place timestamptz,
  proposer text
)
language plpgsql stable security definer set search_path = desk, pg_temp
as $$
declare
  at timestamptz := clock_timestamp();
begin
  -- Starts a page at now if its place lies on the other side of now, so that it never reads what
  -- lies there.
  if p_state <> 'draft' and (p_state = 'ended') = (p_at > at) then
    p_at := at;
    p_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  end if;
  if p_state = 'draft' then
    return query
      select n.notice_id, n.player_id, name_of(n.player_id), n.kind, n.title, n.words, n.from_at,
             n.until_at, n.made_by, n.published_at, n.from_at,
             who_proposed('publishNotice', jsonb_build_object('notice', n.notice_id))
      from support.notices n
      where n.published_at is null and (n.from_at, n.notice_id) > (p_at, p_id)
      order by n.from_at, n.notice_id limit p_limit;
  elsif p_state = 'scheduled' then
    return query
      select n.notice_id, n.player_id, name_of(n.player_id), n.kind, n.title, n.words, n.from_at,
             n.until_at, n.made_by, n.published_at, n.from_at, null
      from support.notices n
      where n.published_at is not null and (n.from_at, n.notice_id) > (p_at, p_id)
      order by n.from_at, n.notice_id limit p_limit;
  elsif p_state = 'live' then
    return query
      select n.notice_id, n.player_id, name_of(n.player_id), n.kind, n.title, n.words, n.from_at,
             n.until_at, n.made_by, n.published_at, n.until_at, null
      from support.notices n
      where n.published_at is not null and n.from_at <= at
        and (n.until_at, n.notice_id) > (p_at, p_id)
      order by n.until_at, n.notice_id limit p_limit;
  else
    return query
      select n.notice_id, n.player_id, name_of(n.player_id), n.kind, n.title, n.words, n.from_at,
             n.until_at, n.made_by, n.published_at, n.until_at, null
      from support.notices n
      where n.published_at is not null and (n.until_at, n.notice_id) < (p_at, p_id)
      order by n.until_at desc, n.notice_id desc limit p_limit;
  end if;
end
$$;
grant execute on function desk.list_notices to pipkin_operator;

-- All versions of the terms, the newest first, with the draft on top.
create function desk.list_terms()
returns table (
  id uuid, version integer, words text, effective_at timestamptz, made_by text,
  published_at timestamptz, accepted bigint
)
language sql stable security definer set search_path = players, pg_temp
as $$
  select terms_id, version, words, effective_at, made_by, published_at,
         (select coalesce(sum(c.accepted), 0)::bigint from terms_counted c
          where c.version = t.version)
  from terms t order by version desc nulls first limit 100
$$;
grant execute on function desk.list_terms to pipkin_operator;

-- Which player has accepted which version, the newest first after a place; p_player: only this
-- player's.
create function desk.list_accepted(
  p_player integer, p_at timestamptz, p_after integer, p_limit integer
) returns table (player integer, name text, version integer, at timestamptz)
language plpgsql stable security definer set search_path = players, pg_temp
as $$
begin
  if p_player is null then
    return query
      select a.player_id, desk.name_of(a.player_id), a.version, a.at from terms_accepted a
      where (a.at, a.player_id) < (p_at, p_after)
      order by a.at desc, a.player_id desc limit p_limit;
  else
    return query
      select a.player_id, desk.name_of(a.player_id), a.version, a.at from terms_accepted a
      where a.player_id = p_player and (a.at, a.player_id) < (p_at, p_after)
      order by a.at desc limit p_limit;
  end if;
end
$$;
grant execute on function desk.list_accepted to pipkin_operator;

reset role;
