-- The directory: accounts, who referred whom, sessions and codes. Rows are found by phone, e-mail,
-- invite code or token, so these tables are global. They hold no money. E-mail addresses are in
-- lower case; secrets are kept as hashes only.
create schema players;
grant usage on schema players to pipkin_app, pipkin_worker, pipkin_ledger;

-- Accounts
-- -------------------------------------------------------------------------------------------------

-- The mailbox of an address: the same for all addresses that reach it. A tag after a plus sign
-- doesn't count, nor do dots in a Gmail address.
create function players.mailbox_of(p_email text) returns text
language sql immutable parallel safe
return (
  select case when host in ('gmail.com', 'googlemail.com')
    then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
  from (
    select split_part(regexp_replace(whole, '@[^@]*$', ''), '+', 1) as name,
           substring(whole from '@([^@]*)$') as host
    from (select lower(normalize(p_email, NFKC)) as whole) w
  ) parts
);

create table players.accounts (
  player_id integer primary key check (player_id between 10000000 and 99999999),
  name text not null,
  -- Null once the account is closed: another account may then take both.
  mobile text unique check (mobile ~ '^[0-9]{10}$'),
  email text unique check (email = lower(email)),
  -- One mailbox has one account, by any of its addresses.
  mailbox text unique generated always as (players.mailbox_of(email)) stored,
  password_hash text not null,
  invite_code text not null unique check (invite_code ~ '^[A-HJ-NP-Z2-9]{8}$'),
  referrer_id integer references players.accounts check (referrer_id <> player_id),
  created_at timestamptz not null default now(),
  first_signed_in_at timestamptz,
  show_name boolean not null default true,
  -- The player's own statement, made once if a profile of safer play asks for the age.
  birth_date date,
  -- The photo's name, under which it is served, and the photo: a WebP that the server itself has
  -- written. With the row it is replaced, and gone, in one commit.
  picture text unique check (picture ~ '^[0-9a-f]{32}\.webp$'),
  picture_webp bytea check (octet_length(picture_webp) <= 131072),
  -- The second factors (0019_factors.sql). A log-in with the password alone opens a session only if
  -- the account has none.
  has_totp boolean not null default false,
  passkeys integer not null default 0 check (passkeys >= 0),
  -- Set while the account is frozen (0018_security.sql): the owner disowned what happened then. No
  -- session opens.
  frozen_from timestamptz,
  -- An operator froze it: only an operator opens it again.
  frozen_by_house boolean not null default false
    check (frozen_from is not null or not frozen_by_house),
  -- The owner froze it: an operator who opens it again ends the house's freeze alone.
  frozen_by_owner boolean not null default false
    check (frozen_from is not null or not frozen_by_owner),
  -- The address that a freeze by the owner gives back, if another account has it by then: the house
  -- gives it back when it unfreezes this account.
  email_owed text check (email_owed is null or frozen_by_house),
  -- A mailed link has set a new password while the account was frozen: the next second factor
  -- unfreezes it.
  opens_by_factor boolean not null default false
    check (not opens_by_factor or frozen_from is not null and not frozen_by_house),
  -- A closed account stays, for the ledger and for who referred whom.
  closed_at timestamptz,
  check (num_nulls(mobile, email) = case when closed_at is null then 0 else 2 end),
  check ((picture is null) = (picture_webp is null))
);
-- A WebP doesn't get smaller, and is read whole.
alter table players.accounts alter picture_webp set storage external;
-- Players by the beginning of their name, for operators.
create index accounts_name on players.accounts (lower(name) text_pattern_ops, player_id);
-- A player's friends in the order of a page.
create index accounts_referrer on players.accounts (referrer_id, player_id)
  where referrer_id is not null;
-- No login may delete an account.
grant select, insert, update on players.accounts to pipkin_app;
-- What the audit compares.
grant select (player_id, referrer_id, first_signed_in_at) on players.accounts to pipkin_worker;
-- Who referred whom, for rewards; what operator.find_player shows.
grant select (
  player_id, name, mobile, email, mailbox, invite_code, referrer_id, created_at, birth_date,
  first_signed_in_at, has_totp, passkeys, frozen_from, frozen_by_house, email_owed, closed_at
) on players.accounts to pipkin_ledger;
grant update (birth_date) on players.accounts to pipkin_ledger;

-- The owner of a closed account, for an operator who is asked about its money. The API only writes
-- it.
create table players.closed_accounts (
  player_id integer primary key references players.accounts,
  name text not null,
  mobile text not null,
  email text not null,
  mailbox text not null generated always as (players.mailbox_of(email)) stored,
  closed_at timestamptz not null default clock_timestamp()
);
create index closed_accounts_mobile on players.closed_accounts (mobile, closed_at);
create index closed_accounts_mailbox on players.closed_accounts (mailbox, closed_at);
grant insert on players.closed_accounts to pipkin_app;
grant select on players.closed_accounts to pipkin_ledger;

-- The mailboxes that players have replaced by another: who opens an account with one brings limits
-- and breaks along (0023_coming_back.sql).
create table players.left_mailboxes (
  player_id integer not null references players.accounts,
  mailbox text not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (player_id, left_at)
);
create index left_mailboxes_newest on players.left_mailboxes (mailbox, left_at);
grant select, insert on players.left_mailboxes to pipkin_app;

-- The former owner of a mailbox, and until when: the account was closed, or changed its mailbox.
create view players.former_mailboxes as
  select player_id, mailbox, closed_at as left_at from players.closed_accounts
  union all
  select player_id, mailbox, left_at from players.left_mailboxes;
grant select on players.former_mailboxes to pipkin_ledger;

-- The rounds whose replay shows the player's name, because the player chose so for each.
create table players.named_rounds (
  player_id integer not null references players.accounts,
  round_id uuid not null,
  named_at timestamptz not null default clock_timestamp(),
  primary key (player_id, round_id)
);
grant select, insert, delete on players.named_rounds to pipkin_app;
grant delete on players.named_rounds to pipkin_ledger;

-- The tree of referrers has no circle: a referrer exists before the friend, and neither an id nor a
-- referrer changes.
create function players.keep_referrer() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise check_violation using message = 'neither an id nor a referrer changes';
  elsif not exists (select from players.accounts where player_id = new.referrer_id) then
    raise foreign_key_violation using message = 'a referrer signs up before the friend';
  end if;
  return new;
end
$$;
create trigger referrer_comes_first before insert on players.accounts
  for each row when (new.referrer_id is not null) execute function players.keep_referrer();
-- After the update: with a trigger before it, PostgreSQL takes each update for a change of the
-- mailbox, which is a key, and lets friends' accounts wait for it.
create trigger referrer_stays after update of player_id, referrer_id on players.accounts
  for each row
  when (new.player_id <> old.player_id or new.referrer_id is distinct from old.referrer_id)
  execute function players.keep_referrer();

-- When passwords were changed. Append-only: the player is notified of each.
create table players.password_changes (
  player_id integer not null references players.accounts,
  at timestamptz not null default clock_timestamp(),
  change_id uuid not null default gen_random_uuid(),
  primary key (player_id, at, change_id)
);
create index password_changes_at on players.password_changes (at);
grant select, insert on players.password_changes to pipkin_app;

-- Links that were mailed to players who forgot their password. A link holds 32 random bytes, works
-- once and for 30 minutes. Several can be valid at once, so that a stranger's request doesn't
-- invalidate the player's link; any change of the password ends them all.
create table players.reset_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null references players.accounts,
  mailed_at timestamptz not null default clock_timestamp()
);
create index reset_links_player on players.reset_links (player_id);
grant select, insert, update, delete on players.reset_links to pipkin_app;
grant select (mailed_at), delete on players.reset_links to pipkin_worker;
grant delete on players.reset_links to pipkin_ledger;

-- Mails
-- -------------------------------------------------------------------------------------------------

create type players.mail_kind as enum (
  'reset_link', 'security', 'account_closed', 'case_answer', 'limit_review'
);

-- Mails to send, written in the database transaction of what they report; an API process sends them
-- (players/mails). A reset link can be requested for any mailbox, with or without an account. Only
-- the sender looks up the account, so the call does the same work in both cases.
create table players.mails (
  mail_id uuid primary key default gen_random_uuid(),
  kind players.mail_kind not null,
  -- A reset link names the mailbox here: the mail goes to the address that its account has. So does
  -- what support answers a player.
  email text not null check (email = lower(email)),
  asked_at timestamptz not null default clock_timestamp(),
  -- When a process may try next. Null once the mail is sent or no longer needed.
  next_try_at timestamptz default clock_timestamp(),
  -- The event that a security mail reports; its time is asked_at.
  player_id integer,
  event_id uuid,
  -- The message of support that it brings (support.messages); a mail without one isn't sent.
  message_id uuid,
  -- Who requested a reset link, to limit requests: the browser, if the account knows it, and the
  -- wide network (client-network.ts).
  device_hash bytea check (length(device_hash) = 32),
  network text,
  check ((kind = 'security') = (event_id is not null)),
  check ((kind = 'case_answer') = (message_id is not null)),
  check ((event_id is null) = (player_id is null)),
  check ((kind = 'reset_link') = (network is not null)),
  check (kind = 'reset_link' or device_hash is null)
);
create index mails_to_send on players.mails (next_try_at) where next_try_at is not null;
create index mails_of_address on players.mails (email, asked_at);
create index mails_asked on players.mails (asked_at);
grant select, insert, update on players.mails to pipkin_app;
grant select (asked_at, next_try_at), delete on players.mails to pipkin_worker;
grant select, insert (kind, email) on players.mails to pipkin_ledger;

-- Sessions
-- -------------------------------------------------------------------------------------------------

-- A session keeps its id and changes its token (players/factors/renew-session.ts).
create table players.sessions (
  -- Its player sees it in the list of sessions, and what waits names it. It is no token.
  session_id uuid primary key default gen_random_uuid(),
  -- The hash of the newest token, to which the confirmation belongs.
  token_hash bytea not null unique check (length(token_hash) = 32),
  token_given_at timestamptz not null default clock_timestamp(),
  -- The hash of the previous token, which can't confirm. It is valid until the newest token was
  -- seen, and after that as long as requests may be under way.
  old_hash bytea check (length(old_hash) = 32),
  old_until timestamptz,
  player_id integer not null references players.accounts,
  created_at timestamptz not null default now(),
  -- May be a minute old.
  last_seen_at timestamptz not null default now(),
  -- The sweep finds ended sessions by the hour, so that last_seen_at can change every minute and
  -- the index only every hour.
  seen_hour timestamptz not null
    generated always as (date_bin('1 hour', last_seen_at, timestamptz 'epoch')) stored,
  -- Until this time the session may make calls that need a confirmation. Null: it never was
  -- confirmed.
  confirmed_until timestamptz,
  -- Shown to the player in the list of sessions: the browser and system in words, and the network
  -- (client-network.ts) of the log-in.
  device text not null default '' check (length(device) <= 60),
  network text not null default '' check (length(network) <= 60)
) with (fillfactor = 80);
create index sessions_player on players.sessions (player_id);
create unique index sessions_old_token on players.sessions (old_hash) where old_hash is not null;
create index sessions_seen on players.sessions (seen_hour);
grant select, insert, update, delete on players.sessions to pipkin_app;
grant select (session_id), delete on players.sessions to pipkin_worker;
-- operator.end_sessions deletes a player's.
grant select (session_id, player_id, created_at, last_seen_at, device, network), delete
  on players.sessions to pipkin_ledger;

-- Locks all sessions of a player who is to be logged out. Everything that locks several sessions,
-- such as the update of last_seen_at, does so in the order of their ids, and so can't deadlock.
-- rows 5: the planner expects few and looks up each by its id.
create function players.lock_sessions(p_player integer) returns setof uuid
language sql rows 5 security definer set search_path = pg_temp
as $$
  select session_id from players.sessions where player_id = p_player
  order by session_id for update
$$;
revoke all on function players.lock_sessions from public;
grant execute on function players.lock_sessions to pipkin_app, pipkin_ledger;

-- Locks the sessions that made no call for p_idle, which the worker's sweep deletes.
create function players.lock_idle_sessions(p_idle interval) returns setof uuid
language sql security definer set search_path = pg_temp
as $$
  select session_id from players.sessions
  where seen_hour < now() - p_idle and last_seen_at < now() - p_idle
  order by session_id for update
$$;
revoke all on function players.lock_idle_sessions from public;
grant execute on function players.lock_idle_sessions to pipkin_worker;

-- A closed account opens no session, by any way to log in.
create function players.refuse_closed() returns trigger
language plpgsql as $$
begin
  if (select closed_at from players.accounts where player_id = new.player_id) is null then
    return new;
  end if;
  return null;
end
$$;
create trigger closed_accounts_open_none before insert on players.sessions
  for each row execute function players.refuse_closed();

-- Why a session may not make a call that needs a confirmed one: it has ended, or isn't confirmed
-- (any more). Null if it may. A request judges its session first. After waiting for a lock it
-- judges again in a new statement, which sees what was committed meanwhile. The confirmation is the
-- newest token's alone: who was let in by an earlier one (p_token: its hash) has it no more.
create function players.judge_session(p_session uuid, p_player integer, p_token bytea) returns text
language sql stable security definer set search_path = pg_temp
as $$
  select case
    when s.session_id is null then 'noSession'
    when s.confirmed_until > clock_timestamp() and s.token_hash = p_token then null
    else 'confirmFirst'
  end
  from (select) as asked
  left join players.sessions s on s.session_id = p_session and s.player_id = p_player
$$;
revoke all on function players.judge_session from public;
grant execute on function players.judge_session to pipkin_app, pipkin_ledger;

-- Whether a session is alive: not idle for so many ms, nor older. PostgreSQL inlines it.
create function players.is_alive(
  p_session players.sessions, p_idle_ms float8, p_whole_ms float8
) returns boolean
language sql stable
return p_session.last_seen_at + p_idle_ms * interval '1 millisecond' > now()
  and p_session.created_at + p_whole_ms * interval '1 millisecond' > now();
revoke all on function players.is_alive from public;
grant execute on function players.is_alive to pipkin_app;

-- Whether a session is there, and the token that was shown (by its hash) its newest one, or the one
-- before, whose time isn't over.
create function players.is_open(p_session uuid, p_player integer, p_token bytea) returns boolean
language sql stable
return exists (
  select from players.sessions
  where session_id = p_session and player_id = p_player
    and (token_hash = p_token or old_hash = p_token and coalesce(old_until > now(), true)));
revoke all on function players.is_open from public;
grant execute on function players.is_open to pipkin_app;

-- Throws unless sessions with these tokens (by their hashes), each the newest of its session, are
-- alive. A statement calls it after what it does for them, which may have waited for a lock.
-- Volatile, so that it sees what was committed meanwhile.
create function players.refuse_ended(p_tokens bytea[], p_idle_ms float8, p_whole_ms float8)
returns void
language plpgsql
as $$
begin
  if cardinality(p_tokens) > (
    select count(*) from players.sessions s
    where token_hash = any(p_tokens) and players.is_alive(s, p_idle_ms, p_whole_ms)
  ) then
    raise exception using errcode = 'PENDS';
  end if;
end
$$;
revoke all on function players.refuse_ended from public;
grant execute on function players.refuse_ended to pipkin_app;

-- The browser and system of a session in words, for what its owner is notified of; '' without one.
create function players.device_of(p_session uuid) returns text
language sql stable security definer set search_path = pg_temp
as $$
  select coalesce((select device from players.sessions where session_id = p_session), '')
$$;
revoke all on function players.device_of from public;
grant execute on function players.device_of to pipkin_app, pipkin_ledger;

-- Codes
-- -------------------------------------------------------------------------------------------------

-- A code mailed to an address, for the browser that asked. A new code for a mailbox ends the same
-- browser's earlier codes for it, but no other browser's. Codes are kept for an hour, because the
-- limits count them, for all addresses of a mailbox together. Both hashes are keyed with the
-- browser's pre-session, which the database doesn't hold.
create table players.email_codes (
  browser_hash bytea primary key check (length(browser_hash) = 32),
  -- The browser_hash of the browser's first code: its pre-session changes with each code.
  asker bytea not null check (length(asker) = 32),
  -- The wide network (client-network.ts) that asked.
  network text not null,
  email text not null,
  mailbox text not null generated always as (players.mailbox_of(email)) stored,
  -- Null where the address has an account: the mail says so and holds no code.
  code_hash bytea check (length(code_hash) = 32),
  tries integer not null default 0 check (tries <= 5),
  used boolean not null default false,
  sent_at timestamptz not null default clock_timestamp()
);
create index email_codes_newest on players.email_codes (mailbox, sent_at);
grant select, insert, update, delete on players.email_codes to pipkin_app;
grant select (sent_at), delete on players.email_codes to pipkin_worker;
grant delete on players.email_codes to pipkin_ledger;

-- The address that a browser has verified before it has an account.
create table players.verified_addresses (
  presession_hash bytea primary key check (length(presession_hash) = 32),
  email text not null,
  verified_at timestamptz not null default now()
);
grant select, insert, update, delete on players.verified_addresses to pipkin_app;
grant select (verified_at), delete on players.verified_addresses to pipkin_worker;
grant delete on players.verified_addresses to pipkin_ledger;
