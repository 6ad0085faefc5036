-- The back office: who may do what there, and which acts take two people. Its process logs in as
-- pipkin_operator, which can use all of this through functions only.
create schema desk;
grant usage on schema desk to pipkin_operator, pipkin_ledger;
grant create on schema desk to pipkin_ledger;

-- Who may
-- -------------------------------------------------------------------------------------------------

create type desk.role as enum ('support', 'cashier', 'games', 'auditor', 'admin');
-- see: players and the ledger; answer: cases; restrict: freeze and end sessions; pay: payouts;
-- offer: games and referral terms; rule: factors, settings, roles; audit: acts, audits.
create type desk.duty as enum ('see', 'answer', 'restrict', 'pay', 'offer', 'rule', 'audit');

-- The matrix. An admin has every duty.
create table desk.duties (
  role desk.role not null,
  duty desk.duty not null,
  primary key (role, duty)
);
insert into desk.duties (role, duty) select 'admin', unnest(enum_range(null::desk.duty));
insert into desk.duties (role, duty) values
  ('support', 'see'), ('support', 'answer'), ('support', 'restrict'),
  ('cashier', 'see'), ('cashier', 'answer'), ('cashier', 'restrict'), ('cashier', 'pay'),
  ('games', 'offer'),
  ('auditor', 'see'), ('auditor', 'audit');

-- When an act takes a second person. paying: by the sum; inviting: if two operators could approve;
-- everybody: if it is a notice to all players.
create type desk.second as enum ('never', 'always', 'paying', 'inviting', 'everybody');

-- Every act, the duty that it needs, and when it takes two people.
-- packages/contract/src/desk/act-names.ts has its name for people.
create table desk.kinds (
  act text primary key,
  duty desk.duty not null,
  second desk.second not null
);
insert into desk.kinds (act, duty, second) values
  ('showContact', 'see', 'never'),
  ('answerCase', 'answer', 'never'),
  ('closeCase', 'answer', 'never'),
  ('assignCase', 'answer', 'never'),
  ('noteCase', 'answer', 'never'),
  ('freezePlayer', 'restrict', 'never'),
  ('unfreezePlayer', 'restrict', 'always'),
  ('endSessions', 'restrict', 'never'),
  ('lowerLimit', 'restrict', 'never'),
  ('giveBreak', 'restrict', 'never'),
  ('noteSafety', 'restrict', 'never'),
  ('draftNotice', 'answer', 'never'),
  ('dropNotice', 'answer', 'never'),
  ('publishNotice', 'answer', 'everybody'),
  ('endNotice', 'answer', 'never'),
  ('releasePayout', 'pay', 'paying'),
  ('refusePayout', 'pay', 'never'),
  ('pausePayouts', 'pay', 'never'),
  ('resumePayouts', 'pay', 'never'),
  ('pauseDeposits', 'pay', 'never'),
  ('resumeDeposits', 'pay', 'never'),
  ('explainTransfer', 'pay', 'never'),
  ('refuseRewards', 'pay', 'never'),
  ('approveRewards', 'pay', 'always'),
  ('switchGameOn', 'offer', 'always'),
  ('switchGameOff', 'offer', 'never'),
  ('draftGame', 'offer', 'never'),
  ('dropDraft', 'offer', 'never'),
  ('publishGame', 'offer', 'always'),
  ('retireGame', 'offer', 'always'),
  ('putGameBack', 'offer', 'always'),
  ('resetFactor', 'rule', 'always'),
  ('adjustBalance', 'rule', 'always'),
  ('changePayoutLimits', 'rule', 'always'),
  ('draftTerms', 'rule', 'never'),
  ('dropTerms', 'rule', 'never'),
  ('publishTerms', 'rule', 'always'),
  ('changeFees', 'rule', 'always'),
  ('changeGas', 'rule', 'always'),
  ('changeLossBudget', 'rule', 'always'),
  ('changeReferralTerms', 'offer', 'always'),
  ('inviteOperator', 'rule', 'inviting'),
  ('changeRole', 'rule', 'always'),
  ('closeOperator', 'rule', 'always'),
  ('runAudit', 'audit', 'never');

-- Operators
-- -------------------------------------------------------------------------------------------------

create table desk.operators (
  -- From 1. The next id is given under the back office's lock.
  operator_id integer primary key,
  -- No comma, because an act of two people has both names: "Asha, approved by Ben".
  name text not null check (name ~ '^[^[:cntrl:],]{1,60}$'),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  role desk.role not null,
  -- The authenticator app, encrypted with a key that the database doesn't hold; null until the
  -- first code, and if the factor is a passkey. The step of the last code only goes forward.
  secret bytea,
  last_step bigint,
  -- Wrong codes since tries_from: five in a quarter of an hour.
  tries integer not null default 0,
  tries_from timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  check ((secret is null) = (last_step is null))
);

-- The passkey of an operator who has chosen one instead of the app. Like players.passkeys.
create table desk.passkeys (
  credential_id bytea primary key check (length(credential_id) between 1 and 1023),
  operator_id integer not null unique references desk.operators,
  -- COSE.
  public_key bytea not null,
  user_handle bytea not null,
  -- The highest counter seen.
  counter bigint not null,
  transports text[] not null default '{}'
);

-- A challenge for a passkey to sign: valid once, for five minutes, and for the session (to add) or
-- the browser (to log in) that asked.
create table desk.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  adds boolean not null,
  asker bytea not null check (length(asker) = 32),
  asked_at timestamptz not null default clock_timestamp()
);

-- One-time links, by the hash of their token: valid for a day, until the factor is confirmed. The
-- first operator's link has no operator until it is used.
create table desk.invitations (
  token_hash bytea primary key check (length(token_hash) = 32),
  operator_id integer references desk.operators,
  made_at timestamptz not null default clock_timestamp()
);

-- A session is whole once a factor was given. Before that it can only add one.
create table desk.sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  operator_id integer not null references desk.operators,
  whole boolean not null,
  pending_secret bytea,
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp()
);
create index sessions_operator on desk.sessions (operator_id);

-- The key with which the back office's process proves that a factor was right. The database login
-- alone can't open a session.
create table desk.proof_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (length(key) = 32)
);

-- Acts that wait for a second person, and their decisions. changes is what the act would record,
-- found by doing it and rolling back.
create table desk.proposals (
  proposal_id uuid primary key default uuidv7(),
  act text not null references desk.kinds,
  input jsonb not null,
  reason text not null,
  changes jsonb not null,
  proposed_by integer not null references desk.operators,
  proposed_at timestamptz not null default clock_timestamp(),
  decision text check (decision in ('approved', 'refused', 'withdrawn')),
  decided_by integer references desk.operators,
  decided_at timestamptz,
  check (num_nulls(decision, decided_by, decided_at) in (0, 3)),
  -- No operator can approve their own proposal, however the row is written.
  constraint another_approves check (decision = 'withdrawn' or decided_by <> proposed_by)
);
create index proposals_open on desk.proposals (proposed_at) where decision is null;

grant select on desk.duties, desk.kinds to pipkin_operator, pipkin_ledger;
grant select, insert, update on desk.operators, desk.proposals, desk.proof_key to pipkin_ledger;
grant select, insert, update, delete on desk.invitations, desk.sessions, desk.passkeys,
  desk.passkey_challenges to pipkin_ledger;

set role pipkin_ledger;

-- Log-in
-- -------------------------------------------------------------------------------------------------

-- Whether an operator has chosen a factor: until then the link of the invitation is the only way.
create function desk.has_factor(p_operator integer) returns boolean
language sql stable set search_path = pg_temp
as $$
  select exists (
      select from desk.operators where operator_id = p_operator and secret is not null)
    or exists (select from desk.passkeys where operator_id = p_operator)
$$;

-- Keeps the key of the back office's process. It replaces an earlier one as long as no operator has
-- a factor. False if another key is kept.
create function desk.use_key(p_key bytea) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  insert into proof_key (key) values (p_key)
    on conflict (singleton) do update set key = excluded.key
      where not exists (select from operators where has_factor(operator_id));
  return exists (select from proof_key where key = p_key);
end
$$;
grant execute on function desk.use_key to pipkin_operator;

-- Whether the process has proved that a factor was right for this session: p_proof is a MAC.
create function desk.is_proven(p_factor text, p_session bytea, p_proof bytea) returns boolean
language sql stable
as $$
  select coalesce((
    select p_proof = public.hmac(convert_to(p_factor, 'UTF8') || p_session, key, 'sha256')
    from desk.proof_key), false)
$$;

-- Keeps the hash of the first operator's link, replacing an earlier one; false once an operator has
-- a factor.
create function desk.invite_first(p_token_hash bytea) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  if exists (select from operators where has_factor(operator_id)) then return false; end if;
  delete from invitations;
  delete from sessions;
  insert into invitations (token_hash, operator_id)
    values (p_token_hash, (select min(operator_id) from operators));
  return true;
end
$$;
grant execute on function desk.invite_first to pipkin_operator;

-- Whether another operator who has come in or acted has the name, because acts are kept by names.
-- An invitation to a wrong address doesn't take a name.
create function desk.is_name_taken(p_name text, p_operator integer) returns boolean
language sql stable set search_path = desk, pg_temp
as $$
  select exists (
    select from operators o
    where lower(o.name) = lower(p_name) and o.operator_id is distinct from p_operator
      and (has_factor(o.operator_id)
        or exists (select from operator.acts a where a.operator_id = o.operator_id)))
$$;

-- Opens a session that can add a factor, by an invitation. The first operator becomes an admin;
-- another must give the address that was invited. Answers null, or why not.
create function desk.enter(
  p_token_hash bytea, p_name text, p_email text, p_session bytea
) returns text
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  link invitations;
  who operators;
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  select * into link from invitations
    where token_hash = p_token_hash and made_at > clock_timestamp() - interval '24 hours'
    for update;
  if not found then return 'linkOver'; end if;
  if link.operator_id is null then
    insert into operators (operator_id, name, email, role)
      values (1, p_name, lower(p_email), 'admin') returning * into who;
    update invitations set operator_id = who.operator_id where token_hash = p_token_hash;
  else
    select * into who from operators where operator_id = link.operator_id for update;
    if who.closed_at is not null or who.email <> lower(p_email) then return 'linkOver'; end if;
    if is_name_taken(p_name, who.operator_id) then return 'nameTaken'; end if;
    update operators set name = p_name where operator_id = who.operator_id;
  end if;
  delete from sessions where operator_id = who.operator_id and not whole;
  insert into sessions (token_hash, operator_id, whole) values (p_session, who.operator_id, false);
  return null;
end
$$;
grant execute on function desk.enter to pipkin_operator;

-- Whether a session is alive: it ends after 30 minutes without a call, and after 12 hours.
create function desk.is_alive(p_session desk.sessions) returns boolean
language sql stable
return p_session.last_seen_at > clock_timestamp() - interval '30 minutes'
  and p_session.created_at > clock_timestamp() - interval '12 hours';

-- Keeps a new secret with a session that has no factor yet. False for any other session.
create function desk.keep_secret(p_session bytea, p_secret bytea) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  update sessions set pending_secret = p_secret where token_hash = p_session and not whole;
  return found;
end
$$;
grant execute on function desk.keep_secret to pipkin_operator;

-- The secret that waits for its first code, and the time to judge the code by.
create function desk.pending_secret(p_session bytea)
returns table (operator integer, secret bytea, now float8)
language sql security definer set search_path = desk, pg_temp
as $$
  select operator_id, pending_secret, extract(epoch from clock_timestamp())::float8
  from sessions
  where token_hash = p_session and not whole and pending_secret is not null
    and created_at > clock_timestamp() - interval '30 minutes'
$$;
grant execute on function desk.pending_secret to pipkin_operator;

-- Ends an invitation once a factor was chosen: the link is used up, every other session ends, and
-- this one is whole and gets a new token.
create function desk.come_in(p_who desk.operators, p_factor text, p_new_session bytea) returns void
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  delete from invitations where operator_id = p_who.operator_id;
  delete from sessions where operator_id = p_who.operator_id;
  insert into sessions (token_hash, operator_id, whole)
    values (p_new_session, p_who.operator_id, true);
  perform act_as(p_who.operator_id);
  perform record(p_who.name, p_factor || ' was added by a link', 'enter', p_who.email, null,
    jsonb_build_object('role', p_who.role));
end
$$;

-- Takes the first code of the app, which is the operator's factor from now on. False if the secret
-- has changed.
create function desk.confirm_secret(
  p_session bytea, p_secret bytea, p_step bigint, p_new_session bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
  -- A new invitation of the same moment comes before this, or after it.
  perform pg_advisory_xact_lock(hashtext('desk'));
  select o.* into who from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and not s.whole and s.pending_secret = p_secret
      and o.closed_at is null
    for update of o;
  if not found then return false; end if;
  update operators set secret = p_secret, last_step = p_step, tries = 0
    where operator_id = who.operator_id;
  delete from passkeys where operator_id = who.operator_id;
  perform come_in(who, 'an app', p_new_session);
  return true;
end
$$;
grant execute on function desk.confirm_secret to pipkin_operator;

-- Keeps a challenge for a passkey. It deletes expired ones, and all but the newest thousand for
-- log-ins, since anyone can request those.
create function desk.keep_challenge(p_challenge bytea, p_adds boolean, p_asker bytea) returns void
language sql security definer set search_path = desk, pg_temp
as $$
  delete from passkey_challenges where asked_at < clock_timestamp() - interval '5 minutes'
    or not adds and asked_at < (
      select asked_at from passkey_challenges where not adds
      order by asked_at desc offset 999 limit 1);
  insert into passkey_challenges (challenge_hash, adds, asker)
    values (p_challenge, p_adds, p_asker);
$$;
grant execute on function desk.keep_challenge to pipkin_operator;

-- Uses up a challenge. False if it isn't this asker's for this purpose, was used, or has expired. A
-- wrong answer uses it up too.
create function desk.take_challenge(p_challenge bytea, p_adds boolean, p_asker bytea)
returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  delete from passkey_challenges
    where challenge_hash = p_challenge and adds = p_adds and asker = p_asker
      and asked_at > clock_timestamp() - interval '5 minutes';
  return found;
end
$$;
grant execute on function desk.take_challenge to pipkin_operator;

-- Adds the passkey that was made for a session's challenge, which is the operator's factor from now
-- on. False if the session is over or whole. Another operator's passkey is a unique violation.
create function desk.add_passkey(
  p_session bytea, p_credential bytea, p_public_key bytea, p_user_handle bytea, p_counter bigint,
  p_transports text[], p_new_session bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  select o.* into who from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and not s.whole and o.closed_at is null
      and s.created_at > clock_timestamp() - interval '30 minutes'
    for update of o;
  if not found then return false; end if;
  delete from passkeys where operator_id = who.operator_id;
  insert into passkeys (
      credential_id, operator_id, public_key, user_handle, counter, transports)
    values (p_credential, who.operator_id, p_public_key, p_user_handle, p_counter, p_transports);
  update operators set secret = null, last_step = null where operator_id = who.operator_id;
  perform come_in(who, 'a passkey', p_new_session);
  return true;
end
$$;
grant execute on function desk.add_passkey to pipkin_operator;

-- Finds the operator that a passkey belongs to.
create function desk.find_passkey(p_credential bytea)
returns table (operator integer, public_key bytea, user_handle bytea, transports text[])
language sql stable security definer set search_path = desk, pg_temp
as $$
  select operator_id, public_key, user_handle, transports
  from passkeys where credential_id = p_credential
$$;
grant execute on function desk.find_passkey to pipkin_operator;

-- Opens a whole session after a passkey has signed; the act says if its counter went back. False if
-- the passkey was replaced or the account closed meanwhile, or without a proof.
create function desk.open_session_by_passkey(
  p_credential bytea, p_counter bigint, p_session bytea, p_proof bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
  last bigint;
begin
  if not is_proven('passkey ' || encode(p_credential, 'hex'), p_session, p_proof) then
    return false;
  end if;
  select o.* into who from passkeys p join operators o using (operator_id)
    where p.credential_id = p_credential and o.closed_at is null
    for no key update of o;
  if not found then return false; end if;
  select counter into last from passkeys where credential_id = p_credential for update;
  if not found then return false; end if;
  update passkeys set counter = greatest(counter, p_counter) where credential_id = p_credential;
  perform begin_session(who, case when last > 0 and p_counter <= last
    then 'by a passkey whose counter went back' else 'by the passkey' end, p_session);
  return true;
end
$$;
grant execute on function desk.open_session_by_passkey to pipkin_operator;

-- Opens the session, and records the log-in as an act.
create function desk.begin_session(p_who desk.operators, p_how text, p_session bytea) returns void
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  delete from sessions s where not is_alive(s);
  insert into sessions (token_hash, operator_id, whole)
    values (p_session, p_who.operator_id, true);
  perform act_as(p_who.operator_id);
  perform record(p_who.name, p_how, 'logIn', p_who.email);
end
$$;

-- What a code is checked against; each call counts as a try. No row: there is no such operator. A
-- null secret: too many tries.
create function desk.try_code(p_email text)
returns table (operator integer, secret bytea, now float8)
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  update operators o set
    tries = case when o.tries_from < clock_timestamp() - interval '15 minutes'
                 then 1 else o.tries + 1 end,
    tries_from = case when o.tries_from < clock_timestamp() - interval '15 minutes'
                      then clock_timestamp() else o.tries_from end
    where o.email = lower(p_email) and o.secret is not null and o.closed_at is null;
  return query
    select o.operator_id, case when o.tries <= 5 then o.secret end,
           extract(epoch from clock_timestamp())::float8
    from operators o
    where o.email = lower(p_email) and o.secret is not null and o.closed_at is null;
end
$$;
grant execute on function desk.try_code to pipkin_operator;

-- Opens a whole session for a right code of p_secret. False if its step was used, the app was
-- replaced or the account closed meanwhile, or without a proof.
create function desk.open_session(
  p_operator integer, p_secret bytea, p_step bigint, p_session bytea, p_proof bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
  if not is_proven('code ' || p_operator || ' ' || p_step, p_session, p_proof) then
    return false;
  end if;
  update operators set last_step = p_step, tries = 0
    where operator_id = p_operator and secret = p_secret and last_step < p_step
      and closed_at is null
    returning * into who;
  if not found then return false; end if;
  perform begin_session(who, 'by the authenticator app', p_session);
  return true;
end
$$;
grant execute on function desk.open_session to pipkin_operator;

-- A log-out.
create function desk.end_session(p_session bytea) returns void
language sql security definer set search_path = desk, pg_temp
as $$ delete from sessions where token_hash = p_session $$;
grant execute on function desk.end_session to pipkin_operator;

-- The operator of a live session. p_seen: the call keeps it alive; calls that a screen makes by
-- itself don't.
create function desk.find_session(p_session bytea, p_seen boolean default true)
returns table (
  operator integer, name text, email text, role desk.role, duties desk.duty[], whole boolean
)
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  if p_seen then
    update sessions s set last_seen_at = clock_timestamp()
      where s.token_hash = p_session and is_alive(s)
        and s.last_seen_at < clock_timestamp() - interval '10 seconds';
  end if;
  return query
    select o.operator_id, o.name, o.email, o.role,
           array(select d.duty from duties d where d.role = o.role order by d.duty), s.whole
    from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and o.closed_at is null and is_alive(s);
end
$$;
grant execute on function desk.find_session to pipkin_operator;

reset role;
