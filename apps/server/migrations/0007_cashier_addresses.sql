-- The cashier, first part: the wallets on the chain that players have linked, by signing a text.
-- Deposits come from a linked address, withdrawals go to the newest one.
create schema cashier authorization pipkin_ledger;
grant usage on schema cashier to pipkin_app, pipkin_worker, pipkin_operator;
set role pipkin_ledger;

-- In small letters.
create domain cashier.address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain cashier.hash as text check (value ~ '^0x[0-9a-f]{64}$');

-- Linked wallets. Global: an address belongs to one player for ever. Signing again makes it the
-- player's newest.
create table cashier.addresses (
  address cashier.address primary key,
  player_id integer not null,
  linked_at timestamptz not null default clock_timestamp(),
  chosen_at timestamptz not null default clock_timestamp()
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

-- Keeps a text that the player is asked to sign, and deletes the player's expired ones.
create function cashier.keep_challenge(
  p_player integer, p_message text, p_address cashier.address
) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  delete from challenges where player_id = p_player and expires_at <= clock_timestamp();
  insert into challenges (player_id, message, address) values (p_player, p_message, p_address);
$$;
grant execute on function cashier.keep_challenge to pipkin_app;

-- Links the address that signed the text. Answers the refusal, or null.
create function cashier.link_address(
  p_player integer, p_message text, p_signer cashier.address
) returns text
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  wanted cashier.address;
begin
  select address into wanted from challenges
    where player_id = p_player and message = p_message and expires_at > clock_timestamp()
    for update;
  if not found then return 'challengeOver'; end if;
  if p_signer is distinct from wanted then return 'signatureWrong'; end if;
  delete from challenges where player_id = p_player and message = p_message;
  insert into addresses (address, player_id) values (wanted, p_player)
    on conflict (address) do update set chosen_at = clock_timestamp()
      where addresses.player_id = p_player;
  if not found then return 'addressTaken'; end if;
  return null;
end
$$;
grant execute on function cashier.link_address to pipkin_app;

reset role;
