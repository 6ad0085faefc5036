-- The cashier, first part: the wallets on the chain that players have linked, by signing a text.
-- Deposits come from a linked address; withdrawals go to the newest one that is old enough.
create schema cashier authorization pipkin_ledger;
grant usage on schema cashier to pipkin_app, pipkin_worker, pipkin_operator;
set role pipkin_ledger;

-- An address in lower case.
create domain cashier.address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain cashier.hash as text check (value ~ '^0x[0-9a-f]{64}$');

-- Linked wallets. Global: an address belongs to one player, even after it is unlinked, until the
-- player closes the account. Signing again makes it the player's newest
-- (docs/decisions/2026-11-ways-out.md).
create table cashier.addresses (
  address cashier.address primary key,
  player_id integer not null,
  linked_at timestamptz not null default clock_timestamp(),
  chosen_at timestamptz not null default clock_timestamp(),
  unlinked_at timestamptz,
  -- When the account was frozen, or the owner changed or reset the password, soon after the wallet
  -- was linked: a thief may have linked it. It isn't paid until the player signs for it again.
  doubted_at timestamptz
);
create index addresses_player on cashier.addresses (player_id, chosen_at);
grant select on cashier.addresses to pipkin_app, pipkin_worker;

-- The texts that players were asked to sign. A text is used once, by the player and for the address
-- that it names.
create table cashier.challenges (
  player_id integer not null,
  message text not null,
  address cashier.address not null,
  expires_at timestamptz not null default clock_timestamp() + interval '5 minutes',
  primary key (player_id, message)
);
grant select on cashier.challenges to pipkin_app, pipkin_worker;

-- Keeps a text that the player is asked to sign, and deletes the player's expired ones. The account
-- is locked, so that none is kept while it is being closed.
create function cashier.keep_challenge(
  p_player integer, p_message text, p_address cashier.address
) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  delete from challenges where player_id = p_player and expires_at <= clock_timestamp();
  insert into challenges (player_id, message, address)
    select player_id, p_message, p_address from players.accounts
    where player_id = p_player and closed_at is null for key share;
$$;
grant execute on function cashier.keep_challenge to pipkin_app;

-- Whether a wallet is too new to be paid.
create function cashier.is_too_new(p_wallet cashier.addresses, p_linked_for interval)
returns boolean
language sql stable
as $$
  select p_wallet.linked_at > clock_timestamp() - p_linked_for
$$;
grant execute on function cashier.is_too_new to pipkin_app;

-- A player's linked wallets. The first is the one that is paid, unless it is doubted. A wallet that
-- is too new doesn't stop payouts to an older one. Doubted ones come last.
create function cashier.linked_addresses(p_player integer, p_linked_for interval)
returns setof cashier.addresses
language sql stable
as $$
  select * from cashier.addresses a where player_id = p_player and unlinked_at is null
  order by doubted_at is not null, cashier.is_too_new(a, p_linked_for), chosen_at desc
$$;
grant execute on function cashier.linked_addresses to pipkin_app;

-- The wallet that a withdrawal goes to, unless it is doubted.
create function cashier.paid_address(p_player integer, p_linked_for interval)
returns cashier.addresses
language sql stable
as $$ select * from cashier.linked_addresses(p_player, p_linked_for) limit 1 $$;

-- Links the address that signed the text. Answers the refusal, or null. A player who signs for
-- another account's address has its key, so both accounts are one owner's. An address of a closed
-- account is free. An address that was unlinked or doubted is new again. The event names the device
-- of p_session.
create function cashier.link_address(
  p_player integer, p_message text, p_signer cashier.address, p_session uuid default null
) returns text
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  wanted cashier.address;
  owner integer;
  is_free boolean;
  is_linked boolean;
begin
  if (select closed from wallets where player_id = p_player) then return 'challengeOver'; end if;
  select address into wanted from challenges
    where player_id = p_player and message = p_message and expires_at > clock_timestamp()
    for update;
  if not found then return 'challengeOver'; end if;
  if p_signer is distinct from wanted then return 'signatureWrong'; end if;
  delete from challenges where player_id = p_player and message = p_message;
  -- A player who signs for an address holds its key, even if the address is another player's: both
  -- accounts are one owner's. Locks their wallets before the address, as unlinking and doubting do.
  select player_id into owner from addresses where address = wanted;
  if owner <> p_player then perform ledger.join_owner(p_player, owner, wanted); end if;
  is_free := (select closed from wallets where player_id = owner);
  insert into addresses as a (address, player_id) values (wanted, p_player)
    on conflict (address) do update
      set chosen_at = clock_timestamp(), unlinked_at = null, doubted_at = null,
          player_id = p_player,
          linked_at = case
            when a.player_id = p_player and a.unlinked_at is null and a.doubted_at is null
            then a.linked_at else clock_timestamp() end
      where a.player_id = p_player or a.player_id = owner and is_free;
  is_linked := found;
  if not is_linked then
    -- Another player may have linked it meanwhile.
    perform ledger.join_owner(p_player, a.player_id, wanted) from addresses a
      where address = wanted;
  end if;
  -- Locks wallets before friends, as giving a reward does.
  perform referral.trace_address(p_player, wanted);
  if not is_linked then return 'addressTaken'; end if;
  perform players.notify(p_player, 'wallet_linked', players.device_of(p_session), wanted);
  return null;
end
$$;
grant execute on function cashier.link_address to pipkin_app;

-- Unlinks a wallet. The player's lock orders this and withdrawals: a withdrawal before it is paid
-- to the wallet, a later one isn't. Accounts that a signature joined since it was linked, at most 7
-- days ago, are no longer one owner's: a thief may have linked it, and excludes the owner by one of
-- them. The event names the device of p_session. Answers whether it was linked.
create function cashier.unlink_address(
  p_player integer, p_address cashier.address, p_session uuid default null
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  since timestamptz;
begin
  perform hold(p_player);
  update addresses set unlinked_at = clock_timestamp()
    where address = p_address and player_id = p_player and unlinked_at is null
    returning greatest(linked_at, clock_timestamp() - interval '7 days') into since;
  if not found then return false; end if;
  delete from signed_for where (player_id = p_player or account = p_player) and at > since;
  perform players.notify(p_player, 'wallet_unlinked', players.device_of(p_session), p_address);
  return true;
end
$$;
grant execute on function cashier.unlink_address to pipkin_app;

-- Doubts the wallets that were linked in a period, because the account was frozen, or the owner has
-- changed or reset the password: a thief may have linked them, perhaps with a copy of the owner's
-- cookie. Unsigned payouts to them wait for an operator. Accounts that were joined by a signature
-- in that time are no longer one owner's.
create function cashier.doubt_addresses(p_player integer, p_within interval) returns void
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  doubted cashier.address[];
begin
  perform hold(p_player);
  update addresses set doubted_at = clock_timestamp()
    where player_id = p_player and linked_at > clock_timestamp() - p_within;
  doubted := array(
    select address from addresses where player_id = p_player and doubted_at is not null);
  update operations set state = 'review', reason = 'doubted'
    where player_id = p_player and kind = 'withdrawal' and state = 'requested'
      and address = any(doubted);
  delete from signed_for
    where (player_id = p_player or account = p_player) and at > clock_timestamp() - p_within;
end
$$;
grant execute on function cashier.doubt_addresses to pipkin_app;

-- Since when an account has disowned an address: its owner has unlinked or doubts it, or it is
-- another account's by now. For a payout that was requested at p_asked_at also if it was disowned
-- after that: a thief may have signed for it again. Null if not disowned.
create function cashier.disowned_at(
  p_player integer, p_address cashier.address, p_asked_at timestamptz default null
) returns timestamptz
language sql stable
as $$
  select case when player_id <> p_player then chosen_at
    else greatest(unlinked_at, doubted_at, case when linked_at > p_asked_at then linked_at end) end
  from cashier.addresses where address = p_address
$$;

-- The wallets, at most ten, that were linked in a period or are doubted, for the owner who changes
-- the password to look at. A text, '' if there are none.
create function cashier.lately_linked(p_player integer, p_within interval) returns text
language sql stable set search_path = pg_temp
as $$
  select coalesce(string_agg(address, ', ' order by chosen_at desc), '')
  from (
    select address, chosen_at from cashier.addresses
    where player_id = p_player and unlinked_at is null
      and (linked_at > clock_timestamp() - p_within or doubted_at is not null)
    order by chosen_at desc limit 10
  ) a
$$;
grant execute on function cashier.lately_linked to pipkin_app;

reset role;
