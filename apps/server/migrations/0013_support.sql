-- Support: the cases that players and visitors open, and what players have read of their
-- notifications. A case never moves money.
create schema support;
grant usage on schema support to pipkin_app, pipkin_worker, pipkin_operator, pipkin_ledger;

-- What players and visitors write to support: a thread of messages. The form for a lost chain
-- transaction opens a case that names it; the others are free text.
create table support.cases (
  case_id integer primary key check (case_id between 100000 and 999999),
  player_id integer references players.accounts,
  -- A visitor's address, which gets the answer and opens no account.
  email text check (email = lower(email) and length(email) <= 254),
  event text check (event in ('deposit', 'withdrawal')),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  amount bigint check (amount > 0),
  at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  waits_for text not null default 'house' check (waits_for in ('house', 'player')),
  -- The operator who has it, of desk.operators.
  taken_by integer,
  -- What closed a reported transaction; empty once the player's account is closed.
  answer text,
  closed_at timestamptz,
  state text not null generated always as (
    case when closed_at is not null then 'closed' when waits_for = 'player' then 'waiting'
         else 'open' end) stored,
  check (num_nonnulls(player_id, email) = 1),
  check (num_nulls(event, tx_hash, amount) in (0, 3)),
  check (case when event is null then answer is null
              else (answer is null) = (closed_at is null) end),
  -- Repeating a report finds its case.
  unique (player_id, tx_hash, event)
);
create index cases_player on support.cases (player_id, at);
create index cases_email on support.cases (email) where email is not null;
create index cases_visitors on support.cases (case_id)
  where email is not null and closed_at is null;
create index cases_hash on support.cases (tx_hash) where tx_hash is not null;
create index cases_closed on support.cases (closed_at) where closed_at is not null;
-- A player's answers, which notifications show in this order.
create index cases_answered on support.cases (player_id, closed_at, case_id)
  where closed_at is not null;
-- Cases that wait for an operator.
create index cases_open on support.cases (at) where closed_at is null;
create index cases_state on support.cases (state, last_at, case_id);
create index cases_taken on support.cases (taken_by, state, last_at, case_id)
  where taken_by is not null;
grant select, insert, update (amount) on support.cases to pipkin_app;
grant select on support.cases to pipkin_operator;
grant select, update (taken_by) on support.cases to pipkin_ledger;

create type support.writer as enum ('player', 'house', 'note');

-- A thread's messages. Notes are for operators alone.
create table support.messages (
  message_id uuid primary key default uuidv7(),
  case_id integer not null references support.cases,
  -- Null for a visitor's.
  player_id integer,
  writer support.writer not null,
  -- An id of desk.operators; null for what a player, a visitor or the command wrote.
  operator_id integer,
  text text not null check (length(text) between 1 and 4000),
  -- The answer with which the case was closed.
  closes boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create index messages_case on support.messages (case_id, message_id);
create index messages_player on support.messages (player_id, at, message_id)
  where player_id is not null;
-- A player's answers in open cases, which notifications show in this order.
create index messages_answers on support.messages (player_id, at, message_id)
  where writer = 'house' and not closes and player_id is not null;
create index messages_answered on support.messages (at)
  where writer = 'house' and not closes and player_id is not null;
create index messages_words on support.messages using gin (to_tsvector('simple', text));
grant select on support.messages to pipkin_app;
grant select, insert on support.messages to pipkin_ledger;

-- Pictures of messages: WebP that the server itself has written.
create table support.pictures (
  picture_id uuid primary key default gen_random_uuid(),
  message_id uuid not null references support.messages,
  case_id integer not null references support.cases,
  -- Null for a visitor's.
  player_id integer,
  picture bytea not null check (octet_length(picture) <= 524288)
);
create index pictures_case on support.pictures (case_id);
create index pictures_message on support.pictures (message_id);
create index pictures_player on support.pictures (player_id, picture_id)
  where player_id is not null;
grant select on support.pictures to pipkin_app, pipkin_ledger;

-- The functions have the rights of the tables' owner.

-- Writes a player's message with its picture into a case, or into a new one with the number p_new
-- if p_case is null. A closed case opens again. Answers the case, or why not: noSession, notFound,
-- pictures, or taken (the number). The session that asks, by the token that it has shown, is judged
-- again here: it may have ended while the picture was drawn.
create function support.write(
  p_player integer, p_case integer, p_new integer, p_text text, p_picture bytea, p_session uuid,
  p_token bytea, out refusal text, out written integer
)
language plpgsql security definer set search_path = pg_temp
as $$
declare
  message uuid;
begin
  -- After the account's lock, so that no message comes after the account was closed, and a repeat
  -- finds what it repeats.
  perform from players.accounts where player_id = p_player and closed_at is null
    for no key update;
  if not found or not players.is_open(p_session, p_player, p_token) then
    refusal := 'noSession';
    return;
  end if;
  if p_case is not null then
    perform from support.cases where case_id = p_case and player_id = p_player for update;
    if not found then
      refusal := 'notFound';
      return;
    end if;
  end if;
  -- A repeat, since the first answer was lost: the message is there already, the case's last one,
  -- or the only one of a new case.
  select c.case_id into written
    from support.messages m join support.cases c using (case_id)
    where m.player_id = p_player and m.at > clock_timestamp() - interval '10 minutes'
      and m.writer = 'player' and m.text = p_text and c.closed_at is null
      and (c.case_id = p_case or p_case is null and c.event is null)
      and array(select picture from support.pictures where message_id = m.message_id)
        = array_remove(array[p_picture], null)
      and not exists (
        select from support.messages other
        where other.case_id = m.case_id and other.writer <> 'note'
          and (other.message_id > m.message_id
            or p_case is null and other.message_id <> m.message_id))
    limit 1;
  if found then return; end if;
  if p_case is null then
    insert into support.cases (case_id, player_id) values (p_new, p_player)
      on conflict do nothing;
    if not found then
      refusal := 'taken';
      return;
    end if;
  else
    if p_picture is not null
      and (select count(*) >= 10 from support.pictures where case_id = p_case) then
      refusal := 'pictures';
      return;
    end if;
    update support.cases
      set waits_for = 'house', closed_at = null, answer = null, last_at = clock_timestamp()
      where case_id = p_case;
  end if;
  written := coalesce(p_case, p_new);
  insert into support.messages (case_id, player_id, writer, text)
    values (written, p_player, 'player', p_text) returning message_id into message;
  if p_picture is not null then
    insert into support.pictures (message_id, case_id, player_id, picture)
      values (message, written, p_player, p_picture);
  end if;
end
$$;
revoke all on function support.write from public;
grant execute on function support.write to pipkin_app;

-- Writes a visitor's message as a new case with the number p_new. It doesn't look up whose address
-- it is. Answers the case, or why not: taken (the number), or tooMany (5,000 are open).
create function support.write_as_visitor(
  p_email text, p_new integer, p_text text, out refusal text, out written integer
)
language plpgsql security definer set search_path = pg_temp
as $$
begin
  -- A repeat, as above; two at once are two cases.
  select c.case_id into written
    from support.cases c
    where c.email = lower(p_email) and c.closed_at is null
      and c.at > clock_timestamp() - interval '10 minutes'
      and (select array_agg(text) from support.messages
           where case_id = c.case_id and writer <> 'note') = array[p_text]
    limit 1;
  if found then return; end if;
  if (select count(*) >= 5000 from support.cases
      where email is not null and closed_at is null) then
    refusal := 'tooMany';
    return;
  end if;
  insert into support.cases (case_id, email) values (p_new, lower(p_email)) on conflict do nothing;
  if not found then
    refusal := 'taken';
    return;
  end if;
  insert into support.messages (case_id, writer, text) values (p_new, 'player', p_text);
  written := p_new;
end
$$;
revoke all on function support.write_as_visitor from public;
grant execute on function support.write_as_visitor to pipkin_app;

-- Whether a player or another operator has written after the message that the operator saw last;
-- null: there was none.
create function support.is_changed(p_case integer, p_seen uuid) returns boolean
language sql stable set search_path = pg_temp
as $$
  select exists (
    select from support.messages
    where case_id = p_case and (p_seen is null or message_id > p_seen))
$$;
revoke all on function support.is_changed from public;

-- Answers a case, mails the answer, and closes the case or lets it wait for its player. p_operator:
-- of desk.operators; null by the command. p_seen: the message that the operator saw last; for the
-- command it is the last of all. Answers null, or why not.
create function support.answer(
  p_operator integer, p_case integer, p_text text, p_closes boolean, p_seen uuid
) returns text
language plpgsql security definer set search_path = pg_temp
as $$
declare
  answered support.cases;
  message uuid;
begin
  if length(btrim(p_text)) = 0 then return 'noAnswer'; end if;
  select * into answered from support.cases where case_id = p_case for update;
  if not found then return 'unknownCase'; end if;
  if answered.closed_at is not null then return 'caseClosed'; end if;
  if support.is_changed(p_case, p_seen) then return 'caseChanged'; end if;
  -- Refuses to answer a closed account, because the act would keep the words for ever.
  if exists (
    select from players.accounts
    where player_id = answered.player_id and closed_at is not null
  ) then
    return 'accountClosed';
  end if;
  insert into support.messages (case_id, player_id, writer, operator_id, text, closes)
    values (p_case, answered.player_id, 'house', p_operator, p_text, p_closes)
    returning message_id into message;
  update support.cases
    set waits_for = 'player', last_at = clock_timestamp(),
        closed_at = case when p_closes then clock_timestamp() end,
        answer = case when p_closes and event is not null then p_text end
    where case_id = p_case;
  insert into players.mails (kind, email, message_id)
    select 'case_answer', email, message
    from (
      select answered.email
      union all
      select email from players.accounts where player_id = answered.player_id
    ) to_whom
    where email is not null;
  return null;
end
$$;
revoke all on function support.answer from public;
grant execute on function support.answer to pipkin_ledger;

-- Closes a case without an answer and without a mail. A reported transaction needs one, unless its
-- player's account is closed. p_seen as above.
create function support.close(p_case integer, p_seen uuid) returns text
language plpgsql security definer set search_path = pg_temp
as $$
declare
  closed support.cases;
begin
  select * into closed from support.cases where case_id = p_case for update;
  if not found then return 'unknownCase'; end if;
  if closed.closed_at is not null then return 'caseClosed'; end if;
  if support.is_changed(p_case, p_seen) then return 'caseChanged'; end if;
  if closed.event is not null and not exists (
    select from players.accounts
    where player_id = closed.player_id and closed_at is not null
  ) then
    return 'noAnswer';
  end if;
  update support.cases
    set closed_at = clock_timestamp(), answer = case when event is not null then '' end
    where case_id = p_case;
  return null;
end
$$;
revoke all on function support.close from public;
grant execute on function support.close to pipkin_ledger;

-- Deletes, after the account's lock, what a player wrote and was answered, with its pictures, and
-- what the house said to this player alone (0036_notices.sql). A reported transaction stays,
-- without words.
create function support.forget(p_player integer) returns void
language plpgsql security definer set search_path = pg_temp
as $$
begin
  -- Locks the cases, so that no answer is written meanwhile.
  perform from support.cases where player_id = p_player order by case_id for update;
  delete from support.pictures p using support.cases c
    where c.player_id = p_player and p.case_id = c.case_id;
  delete from support.messages m using support.cases c
    where c.player_id = p_player and m.case_id = c.case_id;
  delete from support.cases where player_id = p_player and event is null;
  update support.cases set answer = '' where player_id = p_player and answer is not null;
  delete from support.notices where player_id = p_player;
end
$$;
revoke all on function support.forget from public;
grant execute on function support.forget to pipkin_app;

-- Deletes visitors' cases with their words, a thousand at most: those that were closed 90 days ago,
-- and open ones without a message for 180 days. Their numbers become free again.
create function support.forget_visitors() returns void
language plpgsql security definer set search_path = pg_temp
as $$
declare
  gone integer[];
begin
  gone := array(
    select case_id from support.cases
    where email is not null
      and (closed_at < clock_timestamp() - interval '90 days'
        or closed_at is null and last_at < clock_timestamp() - interval '180 days')
    limit 1000 for update skip locked);
  delete from support.messages where case_id = any(gone);
  delete from support.cases where case_id = any(gone);
end
$$;
revoke all on function support.forget_visitors from public;
grant execute on function support.forget_visitors to pipkin_worker;

-- Up to when a player has read the notifications.
create table support.notices_read (
  player_id integer primary key references players.accounts,
  upto timestamptz not null
);
grant select, insert, update on support.notices_read to pipkin_app;
