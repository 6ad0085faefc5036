-- The cashier, third part: deposits and withdrawals. An operation changes only through the
-- functions of this file. Each of them checks the state that it builds on, and answers false if the
-- state has changed. So any number of workers may run, and may be killed at any point
-- (docs/cashier.md, docs/decisions).
set role pipkin_ledger;

-- The operator's settings; amounts in 1/100 fkr. Fees and smallest amounts are at first what the
-- specification says; operator.versions (0014_operator.sql) has every version.
create table cashier.settings (
  singleton boolean primary key default true check (singleton),
  version integer not null default 1,
  -- What a send and a withdrawal cost, in 1/100 %, rounded up to 1/100 fkr. A withdrawal's fee pays
  -- its gas.
  send_fee integer not null default 200 check (send_fee between 0 and 2000),
  withdrawal_fee integer not null default 1000 check (withdrawal_fee between 100 and 5000),
  -- The range that the deposit form shows; it isn't enforced.
  hint_from bigint not null default 50000 check (hint_from > 0),
  hint_to bigint not null default 1000000 check (hint_to >= hint_from),
  -- A larger withdrawal waits for an operator,
  review_above bigint not null default 1000000 check (review_above > 0),
  -- and so does one with which a player has asked for more within an hour or a day,
  player_hour bigint not null default 1000000 check (player_hour > 0),
  player_day bigint not null default 2000000 check (player_day > 0),
  -- or the house would have signed for more.
  house_hour bigint not null default 5000000 check (house_hour > 0),
  house_day bigint not null default 20000000 check (house_day > 0),
  -- A transfer of less to the house is dust.
  smallest_deposit bigint not null default 100 check (smallest_deposit > 0),
  smallest_withdrawal bigint not null default 100 check (smallest_withdrawal > 0),
  -- What the chain's coin, which pays for gas, is worth.
  coin_price bigint not null default 10000 check (coin_price >= 0),
  -- The most that the house pays for a unit of gas, in the coin's smallest units. The default is
  -- 200 gwei.
  most_gas_price bigint not null default 200000000000 check (most_gas_price > 0),
  -- In the back office a second person approves a payout of more (null: of more than review_above),
  -- and any that brings what was released in 24 hours above the second sum
  -- (0027_desk_four_eyes.sql).
  second_above bigint check (second_above >= 0),
  second_day bigint not null default 5000000 check (second_day >= 0),
  -- The worker signs no withdrawal.
  payouts_paused boolean not null default false,
  -- No deposit is taken down or signed, and what has arrived of others waits for its credit.
  deposits_paused boolean not null default false
);
insert into cashier.settings default values;
grant select on cashier.settings to pipkin_app, pipkin_worker, pipkin_operator;

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
  -- The settings' version that a withdrawal's fee is by.
  settings_version integer,
  -- How much of a withdrawal was the player's own money.
  own_part bigint not null default 0 check (own_part between 0 and amount),
  address cashier.address not null,
  at timestamptz not null default clock_timestamp(),
  -- The house's nonce: given once, never changed; and since when.
  nonce bigint,
  signed_at timestamptz,
  -- When an operator released it: the house's limits don't hold it back again.
  released_at timestamptz,
  mined_hash cashier.hash,
  mined_block bigint,
  -- What its chain transaction has cost, in the coin's smallest units.
  gas numeric(78) check (gas >= 0),
  credited bigint check (credited > 0 and credited <= amount),
  reason text,
  -- It has ended, and the scanner's transfers agree with what was posted for it.
  agrees boolean not null default false,
  -- An operator's explanation of why they never will: a deep reorg took its chain transaction.
  note text,
  -- When a deposit ended without a credit.
  failed_at timestamptz,
  check ((mined_hash is null) = (mined_block is null)),
  -- A matched operation has no nonce: the restore has lost it.
  check (mined_hash is null or nonce is not null or reason is not distinct from 'matched'),
  check (state not in ('requested', 'rejected') or nonce is null),
  check (state <> 'signed' or (nonce is not null and mined_hash is null)),
  check (state not in ('mined', 'confirmed') or mined_hash is not null),
  check ((kind = 'deposit' and state = 'confirmed') = (credited is not null)),
  check (kind = 'deposit' or state not in ('rejected', 'failed')),
  check (kind = 'withdrawal' or state <> 'refunded'),
  check ((nonce is null) = (signed_at is null)),
  check ((failed_at is not null)
    = (state in ('failed', 'rejected') and reason is distinct from 'cancelled')),
  primary key (player_id, operation_id)
);
grant select on cashier.operations to pipkin_app, pipkin_worker, pipkin_operator;

-- An approval is for one amount at a time, so a wallet has one deposit on its way.
create unique index one_open_deposit on cashier.operations (player_id, address)
  where kind = 'deposit' and state in ('requested', 'signed', 'mined');
-- What the worker does next.
create index operations_requested on cashier.operations (kind, operation_id)
  where state = 'requested';
create index operations_in_flight on cashier.operations (nonce) where state in ('signed', 'mined');
create index operations_mined on cashier.operations (mined_block);
create index operations_to_compare on cashier.operations (mined_block)
  where not agrees and mined_block is not null and state in ('confirmed', 'failed', 'refunded');
create index operations_matched on cashier.operations (mined_hash) where reason = 'matched';
-- What is on its way or waits for an operator, of one player or of all. Always few rows.
create index operations_open on cashier.operations (player_id, at, operation_id)
  where state in ('requested', 'signed', 'mined', 'review');
-- The same rows in the order of time, for the back office.
create index operations_under_way on cashier.operations (at, operation_id)
  where state in ('requested', 'signed', 'mined', 'review');
-- Failed deposits, which live events and notifications show.
create index operations_failed on cashier.operations (player_id, failed_at, operation_id)
  where failed_at is not null;

-- What a player has asked to withdraw, and what the house has signed for, in the last hour or day.
create index operations_withdrawn on cashier.operations (player_id, at) include (amount)
  where kind = 'withdrawal' and state <> 'refunded';
create index operations_paid on cashier.operations (signed_at) include (amount)
  where kind = 'withdrawal' and state <> 'refunded' and signed_at is not null;

-- Notes when a deposit ended without a credit. A deposit that the player cancelled hasn't failed.
create function cashier.note_failure() returns trigger
language plpgsql as $$
begin
  new.failed_at := case
    when new.state in ('failed', 'rejected') and new.reason is distinct from 'cancelled'
    then clock_timestamp() end;
  return new;
end
$$;
create trigger failure_noted before update of state on cashier.operations
  for each row when (new.state is distinct from old.state)
  execute function cashier.note_failure();

-- An operation that agrees is compared again after any change.
create function cashier.compare_again() returns trigger
language plpgsql as $$
begin
  new.agrees := false;
  return new;
end
$$;
create trigger compared_again before update on cashier.operations
  for each row when (old.agrees)
  execute function cashier.compare_again();

-- Locks an operation until the end of this database transaction, and answers it.
create function cashier.take_operation(p_player integer, p_operation uuid)
returns cashier.operations
language plpgsql
as $$
declare
  op cashier.operations;
begin
  select * into strict op from cashier.operations
    where player_id = p_player and operation_id = p_operation for no key update;
  return op;
end
$$;

-- Whether an operator has paused operations of this kind. An operator who pauses them waits for the
-- caller's database transaction, or the caller sees the pause.
create function cashier.is_paused(p_kind cashier.operation_kind) returns boolean
language sql
as $$
  select case p_kind when 'deposit' then deposits_paused else payouts_paused end
  from cashier.settings for share
$$;

-- What a player asks for
-- -------------------------------------------------------------------------------------------------

-- A fee: a share of an amount in 1/100 %, rounded up to 1/100 fkr.
create function cashier.fee_of(p_amount bigint, p_share integer) returns bigint
language sql immutable
return (p_amount * p_share + 9999) / 10000;

-- The smallest withdrawal by these settings: the operator's, or the smallest whose fee, rounded up,
-- pays the most that its gas may cost.
create function cashier.smallest_by(p_settings cashier.settings) returns bigint
language sql stable
as $$
  select greatest(p_settings.smallest_withdrawal, (
    select (cost.fee - 1) * 10000 / p_settings.withdrawal_fee + 1
    from cashier.house h cross join lateral (
      select ceil(case when h.gas_price < p_settings.most_gas_price then h.gas_price
        else p_settings.most_gas_price end * h.payout_gas * p_settings.coin_price / 1e18)::bigint
        as fee
    ) cost
    where h.gas_price is not null))
$$;

-- The smallest withdrawal by the current settings.
create function cashier.smallest_withdrawal() returns bigint
language sql stable security definer set search_path = cashier, pg_temp
as $$ select smallest_by(s) from settings s $$;
grant execute on function cashier.smallest_withdrawal to pipkin_app, pipkin_operator;

-- Whether a player's withdrawals of an hour and of a day, with one more, exceed the operator's
-- limits. What was given back doesn't count. The caller holds the player. The hour and the day end
-- with the statement: clock_timestamp() changes with each row and so can't be looked up in an
-- index.
create function cashier.asks_too_much(
  p_player integer, p_amount bigint, p_settings cashier.settings
) returns boolean
language sql stable
as $$
  select asked.hour + p_amount > p_settings.player_hour
    or asked.day + p_amount > p_settings.player_day
  from (
    select coalesce(sum(amount), 0) as day,
           coalesce(sum(amount) filter (where at > statement_timestamp() - interval '1 hour'), 0)
             as hour
    from cashier.operations
    where player_id = p_player and at > statement_timestamp() - interval '1 day'
      and kind = 'withdrawal' and state <> 'refunded'
  ) asked
$$;

-- Whether all withdrawals that the house has signed in an hour and in a day, with one more, exceed
-- the operator's limits.
create function cashier.pays_too_much(p_amount bigint) returns boolean
language sql stable
as $$
  select paid.hour + p_amount > s.house_hour or paid.day + p_amount > s.house_day
  from cashier.settings s cross join lateral (
    select coalesce(sum(amount), 0) as day,
           coalesce(sum(amount) filter (
             where signed_at > statement_timestamp() - interval '1 hour'), 0) as hour
    from cashier.operations
    where signed_at > statement_timestamp() - interval '1 day'
      and kind = 'withdrawal' and state <> 'refunded'
  ) paid
$$;

-- The sum of a player's deposits on their way. p_signed: only those that the house has signed.
create function cashier.open_deposits(p_player integer, p_signed boolean default false)
returns bigint
language sql stable
as $$
  select coalesce(sum(amount), 0)::bigint from cashier.operations
  where player_id = p_player and kind = 'deposit'
    and (state in ('signed', 'mined', 'review') or state = 'requested' and not p_signed)
$$;

-- A player reports that a wallet has approved an amount. Repeating the report finds the deposit
-- that it opened. p_rules: what the profile asks of a deposit (0022_profiles.sql). Answers {id,
-- state} or {refusal, least}.
create function cashier.request_deposit(
  p_player integer, p_operation uuid, p_amount bigint, p_address cashier.address,
  p_key text, p_input_hash bytea, p_rules jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  op operations;
  smallest bigint := (select smallest_deposit from settings);
  refusal text;
  limited jsonb;
  answer jsonb;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  select * into op from operations
    where player_id = p_player and address = p_address
      and kind = 'deposit' and state in ('requested', 'signed', 'mined');
  -- Not kept as the answer of its key: the same request goes through after the pause.
  if op.operation_id is null and (select deposits_paused from settings) then
    return jsonb_build_object('refusal', 'depositsPaused');
  end if;
  refusal := case
    when held.closed then 'noSession'
    when p_amount <= 0 then 'invalidAmount'
    when p_amount < smallest then 'depositTooSmall'
    when not exists (
      select from addresses
      where address = p_address and player_id = p_player and unlinked_at is null
    ) then 'addressNotLinked'
    when op.amount <> p_amount then 'inProgress'
  end;
  answer := jsonb_build_object('refusal', refusal, 'least', smallest);
  if refusal = 'inProgress' then return answer; end if;
  if refusal is null and op.operation_id is null then
    limited := coalesce(
      deposit_refusal(p_player, p_amount, cashier.open_deposits(p_player)),
      profile_refusal(p_player, p_amount, cashier.open_deposits(p_player), p_rules));
  end if;
  -- Not kept as the answer of its key: the same request is repeated after the terms are accepted.
  if limited ->> 'refusal' = 'termsDue' then return limited; end if;
  if limited is not null then
    answer := limited;
  elsif refusal is null then
    if op.operation_id is null then
      insert into operations (player_id, operation_id, kind, amount, address)
        values (p_player, p_operation, 'deposit', p_amount, p_address) returning * into op;
      perform warn_of_deposits(p_player);
    end if;
    answer := jsonb_build_object('id', op.operation_id, 'state', op.state);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;
grant execute on function cashier.request_deposit to pipkin_app;

-- A player cancels an unsigned deposit. This and a worker that signs (record_signed) lock the
-- operation and build on its state, so one of them wins. Answers whether it is cancelled, now or
-- before; null if the player has no such deposit.
create function cashier.cancel_deposit(p_player integer, p_operation uuid) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  select * into op from operations
    where player_id = p_player and operation_id = p_operation and kind = 'deposit'
    for no key update;
  if not found then return null; end if;
  if op.state = 'requested' then
    update operations set state = 'rejected', reason = 'cancelled'
      where player_id = p_player and operation_id = p_operation;
    return true;
  end if;
  return op.state = 'rejected' and op.reason = 'cancelled';
end
$$;
grant execute on function cashier.cancel_deposit to pipkin_app;

-- A player requests a withdrawal to the address that was shown as the one that is paid. The whole
-- amount leaves the Deposit wallet now; the fee is taken when it is paid. p_session, p_fee and
-- p_token: as in ledger.send (0010_transfers.sql). Answers {id, amount_to_send, address, state} or
-- {refusal, least, until, after, address, fee}.
create function cashier.request_withdrawal(
  p_player integer, p_operation uuid, p_amount bigint, p_linked_for interval,
  p_key text, p_input_hash bytea, p_address cashier.address default null,
  p_session uuid default null, p_fee bigint default null, p_token bytea default null
) returns jsonb
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  earlier jsonb := earlier_answer(p_player, p_key, p_input_hash);
  terms cashier.settings;
  fee bigint;
  smallest bigint;
  wallet addresses;
  still_held received_part[] := add_received(held.received, null);
  free bigint := held.deposit + held.win - sum_received(still_held);
  op operations;
  refusal text;
  answer jsonb;
begin
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;
  refusal := case
    when p_session is not null then players.judge_session(p_session, p_player, p_token) end;
  if refusal is not null then return jsonb_build_object('refusal', refusal); end if;

  -- Reads the settings once, after the lock, so that what is judged here is what is paid.
  select * into terms from cashier.settings;
  smallest := smallest_by(terms);
  fee := fee_of(p_amount, terms.withdrawal_fee);
  wallet := paid_address(p_player, p_linked_for);
  refusal := case
    when held.closed then 'noSession'
    when p_amount <= 0 or fee >= p_amount then 'invalidAmount'
    when p_amount < smallest then 'withdrawalTooSmall'
    when held.frozen then 'accountFrozen'
    when held.ways_out_held_until > clock_timestamp() then 'waysOutHeld'
    when wallet.address is null then 'linkWalletFirst'
    when wallet.doubted_at is not null then 'walletDoubted'
    when is_too_new(wallet, p_linked_for) then 'walletTooNew'
    when wallet.address <> p_address then 'addressChanged'
    when fee <> p_fee then 'feeChanged'
    when held.deposit < p_amount then 'insufficientBalance'
    when p_amount > free then 'receivedHeld'
  end;
  if refusal is null then
    op.reason := case when p_amount > held.own then 'rewards'
                      when p_amount > terms.review_above then 'overLimit'
                      when asks_too_much(p_player, p_amount, terms) then 'playerSum' end;
    insert into operations (
        player_id, operation_id, kind, state, amount, fee, settings_version, own_part, address,
        reason)
      values (p_player, p_operation, 'withdrawal',
              case when op.reason is null then 'requested' else 'review' end::operation_state,
              p_amount, fee, terms.version, least(p_amount, held.own), wallet.address, op.reason)
      returning * into op;
    perform post(p_player, p_operation, 'withdraw',
      deposit => -p_amount, withdrawals => p_amount, own => -op.own_part, operation => p_operation);
    perform players.notify(p_player, 'withdrawal_requested', players.device_of(p_session),
      amount_text(p_amount) || ' to ' || wallet.address);
    answer := jsonb_build_object(
      'id', p_operation, 'amount_to_send', p_amount - fee, 'address', wallet.address,
      'state', op.state);
  else
    answer := jsonb_build_object('refusal', refusal, 'least', smallest,
      'address', wallet.address, 'fee', fee, 'after', held.ways_out_held_after,
      'until', case refusal when 'receivedHeld' then received_until(still_held, p_amount - free)
                            when 'walletTooNew' then wallet.linked_at + p_linked_for
                            else held.ways_out_held_until end);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;
grant execute on function cashier.request_withdrawal to pipkin_app;

-- Sets a frozen account's unsigned withdrawals aside for an operator. This and a worker that signs
-- one (record_signed) lock the operation, so one of them wins.
create function cashier.review_unsigned(p_player integer) returns void
language sql
as $$
  update cashier.operations set state = 'review', reason = 'frozen'
    where player_id = p_player and kind = 'withdrawal' and state = 'requested'
$$;

-- Closes a player's wallets: no money comes in or goes out any more, and rewards that were kept for
-- the end of a break lapse. False while a deposit or a withdrawal is on its way or waits for an
-- operator.
create function cashier.close_wallets(p_player integer) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  -- Waits for a running look for signs of risk (ledger.count_risks), which would write them after
  -- this.
  perform pg_advisory_xact_lock(34, 2);
  perform hold(p_player);
  if exists (
    select from operations
    where player_id = p_player and state in ('requested', 'signed', 'mined', 'review')
  ) then
    return false;
  end if;
  update wallets set closed = true where player_id = p_player;
  delete from challenges where player_id = p_player;
  delete from referral.kept_rewards where player_id = p_player;
  delete from activity.risks where player_id = p_player;
  return true;
end
$$;
grant execute on function cashier.close_wallets to pipkin_app;

-- What the worker has learned
-- -------------------------------------------------------------------------------------------------
-- Those that answer a boolean answer true if the change is stored now, false if the operation has
-- moved on.

-- Stores signed bytes; the worker sends only what is stored. The first ones take the house's next
-- nonce, replacements keep it. The house's limits are judged here without another lock, because the
-- caller with the next nonce sees every signature before it. Answers stored; moved if the operation
-- or the nonce has moved on, or operations of this kind are paused; held if the operation waits for
-- an operator instead; stopped if a limit or a break of the player has rejected the deposit.
create function cashier.record_signed(
  p_player integer, p_operation uuid, p_nonce bigint, p_attempt smallint, p_hash cashier.hash,
  p_raw text, p_gas bigint
) returns text
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations;
  stopped_by text;
begin
  if p_attempt = 0 then perform hold(p_player); end if;
  op := take_operation(p_player, p_operation);
  if p_attempt = 0 then
    if op.state <> 'requested' or op.nonce is not null then return 'moved'; end if;
    if is_paused(op.kind) then return 'moved'; end if;
    if op.kind = 'deposit' then
      stopped_by := deposit_refusal(p_player, op.amount, open_deposits(p_player, true))
        ->> 'refusal';
      if stopped_by is not null then
        update operations set state = 'rejected', reason = stopped_by
          where player_id = p_player and operation_id = p_operation;
        return 'stopped';
      end if;
    end if;
    if op.kind = 'withdrawal' and op.released_at is null and pays_too_much(op.amount) then
      update operations set state = 'review', reason = 'houseSum'
        where player_id = p_player and operation_id = p_operation;
      return 'held';
    end if;
    update house set next_nonce = p_nonce + 1 where next_nonce = p_nonce;
    if not found then return 'moved'; end if;
    if op.kind = 'withdrawal' then
      update house set payout_gas = p_gas where payout_gas < p_gas;
    end if;
    update operations set state = 'signed', nonce = p_nonce, signed_at = clock_timestamp()
      where player_id = p_player and operation_id = p_operation;
  elsif op.state <> 'signed' or op.nonce <> p_nonce
    or p_attempt <> (
      select max(attempt) + 1 from signed
      where player_id = p_player and operation_id = p_operation
    ) then
    return 'moved';
  end if;
  insert into signed (nonce, attempt, player_id, operation_id, hash, raw)
    values (p_nonce, p_attempt, p_player, p_operation, p_hash, p_raw);
  return 'stored';
end
$$;
grant execute on function cashier.record_signed to pipkin_worker;

-- Whether an operation ended because its chain transaction moved no token: it was given back, or
-- not credited. Of what an operator refused, only a withdrawal surely moved none.
create function cashier.moved_nothing(p_op cashier.operations) returns boolean
language sql stable
return p_op.state = 'refunded' or p_op.state = 'failed' and p_op.reason <> 'refused';
grant execute on function cashier.moved_nothing to pipkin_worker;

-- Stores a chain transaction that does nothing, under the nonce of one that moved no token and that
-- a deep reorg has taken out of the chain.
create function cashier.record_nothing(
  p_player integer, p_operation uuid, p_attempt smallint, p_hash cashier.hash, p_raw text
) returns void
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  assert moved_nothing(op), 'nothing takes the place only of what moved no token';
  -- Another worker may have stored its own.
  insert into signed (nonce, attempt, player_id, operation_id, hash, raw)
    values (op.nonce, p_attempt, p_player, p_operation, p_hash, p_raw)
    on conflict do nothing;
end
$$;
grant execute on function cashier.record_nothing to pipkin_worker;

-- One of the operation's own hashes has a receipt.
create function cashier.record_mined(
  p_player integer, p_operation uuid, p_hash cashier.hash, p_block bigint, p_gas numeric
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  if op.state not in ('signed', 'mined') then return false; end if;
  assert exists (
    select from signed
    where hash = p_hash and player_id = p_player and operation_id = p_operation
  ), 'a receipt counts for the operation that was signed for it';
  update operations
    set state = 'mined', mined_hash = p_hash, mined_block = p_block, gas = p_gas
    where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;
grant execute on function cashier.record_mined to pipkin_worker;

-- The chain has dropped the receipt: the worker sends the bytes again.
create function cashier.record_dropped(p_player integer, p_operation uuid, p_block bigint)
returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  update operations set state = 'signed', mined_hash = null, mined_block = null, gas = null
    where player_id = p_player and operation_id = p_operation
      and state = 'mined' and mined_block = p_block;
  return found;
end
$$;
grant execute on function cashier.record_dropped to pipkin_worker;

-- Credits a deposit with what arrived. The caller holds the player and the operation.
create function cashier.credit(
  p_op cashier.operations, p_hash cashier.hash, p_block bigint, p_credit bigint, p_reason text
) returns void
language plpgsql
as $$
begin
  assert p_op.kind = 'deposit', 'only a deposit is credited';
  perform ledger.post(p_op.player_id, p_op.operation_id, 'deposit',
    deposit => p_credit, chain => -p_credit, own => p_credit, operation => p_op.operation_id);
  update cashier.operations
    set state = 'confirmed', credited = p_credit, mined_hash = p_hash, mined_block = p_block,
        reason = p_reason
    where player_id = p_op.player_id and operation_id = p_op.operation_id;
end
$$;

-- Credits a mined deposit, unless deposits are paused. p_hash and p_block are the receipt that was
-- judged.
create function cashier.confirm_deposit(
  p_player integer, p_operation uuid, p_hash cashier.hash, p_block bigint, p_credit bigint
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if is_paused('deposit') then return false; end if;
  if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then
    return false;
  end if;
  perform credit(op, p_hash, p_block, p_credit, null);
  return true;
end
$$;
grant execute on function cashier.confirm_deposit to pipkin_worker;

-- Ends a deposit without a credit: rejected before anything was signed for it, failed afterwards.
-- p_block is the block of the receipt that was judged; null for an unsigned deposit.
create function cashier.end_deposit(
  p_player integer, p_operation uuid, p_block bigint, p_reason text
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  assert op.kind = 'deposit', 'a withdrawal is refunded';
  if op.state not in ('requested', 'mined') or op.mined_block is distinct from p_block then
    return false;
  end if;
  update operations
    set state = case when op.state = 'requested' then 'rejected' else 'failed' end::operation_state,
        reason = p_reason
    where player_id = p_player and operation_id = p_operation;
  return true;
end
$$;
grant execute on function cashier.end_deposit to pipkin_worker;

-- Books a withdrawal that has been paid: the amount sent goes to the chain, and the fee to the
-- fees. The caller holds the player and the operation.
create function cashier.count_paid(
  p_op cashier.operations, p_movement uuid, p_hash cashier.hash, p_block bigint, p_reason text
) returns void
language plpgsql
as $$
begin
  assert p_op.kind = 'withdrawal', 'only a withdrawal is paid';
  perform ledger.post(p_op.player_id, p_movement, 'withdraw_paid',
    withdrawals => -p_op.amount, chain => p_op.amount - p_op.fee, fees => p_op.fee,
    contributes => p_op.fee, operation => p_op.operation_id);
  perform players.notify(p_op.player_id, 'withdrawal_paid', '',
    ledger.amount_text(p_op.amount - p_op.fee) || ' to ' || p_op.address);
  update cashier.operations
    set state = 'confirmed', mined_hash = p_hash, mined_block = p_block, reason = p_reason
    where player_id = p_op.player_id and operation_id = p_op.operation_id;
end
$$;

-- Books a mined withdrawal that moved what it should.
create function cashier.pay_withdrawal(
  p_player integer, p_operation uuid, p_movement uuid, p_hash cashier.hash, p_block bigint
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state <> 'mined' or op.mined_hash <> p_hash or op.mined_block <> p_block then
    return false;
  end if;
  perform count_paid(op, p_movement, p_hash, p_block, null);
  return true;
end
$$;
grant execute on function cashier.pay_withdrawal to pipkin_worker;

-- Returns the whole amount of a withdrawal to the player. The caller holds the player and the
-- operation.
create function cashier.give_back(p_op cashier.operations, p_movement uuid, p_reason text)
returns void
language plpgsql
as $$
begin
  assert p_op.kind = 'withdrawal', 'only a withdrawal is refunded';
  perform ledger.post(p_op.player_id, p_movement, 'withdraw_refund',
    deposit => p_op.amount, withdrawals => -p_op.amount, own => p_op.own_part,
    operation => p_op.operation_id);
  update cashier.operations set state = 'refunded', reason = p_reason
    where player_id = p_op.player_id and operation_id = p_op.operation_id;
end
$$;

-- Refunds a withdrawal that was never signed, or whose chain transaction moved no tokens.
create function cashier.refund_withdrawal(
  p_player integer, p_operation uuid, p_movement uuid, p_block bigint, p_reason text
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  held wallets := hold(p_player);
  op operations := take_operation(p_player, p_operation);
begin
  if op.state not in ('requested', 'mined') or op.mined_block is distinct from p_block then
    return false;
  end if;
  perform give_back(op, p_movement, p_reason);
  return true;
end
$$;
grant execute on function cashier.refund_withdrawal to pipkin_worker;

-- Sets an operation aside for an operator, by a receipt in a block that the scanner has come to. A
-- later deep reorg takes this back (cashier.rewind_scan); after an earlier one this does nothing.
create function cashier.put_to_review(
  p_player integer, p_operation uuid, p_block bigint, p_reason text
) returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
begin
  perform from house for share;
  update operations set state = 'review', reason = p_reason
    where player_id = p_player and operation_id = p_operation and state = 'mined'
      and mined_block = p_block and p_block <= (select scanned_block from house);
  return found;
end
$$;
grant execute on function cashier.put_to_review to pipkin_worker;

-- The nonce of a signed operation was used on the chain, up to p_block, but not by a transaction
-- that is stored for it. If the operation was signed before a restore, the lost time may have
-- replaced it: this sets it aside for an operator, who can decide once the scanner has come to
-- p_block. False if it was signed after the restore.
create function cashier.review_replaced(p_player integer, p_operation uuid, p_block bigint)
returns boolean
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  op operations := take_operation(p_player, p_operation);
begin
  if op.signed_at > (select max(began_at) from generations) then return false; end if;
  if op.state = 'signed' then
    update operations set state = 'review', reason = 'restored'
      where player_id = p_player and operation_id = p_operation;
    update house set restored_block = greatest(restored_block, p_block);
  end if;
  return true;
end
$$;
grant execute on function cashier.review_replaced to pipkin_worker;

-- What the chain and the ledger disagree about
-- -------------------------------------------------------------------------------------------------

-- Each ended operation in scanned blocks that isn't explained: what was posted for it in 1/100 fkr,
-- and what its transfers moved in the token's units, of which 10^16 are 1/100 fkr.
create view cashier.compared as
  select o.mined_block as block, o.mined_hash as hash, o.player_id, o.operation_id, o.address,
         h.address as house, o.state, o.agrees, moved.units,
         case when o.state <> 'confirmed' then 0
              when o.kind = 'deposit' then o.credited
              else o.amount - o.fee end as posted
  from cashier.house h
  join cashier.operations o on o.mined_block between h.opened_block + 1 and h.scanned_block
  cross join lateral (
    select coalesce(sum(
        case when (o.kind = 'deposit') = (t.receiver = h.address) then t.units end
      ), 0) as units
    from (
      select s.hash from cashier.signed s
      where s.player_id = o.player_id and s.operation_id = o.operation_id
      union all
      select o.mined_hash where o.reason = 'matched'
    ) own join cashier.transfers t using (hash)
    where t.note is null
  ) moved
  where o.state in ('confirmed', 'failed', 'refunded') and o.note is null;
grant select on cashier.compared to pipkin_worker, pipkin_operator;

-- Transfers that belong to no operation, and operations that moved something else than was posted.
-- Empty when all is well. Of a long history it reads only what isn't known to agree.
create view cashier.unmatched as
  select t.block, t.log_index, t.hash, null::integer as player_id, null::uuid as operation_id,
         t.sender, t.receiver, t.units
  from cashier.transfers t
  where t.note is null and not t.is_signed
    and not exists (select from cashier.signed s where s.hash = t.hash)
    and not exists (
      select from cashier.operations o where o.mined_hash = t.hash and o.reason = 'matched')
  union all
  select block, null, hash, player_id, operation_id, address, house, units
  from cashier.compared where not agrees and div(units, 1e16) <> posted;
grant select on cashier.unmatched to pipkin_app, pipkin_worker, pipkin_operator;

-- Unmatched transfers and operations as an operator should see them. A stray transfer came to the
-- house and belongs to no operation. Dust is a stray transfer of less than the smallest deposit,
-- too little to look at.
create view cashier.unexplained as
  select u.*, coalesce(came.is_stray, false) as is_stray,
         coalesce(came.is_stray
           and u.units < (select smallest_deposit from cashier.settings) * 1e16, false) as is_dust
  from cashier.unmatched u cross join lateral (
    select u.operation_id is null
      and u.receiver = (select address from cashier.house) and u.sender <> u.receiver as is_stray
  ) came;
grant select on cashier.unexplained to pipkin_worker, pipkin_operator;

-- Notes which ended operations agree with the chain, a thousand at a time. It locks the scanner's
-- position meanwhile. An operation that has changed since it was read is compared next time.
create function cashier.note_agreeing() returns void
language plpgsql security definer set search_path = cashier, ledger, pg_temp
as $$
declare
  done record;
begin
  perform from house for no key update;
  for done in
    select player_id, operation_id, state, hash from compared
    where not agrees and div(units, 1e16) = posted
    limit 1000
  loop
    update operations set agrees = true
      where player_id = done.player_id and operation_id = done.operation_id
        and state = done.state and mined_hash = done.hash;
  end loop;
end
$$;
grant execute on function cashier.note_agreeing to pipkin_worker;

-- What an operator decides in a review
-- -------------------------------------------------------------------------------------------------
-- No login may call these: acts of the schema operator do (docs/runbooks/cashier.md).

-- Whether a restore may have lost what became of an operation in review: it put it there, or the
-- withdrawal waited already, and may have been released and paid in the lost time.
create function cashier.is_restored(p_op cashier.operations) returns boolean
language sql stable
as $$
  select p_op.state = 'review' and (p_op.reason is not distinct from 'restored'
    or p_op.kind = 'withdrawal' and p_op.nonce is null
      and exists (select from ledger.generations where began_at > p_op.at))
$$;

-- The transfers that fit an operation whose signature a restore may have lost, and that belong to
-- no other operation.
create function cashier.fitting_transfers(p_op cashier.operations) returns setof cashier.unmatched
language sql stable
as $$
  select u.* from cashier.unmatched u, cashier.house h
  where cashier.is_restored(p_op)
    and u.operation_id is null and case p_op.kind
      when 'deposit' then u.sender = p_op.address and u.receiver = h.address
        and div(u.units, 1e16) between 1 and p_op.amount
      else u.sender = h.address and u.receiver = p_op.address
        and u.units = (p_op.amount - p_op.fee) * 1e16 end
$$;

-- Why an operation that may have ended in the lost time can't be decided yet without a transfer: a
-- transfer fits, or the scanner hasn't come to the chain's block at a worker's first start on the
-- restored database.
create function cashier.restored_refusal(p_op cashier.operations) returns text
language sql stable
as $$
  select case
    when not cashier.is_restored(p_op) then null
    when h.takes_nonce or h.scanned_block < h.restored_block then 'notScanned'
    when exists (select from cashier.fitting_transfers(p_op)) then 'transferFits' end
  from cashier.house h
$$;

-- What an operator does with an operation. The caller holds the player and the operation, and has
-- judged its state under these locks.

-- Ends a restored operation by its transfer of the lost time: a deposit is credited with what
-- arrived, a withdrawal was paid. False if they don't fit.
create function cashier.match_transfer(p_op cashier.operations, p_hash text) returns boolean
language plpgsql set search_path = cashier, pg_temp
as $$
declare
  fitting unmatched;
begin
  -- Locks the transfer: two operations of the same wallet and amount may fit it, but only one gets
  -- it.
  perform from transfers where hash = lower(p_hash) for no key update;
  select * into fitting from fitting_transfers(p_op) f where f.hash = lower(p_hash);
  if not found then return false; end if;
  if p_op.kind = 'deposit' then
    perform credit(p_op, fitting.hash, fitting.block, div(fitting.units, 1e16)::bigint, 'matched');
  else
    perform count_paid(p_op, public.gen_random_uuid(), fitting.hash, fitting.block, 'matched');
  end if;
  return true;
end
$$;

-- Releases an operation from review: an unsigned withdrawal is paid, and what was signed or mined
-- is judged again.
create function cashier.release(p_op cashier.operations) returns void
language sql
as $$
  update cashier.operations
    set state = case when nonce is null then 'requested' when mined_hash is null then 'signed'
                     else 'mined' end::cashier.operation_state,
        reason = null, released_at = clock_timestamp()
    where player_id = p_op.player_id and operation_id = p_op.operation_id
$$;

-- Whether an operator can still end an operation: it is in review, or it is a withdrawal that no
-- worker has signed.
create function cashier.waits(p_op cashier.operations) returns boolean
language sql stable
return p_op.state = 'review' or p_op.kind = 'withdrawal' and p_op.state = 'requested';

-- Ends an operation that waits: a deposit fails, a withdrawal is given back. A worker that signs it
-- (record_signed) locks the operation too, so one of them wins. False for a withdrawal that has
-- moved tokens as far as the scanner has seen, or whose block the scanner hasn't reached: it would
-- be both paid and given back.
create function cashier.refuse(p_op cashier.operations) returns boolean
language plpgsql set search_path = cashier, pg_temp
as $$
begin
  if p_op.kind = 'withdrawal' then
    if p_op.mined_block > (select scanned_block from house) or exists (
      select from signed join transfers using (hash)
      where player_id = p_op.player_id and operation_id = p_op.operation_id
    ) then
      return false;
    end if;
    perform give_back(p_op, public.gen_random_uuid(), 'refused');
  else
    update operations set state = 'failed', reason = 'refused'
      where player_id = p_op.player_id and operation_id = p_op.operation_id;
  end if;
  return true;
end
$$;

reset role;
