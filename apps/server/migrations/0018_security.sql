-- Events of an account that its owner must hear of: a row, a mail (players.mails) and a notice. And
-- the freeze, by which an owner stops what another person has done.

create type players.security_event as enum (
  'new_device', 'wallet_linked', 'wallet_unlinked', 'accounts_joined', 'withdrawal_requested',
  'withdrawal_paid', 'large_send', 'password_changed', 'password_reset', 'reset_requested',
  'email_changed', 'totp_added', 'totp_removed', 'recovery_code_used', 'passkey_added',
  'passkey_removed', 'passkey_counter_back', 'factor_missing', 'frozen'
);

-- No foreign key: it would lock the account's row behind the wallets' row, which a change of the
-- account locks in the other order.
create table players.security_events (
  player_id integer not null,
  at timestamptz not null default clock_timestamp(),
  event_id uuid not null default gen_random_uuid(),
  kind players.security_event not null,
  -- Browser and system, in words; empty where no browser did it.
  device text not null default '',
  -- What the mail and the notice name: an address, an amount.
  detail text not null default '',
  primary key (player_id, at, event_id)
);
grant select, insert on players.security_events to pipkin_app;
grant select (player_id, at, kind) on players.security_events to pipkin_ledger;
-- All players' events by time, for live events.
create index security_events_at on players.security_events
  using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The events that are shown as security notices. The others have a notice of their own: a change of
-- password (players.password_changes), and a withdrawal that was paid (its movement).
create view players.security_notices as
  select player_id, at, event_id, kind, device, detail from players.security_events
  where kind not in ('password_changed', 'password_reset', 'withdrawal_paid');
grant select on players.security_notices to pipkin_app;

-- Stores an event, and queues the mail about it to the account's current address; a change of the
-- address is noted before it is made. A thief with the password could fill the owner's mailbox by
-- logging in, so at most ten events of new devices are mailed in an hour; all are stored. A closed
-- account has no address, so what comes after the closing isn't mailed.
create function players.notify(
  p_player integer, p_kind players.security_event, p_device text default '',
  p_detail text default ''
) returns void
language sql security definer set search_path = pg_temp
as $$
  with event as (
    insert into players.security_events (player_id, kind, device, detail)
    values (p_player, p_kind, p_device, p_detail)
    returning player_id, at, event_id
  )
  insert into players.mails (kind, email, asked_at, player_id, event_id)
    select 'security', a.email, e.at, e.player_id, e.event_id
    from event e join players.accounts a using (player_id)
    where a.closed_at is null and (p_kind <> 'new_device' or 10 > (
      select count(*) from players.security_events earlier
      where earlier.player_id = p_player and earlier.kind = 'new_device'
        and earlier.at > clock_timestamp() - interval '1 hour'));
$$;
revoke all on function players.notify from public;
grant execute on function players.notify to pipkin_app, pipkin_worker, pipkin_ledger;

-- "This wasn't me"
-- -------------------------------------------------------------------------------------------------

-- The link of each security mail: 32 random bytes, valid once and for 7 days, until the password is
-- reset by the same address after the event that the mail reports.
create table players.not_me_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  player_id integer not null,
  -- The address that it was mailed to,
  email text not null check (email = lower(email)),
  -- and the time of the event that the mail reports.
  mailed_at timestamptz not null
);
create index not_me_links_player on players.not_me_links (player_id);
create index not_me_links_mailed on players.not_me_links (mailed_at);
grant select, insert, delete on players.not_me_links to pipkin_app;
grant select (mailed_at), delete on players.not_me_links to pipkin_worker;

-- Gives an account back the address that it had before the time. Later addresses may be a thief's,
-- so their links end, and so do those of waiting mails. Raises a unique violation if another
-- account has the address.
create function players.give_back_email(p_player integer, p_email text, p_from timestamptz)
returns void
language sql set search_path = pg_temp
as $$
  update players.accounts set email = p_email where player_id = p_player;
  delete from players.reset_links where player_id = p_player;
  delete from players.mails
    where player_id = p_player and email <> p_email and asked_at >= p_from;
  delete from players.not_me_links
    where player_id = p_player and email <> p_email and mailed_at >= p_from;
$$;
revoke all on function players.give_back_email from public;

-- Whether an account that has p_email had left it at most 7 days before it first left p_other (or
-- before now, if it didn't): p_other came later, and p_email was taken back. How long ago that was
-- doesn't count, or a link of the later time would outlive it.
create function players.came_before(p_player integer, p_email text, p_other text) returns boolean
language sql stable set search_path = pg_temp
as $$
  select exists (
    select from players.left_mailboxes
    where player_id = p_player and mailbox = players.mailbox_of(p_email)
      and left_at < other.left_at and left_at > other.left_at - interval '7 days')
  from (
    select coalesce(min(left_at), clock_timestamp()) as left_at
    from players.left_mailboxes
    where player_id = p_player and mailbox = players.mailbox_of(p_other)
  ) other
$$;
revoke all on function players.came_before from public;

-- Freezes the account of a link until its owner resets the password and gives the second factor, if
-- there is one: no session, no bet, no money out. Answers the player, or null if the link is over.
--
-- It locks the account's row first, as a log-in and a reset do, then the wallets' row, as bets and
-- ways out do.
--
-- If the address was changed since the event, it is changed back: a reset is mailed to the
-- account's address, so a thief with the new one could end the freeze. If another account has the
-- old address by now, such as one that the owner has opened, only the house can unfreeze this
-- account, and gives the address back. If two links went to two addresses, the link about the
-- earlier event wins, also if it is used later: the thief's address came later than the owner's. So
-- a reset by a later address ends no link to an earlier one, and a link to a later address is over
-- once the owner has changed the address back.
--
-- Factors that were added in the last 7 days may be a thief's, and would lock the owner out after
-- the reset, so they are removed; older ones stay. Links for a new password that were mailed before
-- end: their reader may be the thief. Wallets that were linked since 7 days before the mail's event
-- are doubted here, because the reset may come much later.
create function players.freeze(p_token_hash bytea) returns integer
language plpgsql security definer set search_path = pg_temp
as $$
declare
  link players.not_me_links;
  account record;
  is_taken boolean := false;
  name text;
begin
  select * into link from players.not_me_links where token_hash = p_token_hash;
  if not found then return null; end if;
  select a.email, a.frozen_from, a.opens_by_factor, a.closed_at into account
    from players.accounts a where a.player_id = link.player_id for no key update;
  if account.closed_at is not null then return null; end if;
  if account.email <> link.email and (account.frozen_from <= link.mailed_at
      or players.came_before(link.player_id, account.email, link.email)) then
    return null;
  end if;
  delete from players.not_me_links
    where token_hash = p_token_hash and mailed_at > clock_timestamp() - interval '7 days'
      and not exists (
        select from players.security_events e
        where e.player_id = link.player_id and e.kind = 'password_reset' and e.at > link.mailed_at
          and (account.email = link.email or not exists (
            select from players.security_events changed
            where changed.player_id = link.player_id and changed.kind = 'email_changed'
              and changed.at >= link.mailed_at and changed.at < e.at)));
  if not found then return null; end if;

  if account.email <> link.email then
    begin
      perform players.give_back_email(link.player_id, link.email, link.mailed_at);
    exception when unique_violation then
      is_taken := true;
    end;
  end if;
  update players.accounts
    set frozen_from = least(frozen_from, link.mailed_at), frozen_by_owner = true,
        frozen_by_house = frozen_by_house or is_taken, opens_by_factor = false,
        email_owed = case
          when is_taken then link.email
          when account.email = link.email then email_owed end
    where player_id = link.player_id;
  perform ledger.set_frozen(link.player_id, true);
  perform cashier.review_unsigned(link.player_id);
  perform cashier.doubt_addresses(
    link.player_id, clock_timestamp() - link.mailed_at + interval '7 days');
  delete from players.sessions
    where session_id in (select players.lock_sessions(link.player_id));
  delete from players.reset_links where player_id = link.player_id;
  for name in
    delete from players.passkeys p
    where player_id = link.player_id and created_at > clock_timestamp() - interval '7 days'
    returning p.name
  loop
    perform players.notify(link.player_id, 'passkey_removed', p_detail => name);
  end loop;
  delete from players.recovery_codes
    where player_id = link.player_id and given_at > clock_timestamp() - interval '7 days';
  if exists (
    select from players.security_events
    where player_id = link.player_id and kind = 'totp_added'
      and at > clock_timestamp() - interval '7 days'
  ) then
    delete from players.totp where player_id = link.player_id;
    if found then perform players.notify(link.player_id, 'totp_removed'); end if;
  end if;
  perform players.count_factors(link.player_id);
  if account.frozen_from is null or account.opens_by_factor then
    perform players.notify(link.player_id, 'frozen');
  end if;
  return link.player_id;
end
$$;
revoke all on function players.freeze from public;
grant execute on function players.freeze to pipkin_app;

-- The house's freeze
-- -------------------------------------------------------------------------------------------------

-- Freezes an account until an operator unfreezes it, or unfreezes it if its owner hasn't frozen it
-- as well. If the owner's freeze couldn't give back an address, this gives it back, and the account
-- stays frozen until a reset by that address, because the password may be a thief's. The freeze
-- doubts the wallets that were linked in the last 7 days: the owner's new password may come long
-- after the operator has unfrozen the account. Answers null when done, else why not.
create function players.freeze_by_house(p_player integer, p_frozen boolean) returns text
language plpgsql security definer set search_path = pg_temp
as $$
declare
  stays_from timestamptz;
  owed text;
begin
  update players.accounts
    set frozen_by_house = p_frozen, opens_by_factor = false, email_owed = null,
        frozen_by_owner = frozen_by_owner or email_owed is not null,
        frozen_from = case when p_frozen then coalesce(frozen_from, clock_timestamp())
                           when frozen_by_owner or email_owed is not null then frozen_from end
    where player_id = p_player and closed_at is null and frozen_by_house <> p_frozen
    returning frozen_from, old.email_owed into stays_from, owed;
  if not found then return 'alreadySo'; end if;
  if owed is not null then
    perform players.give_back_email(p_player, owed, stays_from);
    perform players.notify(p_player, 'frozen');
  end if;
  perform ledger.set_frozen(p_player, stays_from is not null);
  if p_frozen then
    perform cashier.review_unsigned(p_player);
    perform cashier.doubt_addresses(p_player, interval '7 days');
    delete from players.sessions where session_id in (select players.lock_sessions(p_player));
  end if;
  return null;
exception when unique_violation then
  return 'addressTaken';
end
$$;
revoke all on function players.freeze_by_house from public;
grant execute on function players.freeze_by_house to pipkin_ledger;
