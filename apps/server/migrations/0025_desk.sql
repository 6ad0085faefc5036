-- The back office: who may do what there, and which acts take two people. Its process logs in as
-- pipkin_operator, which reaches all of this by functions alone.
create schema desk;
grant usage on schema desk to pipkin_operator, pipkin_ledger;
grant create on schema desk to pipkin_ledger;

-- Who may
-- -------------------------------------------------------------------------------------------------

create type desk.role as enum ('support', 'cashier', 'games', 'auditor', 'admin');
-- see: players and the ledger; answer: cases; restrict: freeze and end sessions; pay: payouts;
-- offer: games and referral terms; rule: factors, settings, roles; audit: acts, exports, audits.
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

-- When an act takes a second person. paying: by sum; inviting: once two operators could approve;
-- everybody: a notice to all players.
create type desk.second as enum ('never', 'always', 'paying', 'inviting', 'everybody');

-- Every act, the duty that it needs, and when it takes two. For people it has a name, in
-- packages/contract/src/desk/act-names.ts.
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
  -- From 1: the next is given under the back office's lock.
  operator_id integer primary key,
  -- No comma: an act of two has the names of both, as "Asha, approved by Ben".
  name text not null check (name ~ '^[^[:cntrl:],]{1,60}$'),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  role desk.role not null,
  -- The authenticator app, encrypted with a key that the database doesn't hold; null until the
  -- first code, and where the factor is a passkey. The step of the last code only goes forward.
  secret bytea,
  last_step bigint,
  -- Wrong codes since tries_from: five in a quarter of an hour.
  tries integer not null default 0,
  tries_from timestamptz not null default clock_timestamp(),
  invited_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  check ((secret is null) = (last_step is null))
);

-- The passkey of an operator who has chosen one in place of the app. As players.passkeys.
create table desk.passkeys (
  credential_id bytea primary key check (length(credential_id) between 1 and 1023),
  operator_id integer not null unique references desk.operators,
  -- COSE.
  public_key bytea not null,
  user_handle bytea not null,
  -- The highest that was seen.
  counter bigint not null,
  transports text[] not null default '{}'
);

-- What a passkey is asked to sign: good once, for five minutes, and for the session (to add) or the
-- browser (to log in) that asked.
create table desk.passkey_challenges (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  adds boolean not null,
  asker bytea not null check (length(asker) = 32),
  asked_at timestamptz not null default clock_timestamp()
);

-- One-time links, by the hash of their token: good for a day, until the factor is confirmed. The
-- first operator's has no operator until it is entered.
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

-- The key under which the back office's process says that a factor was right: the login alone opens
-- no session.
create table desk.door (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (length(key) = 32)
);

-- Acts that wait for a second person, and what became of them. changes is what the act would
-- record: it was done and rolled back to know.
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
  -- No one approves what is their own, by any way to write this row.
  constraint another_approves check (decision = 'withdrawn' or decided_by <> proposed_by)
);
create index proposals_open on desk.proposals (proposed_at) where decision is null;

grant select on desk.duties, desk.kinds to pipkin_operator, pipkin_ledger;
grant select, insert, update on desk.operators, desk.proposals, desk.door to pipkin_ledger;
grant select, insert, update, delete on desk.invitations, desk.sessions, desk.passkeys,
  desk.passkey_challenges to pipkin_ledger;

-- What acts do to a player's account, with the rights of the tables' owner
-- -------------------------------------------------------------------------------------------------

-- Freezes an account until an operator opens it again, or opens it where its owner hasn't frozen it
-- as well. False where it is so already.
create function players.freeze_by_house(p_player integer, p_frozen boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  stays boolean;
begin
  update players.accounts
    set frozen_by_house = p_frozen, opens_by_factor = false,
        frozen_from = case when p_frozen then coalesce(frozen_from, clock_timestamp())
                           when frozen_by_owner then frozen_from end
    where player_id = p_player and closed_at is null and frozen_by_house <> p_frozen
    returning frozen_from is not null into stays;
  if not found then return false; end if;
  perform ledger.set_frozen(p_player, stays);
  if p_frozen then
    perform cashier.review_unsigned(p_player);
    delete from players.sessions where session_id in (select players.lock_sessions(p_player));
  end if;
  return true;
end
$$;
revoke all on function players.freeze_by_house from public;
grant execute on function players.freeze_by_house to pipkin_ledger;

-- Takes all second factors from an account, ends its sessions, holds its ways out for 72 hours and
-- mails its owner. False where there is no factor.
create function players.reset_factors(p_player integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  account record;
begin
  select has_totp, passkeys into account from players.accounts
    where player_id = p_player and closed_at is null for no key update;
  if not found or not account.has_totp and account.passkeys = 0 then return false; end if;
  delete from players.recovery_codes where player_id = p_player;
  delete from players.totp where player_id = p_player;
  delete from players.passkeys where player_id = p_player;
  delete from players.sessions where session_id in (select players.lock_sessions(p_player));
  perform players.count_factors(p_player);
  perform ledger.hold_ways_out(p_player, interval '72 hours', 'factor');
  if account.has_totp then
    perform players.tell(p_player, 'totp_removed', 'Pipkin’s support, as was asked for');
  end if;
  if account.passkeys > 0 then
    perform players.tell(p_player, 'passkey_removed', 'Pipkin’s support, as was asked for');
  end if;
  return true;
end
$$;
revoke all on function players.reset_factors from public;

-- When a second factor was added last; null where none ever was.
create function players.newest_factor(p_player integer) returns timestamptz
language sql stable security definer set search_path = ''
return (select max(at) from players.security_events
        where player_id = p_player and kind in ('totp_added', 'passkey_added'));
revoke all on function players.newest_factor from public;
grant execute on function players.newest_factor to pipkin_ledger;
grant execute on function players.reset_factors to pipkin_ledger;

set role pipkin_ledger;

-- The way in
-- -------------------------------------------------------------------------------------------------

-- Whether an operator has chosen a factor: until then the link of the invitation is the only way.
create function desk.has_factor(p_operator integer) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
      select from desk.operators where operator_id = p_operator and secret is not null)
    or exists (select from desk.passkeys where operator_id = p_operator)
$$;

-- Keeps the key of the back office's process, in place of an earlier one as long as no operator has
-- a factor. False where another one is kept.
create function desk.use_key(p_key bytea) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  insert into door (key) values (p_key)
    on conflict (singleton) do update set key = excluded.key
      where not exists (select from operators where has_factor(operator_id));
  return exists (select from door where key = p_key);
end
$$;
grant execute on function desk.use_key to pipkin_operator;

-- Whether the process says that a factor was right, and means this session: "p_proof" is a MAC.
create function desk.is_proven(p_factor text, p_session bytea, p_proof bytea) returns boolean
language sql stable
as $$
  select coalesce((
    select p_proof = public.hmac(convert_to(p_factor, 'UTF8') || p_session, key, 'sha256')
    from desk.door), false)
$$;

-- Keeps the hash of the first operator's link, in place of an earlier one; false once there is an
-- operator with a factor.
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

-- Whether another operator who has come in or acted has the name: acts are kept by names. An
-- invitation to a wrong address takes none.
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

-- Keeps a new secret with a session that has no factor yet. False where it is another session.
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

-- Ends an invitation by the factor that was chosen: the link is used up, every other session ends,
-- this one is whole and gets a new token.
create function desk.come_in(p_who desk.operators, p_factor text, p_new_session bytea) returns void
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  delete from invitations where operator_id = p_who.operator_id;
  delete from sessions where operator_id = p_who.operator_id;
  insert into sessions (token_hash, operator_id, whole)
    values (p_new_session, p_who.operator_id, true);
  perform set_config('desk.operator', p_who.operator_id::text, true);
  perform record(p_who.name, p_factor || ' was added by a link', 'enter', p_who.email, null,
    jsonb_build_object('role', p_who.role));
end
$$;

-- Takes the first code of the app, which is the operator's factor from now on. False where the
-- secret is another by now.
create function desk.confirm_secret(
  p_session bytea, p_secret bytea, p_step bigint, p_new_session bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
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

-- Keeps a challenge for a passkey. Those that are over go, and of those to log in all but the
-- newest thousand: anyone can ask for one.
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

-- Uses up a challenge. False where it is none of this asker's for this purpose, was used, or is
-- over. A wrong answer uses it too.
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
-- on. False where the session is over or whole; a passkey of another operator is a duplicate.
create function desk.add_passkey(
  p_session bytea, p_credential bytea, p_public_key bytea, p_user_handle bytea, p_counter bigint,
  p_transports text[], p_new_session bytea
) returns boolean
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
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

-- Opens a whole session for what a passkey has signed; the act says where its counter went back.
-- False where the passkey was replaced or the account closed meanwhile, or without a proof.
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
    where p.credential_id = p_credential and o.closed_at is null for update of o;
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

-- Log-ins are acts.
create function desk.begin_session(p_who desk.operators, p_how text, p_session bytea) returns void
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  delete from sessions where last_seen_at < clock_timestamp() - interval '30 minutes';
  insert into sessions (token_hash, operator_id, whole)
    values (p_session, p_who.operator_id, true);
  perform set_config('desk.operator', p_who.operator_id::text, true);
  perform record(p_who.name, p_how, 'logIn', p_who.email);
end
$$;

-- What a code is judged by; each question counts as a try. No row: there is no such operator. A
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

-- Opens a whole session for a right code, unless its step was used or there is no proof.
create function desk.open_session(
  p_operator integer, p_step bigint, p_session bytea, p_proof bytea
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
    where operator_id = p_operator and last_step < p_step and closed_at is null
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

-- Whose session it is: it ends after 30 minutes without a call and after 12 hours. p_seen: the call
-- keeps it alive; what a screen asks for by itself doesn't.
create function desk.find_session(p_session bytea, p_seen boolean default true)
returns table (
  operator integer, name text, email text, role desk.role, duties desk.duty[], whole boolean
)
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  if p_seen then
    update sessions s set last_seen_at = clock_timestamp()
      where s.token_hash = p_session
        and s.last_seen_at > clock_timestamp() - interval '30 minutes'
        and s.last_seen_at < clock_timestamp() - interval '10 seconds';
  end if;
  return query
    select o.operator_id, o.name, o.email, o.role,
           array(select d.duty from duties d where d.role = o.role order by d.duty), s.whole
    from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and o.closed_at is null
      and s.last_seen_at > clock_timestamp() - interval '30 minutes'
      and s.created_at > clock_timestamp() - interval '12 hours';
end
$$;
grant execute on function desk.find_session to pipkin_operator;

-- What acts do
-- -------------------------------------------------------------------------------------------------
-- As the operator's commands, they answer null where they are done, else why not. The rest are
-- those of 0014_operator.sql.

-- A look at a player's phone number and e-mail address, which other calls mask.
create function desk.note_contact(p_by text, p_reason text, p_player integer) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  if not exists (select from players.accounts where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  perform record(p_by, p_reason, 'showContact', p_player::text);
  return null;
end
$$;

-- Freezes an account for the house, or ends that, as players.freeze_by_house does it.
create function desk.freeze_player(
  p_by text, p_reason text, p_player integer, p_frozen boolean
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
begin
  select jsonb_build_object('frozen', frozen_from is not null, 'by_house', frozen_by_house)
    into was from players.accounts where player_id = p_player;
  if not found then return 'unknownPlayer'; end if;
  if not players.freeze_by_house(p_player, p_frozen) then return 'alreadySo'; end if;
  perform record(p_by, p_reason, case when p_frozen then 'freezePlayer' else 'unfreezePlayer' end,
    p_player::text, was, (
      select jsonb_build_object('frozen', frozen_from is not null, 'by_house', frozen_by_house)
      from players.accounts where player_id = p_player));
  return null;
end
$$;

-- Resets a lost factor, as players.reset_factors does it.
create function desk.reset_factor(p_by text, p_reason text, p_player integer) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
  owner jsonb;
begin
  -- The owner may have frozen the account or replaced a lost factor since it was proposed: an
  -- approval is then refused.
  select jsonb_build_object('app', has_totp, 'passkeys', passkeys),
         jsonb_build_object('frozen', frozen_from is not null,
           'newest_factor', players.newest_factor(p_player))
    into was, owner
    from players.accounts where player_id = p_player;
  if not found then return 'unknownPlayer'; end if;
  if not players.reset_factors(p_player) then return 'alreadySo'; end if;
  perform record(p_by, p_reason, 'resetFactor', p_player::text, was || owner,
    jsonb_build_object('app', false, 'passkeys', 0, 'hours_held', 72) || owner);
  return null;
end
$$;

-- Stops the worker from signing payouts, or lets it go on.
create function desk.pause_payouts(p_by text, p_reason text, p_paused boolean) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
begin
  update cashier.settings set paused = p_paused where paused <> p_paused;
  if not found then return 'alreadySo'; end if;
  perform record(p_by, p_reason, case when p_paused then 'pausePayouts' else 'resumePayouts' end,
    'payouts', jsonb_build_object('paused', not p_paused), jsonb_build_object('paused', p_paused));
  return null;
end
$$;

-- The fields of a row that differ from those of another.
create function desk.changed(p_of jsonb, p_from jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(p_of) where value is distinct from p_from -> key and key <> 'version');

-- The sums above which payouts take two people. Until one is set for each payout, it is the one
-- above which they wait.
create function desk.payout_limits() returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_build_object(
    'second_above', coalesce(second_above, review_above), 'second_day', second_day)
  from cashier.settings);

-- Null leaves a sum as it is.
create function desk.change_payout_limits(
  p_by text, p_reason text, p_each bigint, p_day bigint
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  wanted jsonb := jsonb_strip_nulls(
    jsonb_build_object('second_above', p_each, 'second_day', p_day));
  was jsonb;
  now_is jsonb;
begin
  perform from cashier.settings for update;
  was := payout_limits();
  now_is := was || wanted;
  if now_is = was then return 'alreadySo'; end if;
  perform set_cashier(p_by, p_reason, wanted);
  perform record(p_by, p_reason, 'changePayoutLimits', 'payout limits', changed(was, now_is),
    changed(now_is, was));
  return null;
end
$$;

-- What the coin that pays for gas is worth, in 1/100 fkr, and the most for a unit of gas, in gwei.
-- Null leaves one as it is.
create function desk.change_gas(
  p_by text, p_reason text, p_coin_price bigint, p_most_gwei bigint
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
  now_is jsonb;
  wei_of_gwei bigint := 1000000000;
begin
  select jsonb_build_object('coin_price', coin_price, 'most_gwei', most_gas_price / wei_of_gwei)
    into was from cashier.settings for update;
  now_is := was || jsonb_strip_nulls(
    jsonb_build_object('coin_price', p_coin_price, 'most_gwei', p_most_gwei));
  if now_is = was then return 'alreadySo'; end if;
  perform set_cashier(p_by, p_reason, jsonb_build_object(
    'coin_price', p_coin_price, 'most_gas_price', p_most_gwei * wei_of_gwei));
  perform record(p_by, p_reason, 'changeGas', 'gas', changed(was, now_is), changed(now_is, was));
  return null;
end
$$;

-- Whether no other admin could come in.
create function desk.is_last_admin(p_operator integer) returns boolean
language sql stable set search_path = desk, pg_temp
as $$
  select (select role = 'admin' from operators where operator_id = p_operator)
    and not exists (
      select from operators where role = 'admin' and has_factor(operator_id) and closed_at is null
        and operator_id <> p_operator)
$$;

-- Invites a person, or one anew who has lost the app: the factor stays until the new one is
-- confirmed. One admin stays.
create function desk.invite_operator(
  p_by text, p_reason text, p_name text, p_email text, p_role desk.role, p_token_hash bytea
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was operators;
  who operators;
begin
  select * into was from operators where email = lower(p_email) for update;
  if p_role <> 'admin' and was.closed_at is null and is_last_admin(was.operator_id) then
    return 'lastAdmin';
  end if;
  if is_name_taken(p_name, was.operator_id) then return 'nameTaken'; end if;
  if was.operator_id is not null then
    update operators set name = p_name, role = p_role, closed_at = null
      where operator_id = was.operator_id returning * into who;
    delete from invitations where operator_id = was.operator_id;
  else
    insert into operators (operator_id, name, email, role)
      select max(operator_id) + 1, p_name, lower(p_email), p_role from operators
      returning * into who;
  end if;
  insert into invitations (token_hash, operator_id) values (p_token_hash, who.operator_id);
  perform record(p_by, p_reason, 'inviteOperator', who.email,
    case when was.operator_id is not null
      then jsonb_build_object(
        'name', was.name, 'role', was.role, 'closed', was.closed_at is not null) end,
    jsonb_build_object('name', who.name, 'role', who.role, 'closed', false));
  return null;
end
$$;

-- Changes an operator's role; null closes the account, whose factor is void from then on, also if
-- its operator is invited again. One admin stays.
create function desk.change_operator(
  p_by text, p_reason text, p_operator integer, p_role desk.role
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was operators;
begin
  select * into was from operators where operator_id = p_operator and closed_at is null for update;
  if not found then return 'unknownOperator'; end if;
  if was.role = p_role then return 'alreadySo'; end if;
  if is_last_admin(p_operator) then return 'lastAdmin'; end if;
  update operators
    set role = coalesce(p_role, role),
        closed_at = case when p_role is null then clock_timestamp() end
    where operator_id = p_operator;
  if p_role is null then
    delete from sessions where operator_id = p_operator;
    delete from invitations where operator_id = p_operator;
    delete from passkeys where operator_id = p_operator;
    update operators set secret = null, last_step = null where operator_id = p_operator;
  end if;
  perform record(p_by, p_reason,
    case when p_role is null then 'closeOperator' else 'changeRole' end, was.email,
    jsonb_build_object('role', was.role), jsonb_build_object('role', p_role));
  return null;
end
$$;

-- Does an act. Answers null, or why not. An act without a branch raises.
create function desk.do_act(p_by text, p_reason text, p_act text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  player integer := (p_input ->> 'player')::integer;
  operation uuid := (p_input ->> 'operation')::uuid;
  game smallint := (p_input ->> 'game')::smallint;
begin
  case p_act
    when 'showContact' then return desk.note_contact(p_by, p_reason, player);
    when 'answerCase' then return desk.answer_case(p_by, p_reason, (p_input ->> 'caseId')::integer,
      p_input ->> 'answer', (p_input ->> 'closes')::boolean, (p_input ->> 'seen')::uuid);
    when 'closeCase' then return desk.close_case(p_by, p_reason, (p_input ->> 'caseId')::integer,
      (p_input ->> 'seen')::uuid);
    when 'assignCase' then return desk.assign_case(p_by, p_reason, (p_input ->> 'caseId')::integer,
      (p_input ->> 'from')::integer, (p_input ->> 'operator')::integer);
    when 'noteCase' then return desk.note_case(
      p_by, p_reason, (p_input ->> 'caseId')::integer, p_input ->> 'note');
    when 'freezePlayer' then return desk.freeze_player(p_by, p_reason, player, true);
    when 'unfreezePlayer' then return desk.freeze_player(p_by, p_reason, player, false);
    when 'endSessions' then return operator.end_sessions(p_by, p_reason, player);
    when 'lowerLimit' then return operator.lower_limit(p_by, p_reason, player,
      (p_input ->> 'kind')::ledger.limit_kind,
      coalesce(p_input ->> 'period', 'round')::ledger.limit_period,
      (p_input ->> 'amount')::bigint);
    when 'giveBreak' then return operator.take_break(p_by, p_reason, player,
      (p_input ->> 'kind')::ledger.break_kind, (p_input ->> 'lasts')::interval);
    when 'noteSafety' then return desk.note_safety(p_by, p_reason, player);
    when 'draftNotice' then return desk.draft_notice(p_by, p_reason, p_input);
    when 'dropNotice' then return desk.drop_notice(p_by, p_reason, (p_input ->> 'notice')::uuid);
    when 'publishNotice' then return desk.publish_notice(
      p_by, p_reason, (p_input ->> 'notice')::uuid);
    when 'endNotice' then return desk.end_notice(p_by, p_reason, (p_input ->> 'notice')::uuid);
    when 'releasePayout' then return operator.release(p_by, p_reason, player, operation);
    when 'refusePayout' then return operator.refuse(p_by, p_reason, player, operation);
    when 'pausePayouts' then return desk.pause_payouts(p_by, p_reason, true);
    when 'resumePayouts' then return desk.pause_payouts(p_by, p_reason, false);
    when 'explainTransfer' then return operator.explain_transfer(
      p_by, p_reason, p_input ->> 'hash');
    when 'refuseRewards' then return operator.decide_rewards(p_by, p_reason, player, 'refused');
    when 'approveRewards' then return operator.decide_rewards(p_by, p_reason, player, 'approved');
    when 'switchGameOn' then return operator.switch_game(p_by, p_reason, game, true);
    when 'switchGameOff' then return operator.switch_game(p_by, p_reason, game, false);
    when 'draftGame' then return desk.draft_game(p_by, p_reason, p_input);
    when 'dropDraft' then return desk.drop_draft(p_by, p_reason, (p_input ->> 'draft')::uuid);
    when 'publishGame' then return desk.publish_game(p_by, p_reason, (p_input ->> 'draft')::uuid);
    when 'retireGame' then return operator.retire_game(p_by, p_reason, game, true);
    when 'putGameBack' then return operator.retire_game(p_by, p_reason, game, false);
    when 'resetFactor' then return desk.reset_factor(p_by, p_reason, player);
    when 'adjustBalance' then return desk.adjust_balance(
      p_by, p_reason, player, p_input ->> 'wallet', (p_input ->> 'amount')::bigint,
      p_input ->> 'note');
    when 'changePayoutLimits' then return desk.change_payout_limits(
      p_by, p_reason, (p_input ->> 'each')::bigint, (p_input ->> 'day')::bigint);
    when 'draftTerms' then return desk.draft_terms(p_by, p_reason, p_input);
    when 'dropTerms' then return desk.drop_terms(p_by, p_reason, (p_input ->> 'terms')::uuid);
    when 'publishTerms' then return desk.publish_terms(p_by, p_reason, (p_input ->> 'terms')::uuid);
    when 'changeFees' then return desk.change_fees(p_by, p_reason, p_input);
    when 'changeGas' then return desk.change_gas(
      p_by, p_reason, (p_input ->> 'coinPrice')::bigint, (p_input ->> 'mostGwei')::bigint);
    when 'changeLossBudget' then return operator.change_loss_budget(
      p_by, p_reason, (p_input ->> 'amount')::bigint);
    when 'changeReferralTerms' then return desk.change_referral_terms(p_by, p_reason, p_input);
    when 'inviteOperator' then return desk.invite_operator(
      p_by, p_reason, p_input ->> 'name', p_input ->> 'email', (p_input ->> 'role')::desk.role,
      decode(p_input ->> 'tokenHash', 'hex'));
    when 'changeRole' then return desk.change_operator(
      p_by, p_reason, (p_input ->> 'operator')::integer, (p_input ->> 'role')::desk.role);
    when 'closeOperator' then return desk.change_operator(
      p_by, p_reason, (p_input ->> 'operator')::integer, null);
    when 'runAudit' then return operator.ask_audit(p_by, p_reason, (p_input ->> 'full')::boolean);
  end case;
end
$$;

-- Whether an act takes a second person, with this input, now.
create function desk.takes_two(p_act text, p_input jsonb) returns boolean
language plpgsql stable set search_path = desk, pg_temp
as $$
declare
  kind second := (select k.second from kinds k where k.act = p_act);
  amount bigint;
  disowned boolean;
  limits cashier.settings;
begin
  case kind
    when 'always' then return true;
    when 'everybody' then
      return exists (select from support.notices
        where notice_id = (p_input ->> 'notice')::uuid and player_id is null);
    when 'inviting' then
      -- Counts who could approve it: with others alone it would wait for ever.
      return (select count(*) > 1 from operators
        where has_factor(operator_id) and closed_at is null and may(role, p_act));
    when 'paying' then
      select o.amount, cashier.disowned_at(o.player_id, o.address) is not null
        into amount, disowned from cashier.operations o
        where o.player_id = (p_input ->> 'player')::integer
          and o.operation_id = (p_input ->> 'operation')::uuid and o.kind = 'withdrawal';
      if not found then return false; end if;
      select * into limits from cashier.settings;
      return disowned or amount > coalesce(limits.second_above, limits.review_above)
        or limits.second_day < amount + (
        select coalesce(sum((a.after ->> 'amount')::bigint), 0) from operator.acts a
        where a.act = 'releasePayout' and a.at > clock_timestamp() - interval '24 hours');
    else return false;
  end case;
end
$$;

-- Holds the money of a player who is to be paid, before the act is judged: the owner may be
-- disowning the wallet.
create function desk.hold_payee(p_act text, p_input jsonb) returns void
language sql
as $$
  select from ledger.wallets
  where p_act = 'releasePayout' and player_id = (p_input ->> 'player')::integer
  for no key update
$$;

-- Does an act by a command, whose author only says who it is: none that takes two people. The lock
-- is that of desk.whose: of payouts at the same moment each sees the day's sum. Answers null, or
-- why not.
create function desk.act_by_command(p_by text, p_reason text, p_act text, p_input jsonb)
returns text
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  if p_act not in (
      'releasePayout', 'pausePayouts', 'resumePayouts', 'switchGameOn', 'switchGameOff',
      'refuseRewards') then
    raise exception '% is no act of a command', p_act;
  end if;
  perform pg_advisory_xact_lock(hashtext('desk'));
  perform hold_payee(p_act, p_input);
  if takes_two(p_act, p_input) then return 'takesTwo'; end if;
  return do_act(p_by, p_reason, p_act, p_input);
end
$$;
grant execute on function desk.act_by_command to pipkin_operator;

-- Who may, and four eyes
-- -------------------------------------------------------------------------------------------------

-- The operator of a whole session that lives, or null. One after another from here on: what is
-- judged is what is done.
create function desk.whose(p_session bytea) returns desk.operators
language plpgsql set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  select o.* into who from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and s.whole and o.closed_at is null
      and s.last_seen_at > clock_timestamp() - interval '30 minutes'
      and s.created_at > clock_timestamp() - interval '12 hours';
  perform set_config('desk.operator', who.operator_id::text, true),
          set_config('desk.approver', '', true), set_config('desk.approval', '', true);
  return who;
end
$$;

-- Whether a role has the duty that an act needs.
create function desk.may(p_role desk.role, p_act text) returns boolean
language sql stable
as $$
  select exists (
    select from desk.kinds k join desk.duties d using (duty)
    where k.act = p_act and d.role = p_role)
$$;

-- Whether a proposal is about this operator's own role or account, or invites them anew.
create function desk.is_about(p_proposal desk.proposals, p_who desk.operators) returns boolean
language sql immutable
return p_proposal.act in ('inviteOperator', 'changeRole', 'closeOperator')
  and p_proposal.changes ->> 'about' = p_who.email;

-- Why this operator can't approve a proposal as things are; null where it can be tried.
create function desk.why_not(p_who desk.operators, p_proposal desk.proposals) returns text
language sql stable set search_path = desk, pg_temp
as $$
  select case
    when is_about(p_proposal, p_who) then 'aboutYourself'
    -- Who has proposed it must still be allowed to.
    when proposer.closed_at is not null or not may(proposer.role, p_proposal.act)
      then 'proposerMayNot'
    when p_who.operator_id = p_proposal.proposed_by then 'ownProposal'
    when p_proposal.act = 'releasePayout' then (
      select operator.why_held(o, w.frozen)
      from cashier.operations o join ledger.wallets w using (player_id)
      where o.player_id = (p_proposal.input ->> 'player')::integer
        and o.operation_id = (p_proposal.input ->> 'operation')::uuid)
    end
  from operators proposer where proposer.operator_id = p_proposal.proposed_by
$$;

-- Does an act and takes it back: what it would record, or why it would not be done.
create function desk.try_act(
  p_by text, p_reason text, p_act text, p_input jsonb, out refusal text, out changes jsonb
)
language plpgsql set search_path = desk, pg_temp
as $$
begin
  refusal := do_act(p_by, p_reason, p_act, p_input);
  if refusal is null then
    select jsonb_build_object('about', about, 'before', before, 'after', after) into changes
      from operator.acts order by n desc limit 1;
  end if;
  raise exception using errcode = 'PDESK';
exception when sqlstate 'PDESK' then
  return;
end
$$;

-- Does an act, or proposes it where it takes two. Answers {}, {proposal} or {refusal}.
create function desk.act(p_session bytea, p_act text, p_reason text, p_input jsonb) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators := whose(p_session);
  tried record;
  refusal text;
  proposal uuid;
begin
  if who.operator_id is null then return '{"refusal": "noSession"}'; end if;
  if not may(who.role, p_act) then return '{"refusal": "forbidden"}'; end if;
  perform hold_payee(p_act, p_input);
  if not takes_two(p_act, p_input) then
    refusal := do_act(who.name, p_reason, p_act, p_input);
    return jsonb_strip_nulls(jsonb_build_object('refusal', refusal));
  end if;
  tried := try_act(who.name, p_reason, p_act, p_input);
  if tried.refusal is not null then
    return jsonb_build_object('refusal', tried.refusal);
  end if;
  if exists (
    select from proposals
    where act = p_act and input - 'codeHash' = p_input - 'tokenHash' - 'codeHash'
      and decision is null and proposed_at > clock_timestamp() - interval '24 hours'
  ) then
    return '{"refusal": "alreadyProposed"}';
  end if;
  insert into proposals (act, input, reason, changes, proposed_by)
    values (p_act, p_input - 'tokenHash', p_reason, tried.changes, who.operator_id)
    returning proposal_id into proposal;
  perform operator.record(who.name, p_reason, 'propose', p_act || ' ' || proposal, null,
    tried.changes);
  return jsonb_build_object('proposal', proposal);
end
$$;
grant execute on function desk.act to pipkin_operator;

-- Approves, refuses or withdraws a proposal that waits. One's own can be withdrawn always; the rest
-- needs the duty of its act, and another person than its author and the one it is about.
-- p_token_hash: of the link, where it invites; what opens is that link together with the code that
-- the proposer was given.
create function desk.decide(
  p_session bytea, p_proposal uuid, p_decision text, p_reason text, p_token_hash bytea default null
) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators := whose(p_session);
  proposal proposals;
  proposer operators;
  input jsonb;
  tried record;
  refusal text;
begin
  if who.operator_id is null then return '{"refusal": "noSession"}'; end if;
  select * into proposal from proposals where proposal_id = p_proposal for update;
  if p_decision = 'refused' and who.operator_id = proposal.proposed_by then
    p_decision := 'withdrawn';
  -- Looks at the role before the id: who may not decide doesn't learn which ids exist.
  elsif not exists (
    select from kinds
    where second <> 'never' and act = coalesce(proposal.act, act) and may(who.role, act)
  ) then
    return '{"refusal": "forbidden"}';
  end if;
  if proposal.proposal_id is null then return '{"refusal": "unknownProposal"}'; end if;
  if proposal.decision is not null then return '{"refusal": "proposalDecided"}'; end if;
  if proposal.proposed_at < clock_timestamp() - interval '24 hours' then
    return '{"refusal": "proposalLapsed"}';
  end if;
  refusal := case
    when p_decision = 'approved' then why_not(who, proposal)
    when p_decision = 'refused' and is_about(proposal, who) then 'aboutYourself' end;
  if refusal is not null then return jsonb_build_object('refusal', refusal); end if;
  if p_decision = 'approved' then
    select * into proposer from operators where operator_id = proposal.proposed_by;
    perform set_config('desk.operator', proposer.operator_id::text, true),
            set_config('desk.approver', who.operator_id::text, true),
            set_config('desk.approval', p_reason, true);
    input := proposal.input || jsonb_build_object('tokenHash', encode(
      sha256(p_token_hash || decode(proposal.input ->> 'codeHash', 'hex')), 'hex'));
    tried := try_act(proposer.name, proposal.reason, proposal.act, input);
    if tried.refusal is not null then
      return jsonb_build_object('refusal', tried.refusal);
    end if;
    -- What is done is what was seen. Balances move by themselves, and the act judges them.
    if proposal.act <> 'adjustBalance'
        and tried.changes -> 'before' is distinct from proposal.changes -> 'before' then
      return '{"refusal": "proposalOutdated"}';
    end if;
    refusal := do_act(proposer.name || ', approved by ' || who.name, proposal.reason, proposal.act,
      input);
    if refusal is not null then return jsonb_build_object('refusal', refusal); end if;
  else
    perform operator.record(who.name, p_reason,
      case p_decision when 'refused' then 'refuseProposal' else 'withdrawProposal' end,
      proposal.act || ' ' || p_proposal);
  end if;
  update proposals
    set decision = p_decision, decided_by = who.operator_id, decided_at = clock_timestamp()
    where proposal_id = p_proposal;
  return jsonb_build_object('act', proposal.act);
end
$$;
grant execute on function desk.decide to pipkin_operator;

-- What the screens show
-- -------------------------------------------------------------------------------------------------

-- Whether what a proposal is about is over: its draft was replaced, dropped or published, what it
-- would change of the settings or an operator has changed, its payout is decided. It can't be
-- approved any more.
create function desk.is_over(p_act text, p_input jsonb, p_before jsonb) returns boolean
language plpgsql stable set search_path = desk, pg_temp
as $$
begin
  case p_act
    when 'publishGame' then
      return not exists (select from drafts
        where draft_id = (p_input ->> 'draft')::uuid and not is_draft_outdated(game, base));
    when 'publishNotice' then
      return not exists (select from support.notices
        where notice_id = (p_input ->> 'notice')::uuid and published_at is null);
    when 'publishTerms' then
      return not exists (select from players.terms
        where terms_id = (p_input ->> 'terms')::uuid and published_at is null);
    when 'changeFees', 'changeGas', 'changePayoutLimits' then
      return not (
        select to_jsonb(s) || payout_limits()
            || jsonb_build_object('most_gwei', s.most_gas_price / 1000000000)
          @> p_before
        from cashier.settings s);
    when 'changeReferralTerms' then
      return not (select to_jsonb(s) @> p_before from referral.settings s);
    when 'changeRole', 'closeOperator' then
      return not exists (select from operators
        where operator_id = (p_input ->> 'operator')::integer and closed_at is null
          and role::text = p_before ->> 'role');
    when 'releasePayout' then
      return not exists (select from cashier.operations
        where player_id = (p_input ->> 'player')::integer
          and operation_id = (p_input ->> 'operation')::uuid and state = 'review');
    else return false;
  end case;
end
$$;

-- What waits and an operator may know: one's own, what one's role may do, and all for who audits.
-- About a player's id all, for who sees players.
create function desk.waiting_for(p_operator integer, p_about text default null)
returns setof desk.proposals
language sql stable set search_path = desk, pg_temp
as $$
  select p.* from proposals p join operators who on who.operator_id = p_operator
  where p.decision is null and p.proposed_at > clock_timestamp() - interval '24 hours'
    and (p_about is null or p.changes ->> 'about' = p_about
      or starts_with(p.changes ->> 'about', p_about || ' '))
    and (p.proposed_by = p_operator or may(who.role, p.act) or exists (
      select from duties t where t.role = who.role
        and (t.duty = 'audit' or t.duty = 'see' and p_about ~ '^\d{8}$')))
    and not is_over(p.act, p.input, coalesce(p.changes -> 'before', '{}'))
$$;

-- A page of it, after a place in the order, with the roles that may decide and why this operator
-- can't approve it: of one act, about one thing, or all. The oldest first, since they lapse first
-- and a flood of others can't hide them.
create function desk.list_proposals(
  p_operator integer, p_act text, p_about text, p_after uuid, p_limit integer
)
returns table (
  id uuid, act text, reason text, changes jsonb, proposed_by integer, proposer text,
  proposed_at timestamptz, decision text, decider text, decided_at timestamptz, deciders text[],
  why_not text
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select p.proposal_id, p.act, p.reason, p.changes, p.proposed_by, b.name, p.proposed_at,
         p.decision, d.name, p.decided_at,
         array(select r::text from unnest(enum_range(null::role)) r where may(r, p.act)),
         why_not(who, p)
  from operators who, waiting_for(p_operator, p_about) p
  join operators b on b.operator_id = p.proposed_by
  left join operators d on d.operator_id = p.decided_by
  where who.operator_id = p_operator
    and (p_act is null or p.act = p_act) and (p_after is null or p.proposal_id > p_after)
  order by p.proposal_id limit p_limit
$$;
grant execute on function desk.list_proposals to pipkin_operator;

-- All operators, with those who were only invited and those whose account is closed.
create function desk.list_operators()
returns table (id integer, name text, email text, role desk.role, state text)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select operator_id, name, email, role,
         case when closed_at is not null then 'closed' when has_factor(operator_id) then 'active'
              else 'invited' end
  from operators order by operator_id
$$;
grant execute on function desk.list_operators to pipkin_operator;

-- What is owed and held, of one moment. All wallets are added up: the process asks for all screens
-- together, and spends a fiftieth of the time on it at most.
create function desk.sums() returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select jsonb_build_object(
    'wallets', (select jsonb_build_object(
        'deposit', coalesce(sum(deposit), 0), 'bonus', coalesce(sum(bonus), 0),
        'win', coalesce(sum(win), 0), 'referral', coalesce(sum(referral), 0))
      from ledger.wallets),
    'stakes', (select jsonb_build_object('sum', coalesce(sum(stake), 0), 'count', count(*))
      from ledger.rounds where status = 'pending'),
    'payouts', (select coalesce(sum(amount), 0) from cashier.operations
      where kind = 'withdrawal' and state in ('requested', 'signed', 'mined', 'review')),
    'held', (select div(balance, 1e16) from cashier.house))
$$;
grant execute on function desk.sums to pipkin_operator;

-- What waits, for this operator to decide, and what is in force.
create function desk.figures(p_operator integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select jsonb_build_object(
    'payouts', (select jsonb_build_object('review', count(*), 'oldest', min(at))
      from cashier.operations where kind = 'withdrawal' and state = 'review'),
    'deposits', (select jsonb_build_object('sum', coalesce(sum(amount), 0), 'count', count(*))
      from cashier.operations
      where kind = 'deposit' and state in ('requested', 'signed', 'mined', 'review')),
    'house', (select jsonb_build_object(
        'symbol', symbol, 'behind', head - scanned_block, 'coin', round(coin / 1e18, 4)::float8)
      from cashier.house),
    'unexplained', (select count(*) from cashier.unexplained where not is_dust),
    'cases', (select count(*) from support.cases where state = 'open'),
    'proposals', (select count(*)
      from operators who, waiting_for(p_operator) p
      where who.operator_id = p_operator and p.proposed_by <> p_operator
        and may(who.role, p.act) and not is_about(p, who)),
    'paused', (select paused from cashier.settings),
    'two_above', payout_limits() -> 'second_above',
    'two_day', payout_limits() -> 'second_day',
    'audit', (select jsonb_build_object('at', at, 'findings', findings)
      from operator.audits order by at desc limit 1))
$$;
grant execute on function desk.figures to pipkin_operator;

-- Accounts that were logged in to in a browser of this one, a hundred and one at most.
create function desk.on_same_browser(p_player integer) returns integer[]
language sql stable
as $$
  select coalesce(array_agg(player_id order by player_id), '{}') from (
    select distinct theirs.player_id
    from players.devices mine join players.devices theirs using (device_hash)
    where mine.player_id = p_player and theirs.player_id <> p_player limit 101
  ) others
$$;

-- Accounts that linked, were funded by, or paid on to an address of this one, as many at most.
create function desk.on_same_address(p_player integer) returns integer[]
language sql stable
as $$
  select coalesce(array_agg(player_id order by player_id), '{}') from (
    select distinct theirs.player_id
    from referral.traces mine join referral.traces theirs using (kind, value)
    where mine.player_id = p_player and mine.kind = 'address' and theirs.player_id <> p_player
    limit 101
  ) others
$$;

-- Who proposed an act with this among its input, while it waits for a second person.
create function desk.who_proposed(p_act text, p_input jsonb) returns text
language sql stable set search_path = desk, pg_temp
as $$
  select o.name from proposals p join operators o on o.operator_id = p.proposed_by
  where p.act = p_act and p.decision is null
    and p.proposed_at > clock_timestamp() - interval '24 hours' and p.input @> p_input
  limit 1
$$;

-- Payouts that wait for an operator, the oldest first, after a place in that order: for each what a
-- decision needs.
create function desk.list_payouts(p_at timestamptz, p_id uuid, p_limit integer)
returns table (
  player integer, id uuid, name text, amount bigint, fee bigint, own_part bigint, why text,
  address text, at timestamptz, linked_at timestamptz, disowned_at timestamptz, deposited bigint,
  staked bigint, lost bigint, left_in_wallets bigint, accounts_of_person bigint, paid_before bigint,
  paid_sum bigint, frozen boolean, held_by text, takes_two boolean, on_browser integer[],
  on_address integer[], proposer text
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  with asked as materialized (
    select * from cashier.operations
    where state = 'review' and kind = 'withdrawal' and (at, operation_id) > (p_at, p_id)
    order by at, operation_id limit p_limit
  ), theirs as materialized (
    select * from ledger.wallets_of(array(select player_id from asked))
  ), persons as materialized (
    select person, count(*) from ledger.wallets
    where person = any(array(select person from theirs)) group by person
  )
  select o.player_id, o.operation_id, a.name, o.amount, o.fee, o.own_part, o.reason, o.address,
         o.at,
         l.linked_at, cashier.disowned_at(o.player_id, o.address), w.deposited, w.staked, w.lost,
         w.deposit + w.win + w.bonus + w.referral,
         coalesce((select count from persons p where p.person = w.person), 0),
         before.count, before.sum, w.frozen,
         operator.why_held(row(o.*)::cashier.operations, w.frozen),
         takes_two('releasePayout',
           jsonb_build_object('player', o.player_id, 'operation', o.operation_id)),
         on_same_browser(o.player_id), on_same_address(o.player_id),
         who_proposed('releasePayout', jsonb_build_object('operation', o.operation_id))
  from asked o
  join theirs w using (player_id)
  left join players.accounts a using (player_id)
  left join cashier.addresses l on l.address = o.address and l.player_id = o.player_id
  cross join lateral (
    select count(*), coalesce(sum(amount), 0)::bigint as sum from cashier.operations e
    where e.player_id = o.player_id and e.kind = 'withdrawal' and e.state = 'confirmed'
  ) before
  order by o.at, o.operation_id
$$;
grant execute on function desk.list_payouts to pipkin_operator;

-- Players by what a text is (operator.player_by), or by the beginning of a name, twenty at most: a
-- range in the order of the index, which ends after twenty of a common name.
create function desk.search_players(p_how text, p_value text, p_player integer)
returns table (
  id integer, name text, created_at timestamptz, frozen boolean, closed boolean
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select player_id, a.name, a.created_at, frozen_from is not null, closed_at is not null
  from players.accounts a
  where p_how <> 'name' and player_id = operator.player_by(p_how, p_value, p_player)
  union all
  (select player_id, a.name, a.created_at, frozen_from is not null, closed_at is not null
   from players.accounts a
   where p_how = 'name'
     and lower(a.name) ~>=~ lower(p_value) and lower(a.name) ~<~ (lower(p_value) || chr(1114111))
   order by lower(a.name) using ~<~, player_id limit 20)
$$;
grant execute on function desk.search_players to pipkin_operator;

-- A player's page, or null. Phone number and address are masked: show_contact asks for them.
create function desk.read_player(p_player integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select s.sheet || jsonb_build_object(
    'player', (s.sheet -> 'player') || jsonb_build_object(
      'mobile', regexp_replace(s.sheet -> 'player' ->> 'mobile', '^.*(..)$', '••••••••\1'),
      'email', regexp_replace(s.sheet -> 'player' ->> 'email', '^(.).*@', '\1•••@')),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', device, 'network', network, 'created_at', created_at,
        'last_seen_at', last_seen_at) order by last_seen_at desc)
      from players.sessions where player_id = p_player), '[]'),
    'other_accounts', to_jsonb(
      array_remove(ledger.accounts_of(array[p_player]), p_player)),
    'friends', coalesce((
      select jsonb_agg(jsonb_build_object(
        'player', a.player_id, 'name', a.name, 'signed_in_at', f.signed_in_at,
        'shares', coalesce(f.shares, '{}'), 'decision', f.decision) order by a.player_id)
      from (
        select player_id, name from players.accounts where referrer_id = p_player
        order by player_id limit 50
      ) a left join referral.friends f using (player_id)), '[]'),
    'movements', coalesce((
      select jsonb_agg(to_jsonb(m) order by at desc, movement_id desc)
      from (
        select movement_id, at, kind, deposit, bonus, win, referral from ledger.movements
        where player_id = p_player order by at desc, movement_id desc limit 50
      ) m), '[]'),
    'acts', coalesce((
      select jsonb_agg(jsonb_build_object(
        'n', n, 'at', at, 'operator', operator, 'act', act, 'reason', reason) order by n desc)
      from (
        select * from operator.acts
        where about = p_player::text or about like p_player || ' %'
        order by n desc limit 20
      ) a), '[]'))
  from (select operator.player_sheet(p_player) as sheet) s
  where s.sheet is not null
$$;
grant execute on function desk.read_player to pipkin_operator;

-- A player's phone number and address, by the act that asks for them: {mobile, email} or {refusal}.
create function desk.show_contact(p_session bytea, p_reason text, p_player integer) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  answer jsonb := act(p_session, 'showContact', p_reason, jsonb_build_object('player', p_player));
begin
  if answer ? 'refusal' then return answer; end if;
  return (
    select jsonb_build_object(
      'mobile', coalesce(a.mobile, c.mobile), 'email', coalesce(a.email, c.email))
    from players.accounts a left join players.closed_accounts c using (player_id)
    where a.player_id = p_player);
end
$$;
grant execute on function desk.show_contact(bytea, text, integer) to pipkin_operator;

reset role;
