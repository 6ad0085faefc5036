-- The cashier: linked wallets, deposits, withdrawals, and what the house has signed. An operation
-- changes only through the functions of this file, each of which checks what it builds on and
-- answers false where it no longer holds. So any number of workers may run, and may be killed at
-- any point (docs/cashier.md, docs/decisions).
create schema cashier authorization pipkin_ledger;
grant usage on schema cashier to pipkin_app;
set role pipkin_ledger;

-- Addresses and hashes are kept in small letters.
create domain cashier.address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain cashier.hash as text check (value ~ '^0x[0-9a-f]{64}$');

-- One movement of a kind for an operation, whatever happens: a deposit is credited once, a
-- withdrawal paid or refunded once.
create unique index one_movement_of_a_kind on ledger.movements (player_id, operation_id, kind) where operation_id is not null;

-- The operator's settings, in 1/100 fkr. A withdrawal of more than this waits for an operator.
create table cashier.settings (
  singleton boolean primary key default true check (singleton),
  review_above bigint not null default 1000000 check (review_above > 0)
);
insert into cashier.settings default values;

-- Wallets
-- ---------------------------------------------------------------------------------------------------------------

-- Linked wallets. Global: an address belongs to one player for ever. Signing again makes it the
-- newest.
create table cashier.addresses (
  address cashier.address primary key,
  player_id integer not null,
  linked_at timestamptz not null default clock_timestamp(),
  chosen_at timestamptz not null default clock_timestamp()
);
create index addresses_player on cashier.addresses (player_id, chosen_at);

-- The texts that players were asked to sign. A text is used once, by the player and for the address
-- that it names.
create table cashier.challenges (
  player_id integer not null,
  message text not null,
  address cashier.address not null,
  expires_at timestamptz not null default clock_timestamp() + interval '5 minutes',
  primary key (player_id, message)
);

create function cashier.keep_challenge(p_player integer, p_message text, p_address cashier.address) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  delete from challenges where player_id = p_player and expires_at <= clock_timestamp();
  insert into challenges (player_id, message, address) values (p_player, p_message, p_address);
$$;

-- Links the address that signed the text. Answers the refusal, or null.
create function cashier.link_address(p_player integer, p_message text, p_signer cashier.address) returns text
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  wanted cashier.address;
begin
  select address into wanted from challenges
    where player_id = p_player and message = p_message and expires_at > clock_timestamp() for update;
  if not found then return 'challengeOver'; end if;
  if p_signer is distinct from wanted then return 'signatureWrong'; end if;
  delete from challenges where player_id = p_player and message = p_message;
  insert into addresses (address, player_id) values (wanted, p_player)
    on conflict (address) do update set chosen_at = clock_timestamp() where addresses.player_id = p_player;
  if not found then return 'addressTaken'; end if;
  return null;
end
$$;

-- Operations
-- ------------------------------------------------------------------------------------------------------------

create type cashier.operation_kind as enum ('deposit', 'withdrawal');
create type cashier.operation_state as enum (
  'requested', 'signed', 'mined', 'confirmed', 'failed', 'rejected', 'review', 'refunded'
);

-- A deposit or a withdrawal. operation_id is also the id of the movement that credits a deposit or
-- debits a withdrawal.
create table cashier.operations (
  player_id integer not null,
  operation_id uuid not null,
  kind cashier.operation_kind not null,
  state cashier.operation_state not null default 'requested',
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee < amount),
  -- Of a withdrawal: how much of it was covered by the player's own money.
  own_part bigint not null default 0 check (own_part between 0 and amount),
  address cashier.address not null,
  at timestamptz not null default clock_timestamp(),
  -- The house's nonce: given once, never changed.
  nonce bigint,
  mined_hash cashier.hash,
  mined_block bigint,
  credited bigint check (credited > 0 and credited <= amount),
  reason text,
  check ((mined_hash is null) = (mined_block is null)),
  check (mined_hash is null or nonce is not null),
  check (state not in ('requested', 'rejected') or nonce is null),
  check (state <> 'signed' or (nonce is not null and mined_hash is null)),
  check (state not in ('mined', 'confirmed') or mined_hash is not null),
  check ((kind = 'deposit' and state = 'confirmed') = (credited is not null)),
  check (kind = 'deposit' or state not in ('rejected', 'failed')),
  check (kind = 'withdrawal' or state <> 'refunded'),
  primary key (player_id, operation_id)
);
-- An approval is for one amount at a time, so a wallet has one deposit on its way.
create unique index one_open_deposit on cashier.operations (player_id, address)
  where kind = 'deposit' and state in ('requested', 'signed', 'mined');
create index operations_requested on cashier.operations (operation_id) where state = 'requested';
create index operations_in_flight on cashier.operations (nonce) where state in ('signed', 'mined');
create index operations_mined on cashier.operations (mined_block);

-- The house's account on the chain: which chain it is, the next nonce, and how far the scanner has
-- come. balance is what the house held when it was first opened, plus the transfers since, up to
-- the scanned block; in the token's smallest units.
create table cashier.house (
  singleton boolean primary key default true check (singleton),
  chain_id bigint not null,
  genesis cashier.hash not null,
  token cashier.address not null,
  symbol text not null,
  address cashier.address not null,
  next_nonce bigint not null check (next_nonce >= 0),
  opened_block bigint not null,
  opened_balance numeric(78) not null check (opened_balance >= 0),
  scanned_block bigint not null,
  scanned_hash cashier.hash not null,
  balance numeric(78) not null,
  head bigint not null
);

-- What the house has signed, before a byte of it is sent. Global: the house's own sequence. attempt
-- 0 is the first, the others replace it with the same nonce and a higher fee.
create table cashier.signed (
  nonce bigint not null,
  attempt smallint not null check (attempt >= 0),
  player_id integer not null,
  operation_id uuid not null,
  hash cashier.hash not null unique,
  raw text not null check (raw ~ '^0x[0-9a-f]+$'),
  signed_at timestamptz not null default clock_timestamp(),
  primary key (nonce, attempt),
  unique (player_id, operation_id, attempt)
);

-- Every transfer of our token to or from the house that the scanner has seen confirmed. Global. An
-- operator's note explains one that belongs to no operation.
create table cashier.transfers (
  block bigint not null,
  log_index integer not null,
  hash cashier.hash not null,
  sender cashier.address not null,
  receiver cashier.address not null,
  units numeric(78) not null check (units > 0),
  note text,
  primary key (block, log_index)
);
create index transfers_hash on cashier.transfers (hash);

create function cashier.take_operation(p_player integer, p_operation uuid) returns cashier.operations
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  select * into strict op from operations where player_id = p_player and operation_id = p_operation for no key update;
  return op;
end
$$;

-- A player reports that a wallet has approved an amount. The same report again finds the deposit
-- that it opened. Answers {id, state} or {refusal}.
create function cashier.request_deposit(
  p_player integer, p_operation uuid, p_amount bigint, p_address cashier.address, p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  op operations;
  refusal text;
  answer jsonb;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  select * into op from operations
    where player_id = p_player and address = p_address and kind = 'deposit' and state in ('requested', 'signed', 'mined');
  refusal := case
    when p_amount <= 0 then 'invalidAmount'
    when not exists (select from addresses where address = p_address and player_id = p_player) then 'addressNotLinked'
    when op.amount <> p_amount then 'inProgress'
  end;
  answer := jsonb_build_object('refusal', refusal);
  if refusal = 'inProgress' then return answer; end if;
  if refusal is null then
    if op.operation_id is null then
      insert into operations (player_id, operation_id, kind, amount, address)
        values (p_player, p_operation, 'deposit', p_amount, p_address) returning * into op;
    end if;
    answer := jsonb_build_object('id', op.operation_id, 'state', op.state);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;

-- What each sending took along of the sender's own money, and brought the receiver.
create table cashier.carried (
  player_id integer not null,
  movement_id uuid not null,
  amount bigint not null,
  primary key (player_id, movement_id)
);

-- A player asks to be paid: the whole amount leaves the Deposit wallet in this moment, the fee is
-- taken when it is paid. Answers {id, amount_to_send, address, state} or {refusal}.
create function cashier.request_withdrawal(
  p_player integer, p_operation uuid, p_amount bigint, p_linked_for interval, p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  fee bigint := (p_amount * 1000 + 9999) / 10000;
  wallet addresses;
  op operations;
  refusal text;
  answer jsonb;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  select * into wallet from addresses where player_id = p_player order by chosen_at desc limit 1;
  refusal := case
    when p_amount <= 0 or fee >= p_amount then 'invalidAmount'
    when wallet.address is null then 'linkWalletFirst'
    when wallet.linked_at > clock_timestamp() - p_linked_for then 'walletTooNew'
    when held.deposit < p_amount then 'insufficientBalance'
  end;
  if refusal is null then
    op.reason := case when p_amount > held.own then 'rewards'
                      when p_amount > (select review_above from settings) then 'overLimit' end;
    insert into operations (player_id, operation_id, kind, state, amount, fee, own_part, address, reason)
      values (p_player, p_operation, 'withdrawal', case when op.reason is null then 'requested' else 'review' end::operation_state,
              p_amount, fee, least(p_amount, held.own), wallet.address, op.reason)
      returning * into op;
    perform post(p_player, p_operation, 'withdraw', deposit => -p_amount, withdrawals => p_amount, own => -op.own_part,
      operation => p_operation);
    answer := jsonb_build_object(
      'id', p_operation, 'amount_to_send', p_amount - fee, 'address', wallet.address, 'state', op.state);
  else
    answer := jsonb_build_object('refusal', refusal);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;

-- What the worker has learned. True where it was so and is stored now; false where the operation
-- has moved on meanwhile. ----

-- Signed bytes: the first ones take the house's next nonce, replacements keep it. Nothing is sent
-- that isn't stored here.
create function cashier.record_signed(
  p_player integer, p_operation uuid, p_nonce bigint, p_attempt smallint, p_hash cashier.hash, p_raw text
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  if p_attempt = 0 then
    if op.state <> 'requested' or op.nonce is not null then return false; end if;
    update house set next_nonce = p_nonce + 1 where next_nonce = p_nonce;
    if not found then return false; end if;
    update operations set state = 'signed', nonce = p_nonce where player_id = p_player and operation_id = p_operation;
  elsif op.state <> 'signed' or op.nonce <> p_nonce
    or p_attempt <> (select max(attempt) + 1 from signed where player_id = p_player and operation_id = p_operation) then
    return false;
  end if;
  insert into signed (nonce, attempt, player_id, operation_id, hash, raw)
    values (p_nonce, p_attempt, p_player, p_operation, p_hash, p_raw);
  return true;
end
$$;

-- One of the operation's own hashes has a receipt.
create function cashier.record_mined(p_player integer, p_operation uuid, p_hash cashier.hash, p_block bigint) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  if op.state not in ('signed', 'mined') then return false; end if;
  assert exists (select from signed where hash = p_hash and player_id = p_player and operation_id = p_operation),
    'a receipt counts for the operation that was signed for it';
  update operations set state = 'mined', mined_hash = p_hash, mined_block = p_block
    where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;

-- The chain has forgotten the receipt: the bytes are sent again.
create function cashier.record_dropped(p_player integer, p_operation uuid, p_block bigint) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  update operations set state = 'signed', mined_hash = null, mined_block = null
    where player_id = p_player and operation_id = p_operation and state = 'mined' and mined_block = p_block;
  return found;
end
$$;

-- Credits a deposit with what arrived. p_hash and p_block are the receipt that was judged.
create function cashier.confirm_deposit(
  p_player integer, p_operation uuid, p_hash cashier.hash, p_block bigint, p_credit bigint
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then return false; end if;
  assert op.kind = 'deposit', 'only a deposit is credited';
  perform post(p_player, p_operation, 'deposit', deposit => p_credit, chain => -p_credit, own => p_credit,
    operation => p_operation);
  update operations set state = 'confirmed', credited = p_credit, reason = null
    where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;

-- Ends a deposit without a credit: rejected before anything was signed for it, failed afterwards.
-- p_block is the block of the receipt that was judged; null where nothing was signed.
create function cashier.end_deposit(p_player integer, p_operation uuid, p_block bigint, p_reason text) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  assert op.kind = 'deposit', 'a withdrawal is refunded';
  if op.state not in ('requested', 'mined') or op.mined_block is distinct from p_block then return false; end if;
  update operations
    set state = case when op.state = 'requested' then 'rejected' else 'failed' end::operation_state, reason = p_reason
    where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;

-- A withdrawal has been paid: what it held goes to the chain, and to the fees.
create function cashier.pay_withdrawal(
  p_player integer, p_operation uuid, p_movement uuid, p_hash cashier.hash, p_block bigint
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then return false; end if;
  assert op.kind = 'withdrawal', 'only a withdrawal is paid';
  perform post(p_player, p_movement, 'withdraw_paid',
    withdrawals => -op.amount, chain => op.amount - op.fee, fees => op.fee, operation => p_operation);
  update operations set state = 'confirmed', reason = null where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;

-- Gives a withdrawal back in full: one that was never signed, or whose chain transaction moved
-- nothing.
create function cashier.give_back(p_op cashier.operations, p_movement uuid, p_reason text) returns void
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  assert p_op.kind = 'withdrawal', 'only a withdrawal is refunded';
  perform post(p_op.player_id, p_movement, 'withdraw_refund',
    deposit => p_op.amount, withdrawals => -p_op.amount, own => p_op.own_part, operation => p_op.operation_id);
  update operations set state = 'refunded', reason = p_reason
    where player_id = p_op.player_id and operation_id = p_op.operation_id;
end
$$;

create function cashier.refund_withdrawal(
  p_player integer, p_operation uuid, p_movement uuid, p_block bigint, p_reason text
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state not in ('requested', 'mined') or op.mined_block is distinct from p_block then return false; end if;
  perform give_back(op, p_movement, p_reason);
  return true;
end
$$;

-- Puts an operation aside for an operator.
create function cashier.put_to_review(p_player integer, p_operation uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  update operations set state = 'review', reason = p_reason
    where player_id = p_player and operation_id = p_operation and state = 'mined';
  return found;
end
$$;

-- The operator's two answers to a review. Not granted to the application: docs/runbooks/cashier.md
-- ----------------------------

-- Let it go on: a withdrawal that wasn't signed is paid, what was mined is judged again.
create function cashier.release(p_player integer, p_operation uuid) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  update operations
    set state = case when nonce is null then 'requested' else 'mined' end::operation_state, reason = null
    where player_id = p_player and operation_id = p_operation and state = 'review';
  return found;
end
$$;

-- End it: a deposit fails, a withdrawal is given back. Not one that has moved tokens by what the
-- scanner has seen, or whose block it hasn't seen yet: that would be paid and given back.
create function cashier.refuse(p_player integer, p_operation uuid, p_reason text) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state <> 'review' then return false; end if;
  if op.kind = 'withdrawal' then
    if op.mined_block > (select scanned_block from house) or exists (
      select from signed join transfers using (hash) where player_id = p_player and operation_id = p_operation
    ) then
      return false;
    end if;
    perform give_back(op, public.gen_random_uuid(), p_reason);
  else
    update operations set state = 'failed', reason = p_reason where player_id = p_player and operation_id = p_operation;
  end if;
  return true;
end
$$;

-- The scanner
-- -------------------------------------------------------------------------------------------------------------

-- Opens the house's account on its first start; afterwards answers it as it is.
create function cashier.open_house(
  p_chain_id bigint, p_genesis cashier.hash, p_token cashier.address, p_symbol text, p_address cashier.address,
  p_next_nonce bigint, p_block bigint, p_hash cashier.hash, p_balance numeric
) returns setof cashier.house
language sql security definer set search_path = cashier, ledger, pg_temp
as $$
  insert into house (chain_id, genesis, token, symbol, address, next_nonce, opened_block, opened_balance,
                     scanned_block, scanned_hash, balance, head)
    values (p_chain_id, p_genesis, p_token, p_symbol, p_address, p_next_nonce, p_block, p_balance,
            p_block, p_hash, p_balance, p_block)
    on conflict do nothing;
  select * from house;
$$;

create function cashier.record_head(p_block bigint) returns void
language sql security definer set search_path = cashier, ledger, pg_temp
as $$ update house set head = p_block where head <> p_block $$;

-- The house's balance, as its transfers after a block have it.
create function cashier.moved_after(p_block bigint) returns numeric
language sql stable security definer set search_path = cashier, ledger, pg_temp
as $$
  select coalesce(sum(case when receiver = house.address then units else 0 end
                    - case when sender = house.address then units else 0 end), 0)
  from transfers, house where block > p_block
$$;

-- Takes the scanner from block p_after to p_block with the transfers between: [{block, index, hash,
-- from, to, units}].
create function cashier.record_scan(p_after bigint, p_block bigint, p_hash cashier.hash, p_transfers jsonb) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  perform from house where scanned_block = p_after for no key update;
  if not found then return false; end if;
  insert into transfers (block, log_index, hash, sender, receiver, units)
    select t.block, t.index, t.hash, t."from", t."to", t.units
    from jsonb_to_recordset(p_transfers)
      as t(block bigint, index integer, hash text, "from" text, "to" text, units numeric);
  update house set scanned_block = p_block, scanned_hash = p_hash, balance = balance + moved_after(p_after);
  return true;
end
$$;

-- The chain has changed below the scanned block: back to p_block, from where the scanner reads
-- again.
create function cashier.rewind_scan(p_from bigint, p_block bigint, p_hash cashier.hash) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  perform from house where scanned_block = p_from for no key update;
  if not found then return false; end if;
  update house set scanned_block = p_block, scanned_hash = p_hash, balance = balance - moved_after(p_block);
  delete from transfers where block > p_block;
  return true;
end
$$;

-- What the chain and the ledger disagree about, in scanned blocks: transfers that belong to no
-- operation, and ended operations whose transfers aren't what was posted for them. Empty when all
-- is well. One 1/100 fkr is 10^16 of the token's units.
create view cashier.unmatched as
  select t.block, t.hash, null::integer as player_id, null::uuid as operation_id, t.sender, t.receiver, t.units
  from cashier.transfers t
  where t.note is null and not exists (select from cashier.signed s where s.hash = t.hash)
  union all
  select o.mined_block, o.mined_hash, o.player_id, o.operation_id, o.address, h.address, moved.units
  from cashier.house h
  join cashier.operations o on o.mined_block between h.opened_block + 1 and h.scanned_block
  cross join lateral (
    select coalesce(sum(case when (o.kind = 'deposit') = (t.receiver = h.address) then t.units end), 0) as units
    from cashier.signed s join cashier.transfers t using (hash)
    where t.note is null and s.player_id = o.player_id and s.operation_id = o.operation_id
  ) moved
  where o.state in ('confirmed', 'failed', 'refunded')
    and div(moved.units, 10000000000000000) <> case
      when o.state <> 'confirmed' then 0
      when o.kind = 'deposit' then o.credited
      else o.amount - o.fee end;

grant select on all tables in schema cashier to pipkin_app;
grant execute on function
  cashier.keep_challenge, cashier.link_address,
  cashier.request_deposit, cashier.request_withdrawal,
  cashier.record_signed, cashier.record_mined, cashier.record_dropped,
  cashier.confirm_deposit, cashier.end_deposit, cashier.pay_withdrawal, cashier.refund_withdrawal, cashier.put_to_review,
  cashier.open_house, cashier.record_head, cashier.record_scan, cashier.rewind_scan
  to pipkin_app;

reset role;
