-- The inbox of the back office: cases as threads, and what operators do in them. Acts record what
-- happened to a case; its words are only in the thread, and are deleted with the player's account.
set role pipkin_ledger;

-- The operator who acts, of desk.operators.
create function desk.acting() returns integer
language sql stable
as $$ select operator_id from operator.acting where transaction = pg_current_xact_id() $$;

-- An act of that operator about the same and in the same words, ten minutes ago at most: its answer
-- was lost, and they repeat it. No row if there is none.
create function desk.repeated(p_act text, p_about text, p_reason text) returns setof operator.acts
language sql stable
as $$
  select * from operator.acts
  where operator_id = desk.acting() and act = p_act and about = p_about and reason = p_reason
    and at > clock_timestamp() - interval '10 minutes'
$$;

-- Like other acts, these answer null once done, else why they were refused.

create function desk.answer_case(
  p_by text, p_reason text, p_case integer, p_answer text, p_closes boolean, p_seen uuid
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was text := (select state from support.cases where case_id = p_case);
  refusal text := support.answer(acting(), p_case, p_answer, p_closes, p_seen);
begin
  if refusal is not null then return refusal; end if;
  perform record(p_by, p_reason, 'answerCase', p_case::text, jsonb_build_object('state', was),
    jsonb_build_object('state', case when p_closes then 'closed' else 'waiting' end));
  return null;
end
$$;

create function desk.close_case(p_by text, p_reason text, p_case integer, p_seen uuid)
returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was text := (select state from support.cases where case_id = p_case);
  refusal text := support.close(p_case, p_seen);
begin
  if refusal is not null then return refusal; end if;
  perform record(p_by, p_reason, 'closeCase', p_case::text, jsonb_build_object('state', was),
    '{"state": "closed"}');
  return null;
end
$$;

-- Gives a case to an operator who may answer it; null takes it from its operator.
create function desk.assign_case(
  p_by text, p_reason text, p_case integer, p_from integer, p_operator integer
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was integer;
begin
  select taken_by into was from support.cases where case_id = p_case for no key update;
  if not found then return 'unknownCase'; end if;
  if was is not distinct from p_operator then return 'alreadySo'; end if;
  if was is distinct from p_from then return 'caseTaken'; end if;
  if p_operator is not null and not exists (
    select from desk.operators o
    where o.operator_id = p_operator and o.closed_at is null and may(o.role, 'answerCase')
  ) then
    return 'unknownOperator';
  end if;
  update support.cases set taken_by = p_operator where case_id = p_case;
  perform record(p_by, p_reason, 'assignCase', p_case::text,
    jsonb_build_object('has_it', (select name from operators where operator_id = was)),
    jsonb_build_object('has_it', (select name from operators where operator_id = p_operator)));
  return null;
end
$$;

-- Adds a note for colleagues, which no player reads.
create function desk.note_case(p_by text, p_reason text, p_case integer, p_note text) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  player integer;
  newest support.messages;
begin
  select player_id into player from support.cases where case_id = p_case for key share;
  if not found then return 'unknownCase'; end if;
  -- Refuses this: like an answer, a note would stay after all that the player wrote is deleted.
  if exists (
    select from players.accounts where player_id = player and closed_at is not null
  ) then
    return 'accountClosed';
  end if;
  select * into newest from support.messages
    where case_id = p_case and operator_id = acting() order by message_id desc limit 1;
  -- A repeat, since the first answer was lost: the note is there already.
  if (newest.writer, newest.text) = ('note', p_note)
    and newest.at > clock_timestamp() - interval '10 minutes'
  then
    return null;
  end if;
  insert into support.messages (case_id, player_id, writer, operator_id, text)
    values (p_case, player, 'note', acting(), p_note);
  perform record(p_by, p_reason, 'noteCase', p_case::text);
  return null;
end
$$;

-- What lists show of a case: the newest words that aren't a note.
create view desk.case_lines as
  select c.case_id, c.player_id, c.state, c.last_at, c.taken_by, c.at, c.event, c.amount,
         a.name as player_name, regexp_replace(c.email, '^(.).*@', '\1•••@') as email,
         o.name as holder, m.text as words, m.writer::text as last_writer,
         exists (select from support.pictures p where p.case_id = c.case_id) as has_pictures
  from support.cases c
  left join players.accounts a using (player_id)
  left join desk.operators o on o.operator_id = c.taken_by
  left join lateral (
    select left(text, 160) as text, writer from support.messages
    where case_id = c.case_id and writer <> 'note' order by message_id desc limit 1
  ) m on true;

-- The lists below read each line by its key under any statistics of the planner (offset 0).

-- Cases of a state after a place in their order: open ones oldest first, others newest first.
-- p_taken: only those of this operator.
create function desk.list_cases(
  p_state text, p_taken integer, p_at timestamptz, p_case integer, p_limit integer
) returns setof desk.case_lines
language plpgsql stable security definer set search_path = desk, pg_temp
as $$
begin
  if p_state = 'open' then
    return query
      select l.* from (
        select case_id from support.cases
        where state = 'open' and (p_taken is null or taken_by = p_taken)
          and (last_at, case_id) > (p_at, p_case)
        order by last_at, case_id limit p_limit
      ) page cross join lateral (
        select * from case_lines where case_id = page.case_id offset 0
      ) l
      order by l.last_at, l.case_id;
  else
    return query
      select l.* from (
        select case_id from support.cases
        where state = p_state and (p_taken is null or taken_by = p_taken)
          and (last_at, case_id) < (p_at, p_case)
        order by last_at desc, case_id desc limit p_limit
      ) page cross join lateral (
        select * from case_lines where case_id = page.case_id offset 0
      ) l
      order by l.last_at desc, l.case_id desc;
  end if;
end
$$;
grant execute on function desk.list_cases to pipkin_operator;

-- Cases of any state that a text finds, by p_how: a number, a player, an address, a chain hash, or
-- words in their messages, notes included. The newest first, 50 at most.
create function desk.search_cases(p_how text, p_value text) returns setof desk.case_lines
language plpgsql stable security definer set search_path = desk, pg_temp
as $$
declare
  found_ids integer[];
begin
  found_ids := case p_how
    when 'case' then array[p_value::integer]
    when 'player' then array(select case_id from support.cases where player_id = p_value::integer
      order by at desc limit 50)
    when 'email' then array(
      select case_id from (
        (select case_id, at from support.cases where email = lower(p_value)
         order by at desc limit 50)
        union all
        (select case_id, at from support.cases
         where player_id = operator.player_by('email', p_value, null) order by at desc limit 50)
      ) c order by at desc limit 50)
    when 'hash' then array(select case_id from support.cases where tx_hash = lower(p_value)
      order by at desc limit 50)
    else array(
      select case_id from (
        select case_id, at from support.messages
        where to_tsvector('simple', text) @@ plainto_tsquery('simple', p_value)
        order by message_id desc limit 500
      ) m group by case_id order by max(at) desc limit 50)
  end;
  return query
    select l.* from unnest(found_ids) f (id)
    cross join lateral (select * from case_lines where case_id = f.id offset 0) l
    order by l.last_at desc, l.case_id desc;
end
$$;
grant execute on function desk.search_cases to pipkin_operator;

-- A case with its thread, notes included, and who may have it; or null. A visitor's address is
-- masked.
create function desk.read_case(p_case integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select jsonb_build_object(
    'line', to_jsonb(l),
    'hash', (select tx_hash from support.cases where case_id = p_case),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object(
        'writer', m.writer, 'operator', o.name, 'text', m.text, 'at', m.at, 'id', m.message_id,
        'pictures', array(
          select picture_id from support.pictures where message_id = m.message_id))
        order by m.message_id)
      from (
        select * from support.messages where case_id = p_case order by message_id desc limit 200
      ) m
      left join operators o using (operator_id)), '[]'),
    'colleagues', (
      select coalesce(jsonb_agg(jsonb_build_object('operator', operator_id, 'name', name)
        order by name), '[]')
      from operators
      where closed_at is null and has_factor(operator_id) and may(role, 'answerCase')))
  from case_lines l where l.case_id = p_case
$$;
grant execute on function desk.read_case to pipkin_operator;

-- The picture that came with a case.
create function desk.case_picture(p_picture uuid) returns bytea
language sql stable security definer set search_path = desk, pg_temp
as $$ select picture from support.pictures where picture_id = p_picture $$;
grant execute on function desk.case_picture to pipkin_operator;

reset role;
