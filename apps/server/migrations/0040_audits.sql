-- Audits that an operator requests in the back office. The worker runs them; each ends as a row of
-- operator.audits, like an audit by command.

create table operator.audit_requests (
  request_id uuid primary key default uuidv7(),
  asked_at timestamptz not null default clock_timestamp(),
  asked_by text not null,
  -- Replays every round.
  is_full boolean not null,
  -- The worker's run that does it, and its last sign of life. After a minute without one, another
  -- run takes over.
  run uuid,
  seen_at timestamptz,
  -- How many checks are done, of how many, and what is being checked.
  checked integer not null default 0,
  checks integer,
  checking text,
  ended_at timestamptz,
  -- Null if it broke off.
  audit_id uuid unique,
  check (audit_id is null or ended_at is not null)
);
-- One at a time.
create unique index audit_requests_open on operator.audit_requests ((true)) where ended_at is null;
grant select, insert on operator.audit_requests to pipkin_ledger;
grant select, update on operator.audit_requests to pipkin_worker;

set role pipkin_ledger;

-- Asks the worker for an audit. Answers null, or why not.
create function operator.ask_audit(p_by text, p_reason text, p_full boolean) returns text
language plpgsql set search_path = operator, pg_temp
as $$
begin
  insert into audit_requests (asked_by, is_full) values (p_by, p_full) on conflict do nothing;
  if not found then return 'auditUnderWay'; end if;
  perform record(p_by, p_reason, 'runAudit', 'audit', null,
    jsonb_build_object('every_round', p_full));
  return null;
end
$$;

-- The last requested audit, and how far it is.
create function desk.asked_audit()
returns table (
  asked_at timestamptz, asked_by text, is_full boolean, seen_ago integer, checked integer,
  checks integer, checking text, ended_at timestamptz, audit_id uuid
)
language sql stable security definer set search_path = operator, pg_temp
as $$
  select asked_at, asked_by, is_full,
         extract(epoch from clock_timestamp() - seen_at)::integer,
         checked, checks, checking, ended_at, audit_id
  from audit_requests order by request_id desc limit 1
$$;
grant execute on function desk.asked_audit to pipkin_operator;

-- Audits, the newest first, before a place in that order. asked_by: null for the command's.
create function desk.list_audits(p_at timestamptz, p_id uuid, p_limit integer)
returns table (
  id uuid, at timestamptz, asked_by text, is_full boolean, replayed bigint, findings integer
)
language sql stable security definer set search_path = operator, pg_temp
as $$
  select a.audit_id, a.at, r.asked_by, r.is_full, a.replayed, a.findings
  from audits a left join audit_requests r using (audit_id)
  where (a.at, a.audit_id) < (p_at, p_id)
  order by a.at desc, a.audit_id desc limit p_limit
$$;
grant execute on function desk.list_audits to pipkin_operator;

-- What an audit checked and found; no row if there is no such audit.
create function desk.read_audit(p_audit uuid)
returns table (id uuid, at timestamptz, report jsonb)
language sql stable security definer set search_path = operator, pg_temp
as $$
  select audit_id, at, report from audits where audit_id = p_audit
$$;
grant execute on function desk.read_audit to pipkin_operator;

reset role;
