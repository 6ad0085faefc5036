-- Transfers: sending to another player, and moving from Win or Referral to one's own Deposit
-- (docs/decisions/2026-11-transfers-and-referral.md).
set role pipkin_ledger;

-- By how much each send changed the own money of its sender and of its receiver.
create table ledger.carried (
  player_id integer not null,
  movement_id uuid not null,
  amount bigint not null,
  -- Until when a receiver's part is held.
  held_until timestamptz,
  -- The version of cashier.settings that a sender's fee is by.
  settings_version integer,
  primary key (player_id, movement_id)
);
grant select on ledger.carried to pipkin_app, pipkin_worker;

-- What a player has sent in the last 24 hours without being notified of it. Small sends count
-- together, or a thief could empty an account by many.
create function ledger.sent_unseen(p_player integer) returns bigint
language plpgsql stable
as $$
declare
  since timestamptz := clock_timestamp() - interval '24 hours';
begin
  select greatest(since, max(at)) into since from players.security_events
    where player_id = p_player and at > since and kind = 'large_send';
  return (
    select coalesce(-sum(deposit), 0) from ledger.movements
    where player_id = p_player and at > since and kind = 'send');
end
$$;

-- Sends from one Deposit wallet to another: two movements under one id. The fee stays with the
-- house. What arrives can't leave the receiver's account for p_hold_for. p_session: the session
-- that asks, if there is one, and p_token the hash of its token. It is judged again after the lock,
-- since its owner may have ended it while this waited. p_fee: the fee that the player saw, if the
-- client says it; a different fee is never taken. Answers {id, net} or {refusal, until, after,
-- fee}.
create function ledger.send(
  p_sender integer, p_id uuid, p_receiver integer, p_amount bigint, p_key text, p_input_hash bytea,
  p_hold_for interval default '0', p_session uuid default null, p_fee bigint default null,
  p_token bytea default null
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  terms record;
  fee bigint;
  net bigint;
  held wallets;
  theirs wallets;
  judged_at timestamptz;
  still_held received_part[];
  free bigint;
  arrives received_part[];
  earlier jsonb;
  refusal text;
  own_sent bigint;
  own_received bigint;
  sent bigint;
  answer jsonb;
begin
  -- Locks in the order of ids, so that two players who send to each other can't deadlock.
  perform from wallets where player_id = least(p_sender, p_receiver) for no key update;
  perform from wallets where player_id = greatest(p_sender, p_receiver) for no key update;
  held := hold(p_sender);
  earlier := earlier_answer(p_sender, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;
  refusal := case
    when p_session is not null then players.judge_session(p_session, p_sender, p_token) end;
  -- Not kept as the answer of its key: the same request is repeated after a confirmation.
  if refusal is not null then return jsonb_build_object('refusal', refusal); end if;

  select s.version, s.send_fee into terms from cashier.settings s;
  fee := cashier.fee_of(p_amount, terms.send_fee);
  net := p_amount - fee;
  arrives := received_now(net, p_hold_for);
  select * into theirs from wallets where player_id = p_receiver;
  still_held := add_received(held.received, null);
  free := held.deposit + held.win - sum_received(still_held);
  refusal := case
    when held.closed then 'noSession'
    when p_amount <= 0 or net <= 0 then 'invalidAmount'
    when held.frozen then 'accountFrozen'
    when held.ways_out_held_until > clock_timestamp() then 'waysOutHeld'
    when p_receiver = p_sender then 'sameReceiver'
    when theirs.player_id is null or theirs.closed then 'receiverUnknown'
    when fee <> p_fee then 'feeChanged'
    when held.deposit < p_amount then 'sendUnfunded'
    when p_amount > free then 'receivedHeld'
    -- One answer for a limit and an exclusion: the sender may not learn which the receiver has. It
    -- comes last, so that each try to find a limit costs the fee of one that arrives.
    when deposit_refusal(p_receiver, net, cashier.open_deposits(p_receiver)) is not null
      then 'receiverCannot'
  end;
  judged_at := clock_timestamp();
  if held.break_until > judged_at and coalesce(refusal, '') <> 'invalidAmount' then
    answer := break_refusal(p_sender, judged_at);
  elsif refusal is null then
    -- Own money goes first and pays the fee. Marked money arrives as marked.
    own_sent := least(p_amount, held.own);
    own_received := greatest(own_sent - fee, 0);
    perform post(p_sender, p_id, 'send', deposit => -p_amount, fees => fee, transfers => net,
      own => -own_sent, contributes => fee, other_player => p_receiver);
    perform post(p_receiver, p_id, 'received', deposit => net, transfers => -net,
      own => own_received, other_player => p_sender,
      received => case when arrives is not null
        then add_received(theirs.received, arrives) end);
    insert into carried (player_id, movement_id, amount, held_until, settings_version)
      values (p_sender, p_id, -own_sent, null, terms.version),
             (p_receiver, p_id, own_received, arrives[1].until, null);
    perform warn_of_deposits(p_receiver);
    sent := sent_unseen(p_sender);
    if sent > 10000 then
      perform players.notify(p_sender, 'large_send', players.device_of(p_session),
        amount_text(sent) || case when sent > p_amount then ' by several sends, the last' else ''
          end || ' to ' || p_receiver);
    end if;
    answer := jsonb_build_object('id', p_id, 'net', net);
  else
    answer := jsonb_build_object('refusal', refusal, 'fee', fee,
      'after', held.ways_out_held_after,
      'until', case refusal when 'receivedHeld' then received_until(still_held, p_amount - free)
                            else held.ways_out_held_until end);
  end if;
  perform keep_answer(p_sender, p_key, p_input_hash, answer);
  return answer;
end
$$;
grant execute on function ledger.send to pipkin_app;

-- Moves from Win, or from the unlocked part of Referral, to Deposit: p_kind says which. Answers
-- {id} or {refusal}.
create function ledger.move_to_deposit(
  p_player integer, p_id uuid, p_kind ledger.movement_kind, p_amount bigint,
  p_key text, p_input_hash bytea
) returns jsonb
language plpgsql security definer set search_path = ledger, pg_temp
as $$
declare
  held wallets;
  earlier jsonb;
  refusal text;
  answer jsonb;
begin
  select * into held from wallets where player_id = p_player for no key update;
  if not found then return jsonb_build_object('refusal', 'playerUnknown'); end if;
  earlier := earlier_answer(p_player, p_key, p_input_hash);
  if earlier ? 'refusal' then return earlier; end if;
  if earlier is not null then return earlier -> 'answer'; end if;

  assert p_kind in ('winning_transfer', 'referral_transfer'), 'from Win or from Referral';
  refusal := case
    when p_amount <= 0 then 'invalidAmount'
    when p_kind = 'winning_transfer' and held.win < p_amount then 'winUnfunded'
    when p_kind = 'referral_transfer'
        and held.referral - referral.judge_locked(p_player) < p_amount
      then 'referralUnfunded'
  end;
  if refusal is null then
    perform post(p_player, p_id, p_kind, deposit => p_amount,
      win => case p_kind when 'winning_transfer' then -p_amount else 0 end,
      referral => case p_kind when 'referral_transfer' then -p_amount else 0 end);
    answer := jsonb_build_object('id', p_id);
  else
    answer := jsonb_build_object('refusal', refusal);
  end if;
  perform keep_answer(p_player, p_key, p_input_hash, answer);
  return answer;
end
$$;
grant execute on function ledger.move_to_deposit to pipkin_app;

reset role;
