-- Three logins, each with what it needs and no more: pipkin_app (the API) asks for deposits and
-- withdrawals, pipkin_worker alone credits and pays them, pipkin_operator alone answers what waits
-- for a person, and everything it does is written down.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['pipkin_worker', 'pipkin_operator'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster made it in this moment
    end;
  end loop;
end
$$;

-- The worker
-- --------------------------------------------------------------------------------------------------------------

grant usage on schema ledger, cashier, referral, players, activity, operator to pipkin_worker;
-- The directory: what the audit compares, and what sweeping goes by.
grant select (player_id, referrer_id, first_signed_in_at) on players.accounts to pipkin_worker;
grant select (last_seen_at, seen_hour, created_at), delete on players.sessions to pipkin_worker;
grant select (sent_at), delete on players.email_codes to pipkin_worker;
grant select (verified_at), delete on players.verified_addresses to pipkin_worker;
-- The figures of the home page: the API only reads them.
grant select, update on activity.counted to pipkin_worker;
grant select, insert, update, delete on activity.winnings, activity.large_returns, activity.plays to pipkin_worker;
revoke update on activity.counted from pipkin_app;
revoke insert, update, delete on activity.winnings, activity.large_returns, activity.plays from pipkin_app;
grant select, insert on operator.audits to pipkin_worker;
-- Accounts are for ever.
revoke delete on players.accounts from pipkin_app;

set role pipkin_ledger;
grant select on all tables in schema ledger, cashier, referral to pipkin_worker;
-- Left rounds are finished by it; no bet is placed.
grant execute on function ledger.round_record, ledger.store_moves, ledger.counts_as_staked, ledger.round_commitment,
  ledger.forget_refusals
  to pipkin_worker;
grant execute on function
  cashier.record_signed, cashier.record_mined, cashier.record_dropped,
  cashier.confirm_deposit, cashier.end_deposit, cashier.pay_withdrawal, cashier.refund_withdrawal, cashier.put_to_review,
  cashier.open_house, cashier.record_head, cashier.record_scan, cashier.rewind_scan,
  referral.reward_next_waiting
  to pipkin_worker;
revoke execute on function
  cashier.record_signed, cashier.record_mined, cashier.record_dropped,
  cashier.confirm_deposit, cashier.end_deposit, cashier.pay_withdrawal, cashier.refund_withdrawal, cashier.put_to_review,
  cashier.open_house, cashier.record_head, cashier.record_scan, cashier.rewind_scan,
  referral.reward_next_waiting
  from pipkin_app;
-- What was signed, the API knows by its hash.
revoke select on cashier.signed from pipkin_app;
grant select (nonce, attempt, player_id, operation_id, hash, signed_at) on cashier.signed to pipkin_app;
reset role;

-- The operator's acts
-- ------------------------------------------------------------------------------------------------------

-- Append-only, for everybody: who did what, to what, why, and what was there before and after.
create table operator.acts (
  act_id uuid primary key default uuidv7(),
  at timestamptz not null default clock_timestamp(),
  operator text not null check (operator ~ '^[^[:cntrl:]]{1,100}$'),
  login name not null default session_user,
  act text not null,
  about text not null,
  reason text not null check (length(btrim(reason)) between 3 and 1000),
  before jsonb,
  after jsonb
);

create function operator.keep_acts() returns trigger
language plpgsql as $$
begin
  raise insufficient_privilege using message = 'what the operator did is never changed';
end
$$;
create trigger acts_stay before update or delete or truncate on operator.acts
  for each statement execute function operator.keep_acts();

grant usage on schema operator, ledger, cashier, referral, support to pipkin_operator;
-- What is waiting, and what the settings are. Players only by operator.find_player, which writes
-- down who looked.
grant select on operator.acts, support.cases to pipkin_operator;
grant insert on operator.acts to pipkin_ledger;
grant usage, create on schema operator to pipkin_ledger;
grant usage on schema support to pipkin_ledger;
grant select, update (answer, closed_at) on support.cases to pipkin_ledger;
grant select (player_id, name, mobile, email, invite_code, referrer_id, created_at, first_signed_in_at)
  on players.accounts to pipkin_ledger;
grant select (player_id, created_at, last_seen_at), delete on players.sessions to pipkin_ledger;

set role pipkin_ledger;
grant select on ledger.games, ledger.rulebooks, cashier.settings, cashier.operations, cashier.unmatched, referral.settings
  to pipkin_operator;

-- Writes an act down, in the database transaction that does it. Whoever gives no name or reason
-- does nothing.
create function operator.record(
  p_by text, p_reason text, p_act text, p_about text, p_before jsonb default null, p_after jsonb default null
) returns void
language sql security definer set search_path = operator, pg_temp
as $$
  insert into acts (operator, act, about, reason, before, after)
  values (p_by, p_act, p_about, p_reason, p_before, p_after)
$$;

-- Everything about one player that support needs, or null. A Transaction_Id names its player in
-- p_player. A look is an act, too.
create function operator.find_player(p_by text, p_reason text, p_how text, p_value text, p_player integer) returns jsonb
language plpgsql security definer set search_path = operator, ledger, cashier, referral, pg_temp
as $$
declare
  found_id integer;
begin
  found_id := case p_how
    when 'id' then (select player_id from players.accounts where player_id = p_player)
    when 'transaction' then (select player_id from players.accounts where player_id = p_player)
    when 'phone' then (select player_id from players.accounts where mobile = p_value)
    when 'email' then (select player_id from players.accounts where email = lower(p_value))
    when 'code' then (select player_id from players.accounts where invite_code = upper(p_value))
    when 'wallet' then (select player_id from addresses where address = lower(p_value))
    when 'hash' then coalesce(
      (select player_id from signed where hash = lower(p_value)),
      (select max(player_id) from support.cases where tx_hash = lower(p_value) having count(distinct player_id) = 1))
  end;
  perform record(p_by, p_reason, 'find-player', p_how || ' ' || p_value, null, jsonb_build_object('player', found_id));
  return (
    select jsonb_build_object(
      'player', to_jsonb(a),
      'wallets', (select jsonb_build_object('deposit', deposit, 'bonus', bonus, 'win', win, 'referral', referral,
        'locked_bonus', locked_bonus(found_id), 'locked_referral', locked_referral(found_id), 'own_money', own)
        from wallets where player_id = found_id),
      'addresses', coalesce((select jsonb_agg(address order by chosen_at desc) from addresses where player_id = found_id), '[]'),
      'open_rounds', coalesce((select jsonb_agg(jsonb_build_object(
          'round_id', round_id, 'game', game, 'stake', stake, 'placed_at', placed_at) order by placed_at)
        from rounds where player_id = found_id and status = 'pending'), '[]'),
      'operations', coalesce((select jsonb_agg(jsonb_build_object(
          'operation_id', operation_id, 'kind', kind, 'state', state, 'amount', amount, 'reason', reason, 'at', at)
          order by at desc)
        from (select * from operations where player_id = found_id order by at desc limit 20) o), '[]'),
      'cases', coalesce((select jsonb_agg(jsonb_build_object(
          'case_id', case_id, 'event', event, 'tx_hash', tx_hash, 'amount', amount, 'at', at, 'answer', answer) order by at desc)
        from support.cases where player_id = found_id), '[]'))
    from (
      select player_id, name, mobile, email, invite_code, referrer_id, created_at, first_signed_in_at
      from players.accounts where player_id = found_id
    ) a);
end
$$;

-- The acts below answer null where they are done, else why not.

-- Ends all of a player's sessions. Who knows the password may log in again.
create function operator.end_sessions(p_by text, p_reason text, p_player integer) returns text
language plpgsql security definer set search_path = operator, pg_temp
as $$
declare
  ended jsonb;
begin
  if not exists (select from players.accounts where player_id = p_player) then return 'unknownPlayer'; end if;
  with gone as (delete from players.sessions where player_id = p_player returning created_at, last_seen_at)
    select jsonb_agg(to_jsonb(gone)) into ended from gone;
  if ended is null then return 'alreadySo'; end if;
  perform record(p_by, p_reason, 'end-sessions', p_player::text, ended, null);
  return null;
end
$$;

-- Lets an operation in review go on: a withdrawal is paid, a deposit judged again.
create function operator.release(p_by text, p_reason text, p_player integer, p_operation uuid) returns text
language plpgsql security definer set search_path = operator, cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  select * into op from operations where player_id = p_player and operation_id = p_operation;
  if not found then return 'unknownOperation'; end if;
  if not cashier.release(p_player, p_operation) then return 'notInReview'; end if;
  perform record(p_by, p_reason, 'release', p_player || ' ' || p_operation, to_jsonb(op),
    (select to_jsonb(o) from operations o where player_id = p_player and operation_id = p_operation));
  return null;
end
$$;

-- Ends an operation in review: a withdrawal is given back, a deposit fails.
create function operator.refuse(p_by text, p_reason text, p_player integer, p_operation uuid) returns text
language plpgsql security definer set search_path = operator, cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  select * into op from operations where player_id = p_player and operation_id = p_operation;
  if not found then return 'unknownOperation'; end if;
  if op.state <> 'review' then return 'notInReview'; end if;
  if not cashier.refuse(p_player, p_operation, 'refused') then return 'mayBePaid'; end if;
  perform record(p_by, p_reason, 'refuse', p_player || ' ' || p_operation, to_jsonb(op),
    (select to_jsonb(o) from operations o where player_id = p_player and operation_id = p_operation));
  return null;
end
$$;

-- Says what a transfer was that belongs to no operation, and so ends its alarm.
create function operator.explain_transfer(p_by text, p_reason text, p_hash text) returns text
language plpgsql security definer set search_path = operator, cashier, pg_temp
as $$
declare
  earlier jsonb;
begin
  select jsonb_agg(note) into earlier from transfers where hash = lower(p_hash);
  update transfers set note = p_reason where hash = lower(p_hash);
  if not found then return 'unknownTransfer'; end if;
  perform record(p_by, p_reason, 'explain-transfer', lower(p_hash), earlier, to_jsonb(p_reason));
  return null;
end
$$;

-- Answers a support case. The player reads the answer under Support and is notified.
create function operator.close_case(p_by text, p_reason text, p_case integer, p_answer text) returns text
language plpgsql security definer set search_path = operator, pg_temp
as $$
declare
  closed support.cases;
begin
  if length(btrim(p_answer)) = 0 then return 'noAnswer'; end if;
  select * into closed from support.cases where case_id = p_case for update;
  if not found then return 'unknownCase'; end if;
  if closed.closed_at is not null then return 'caseClosed'; end if;
  update support.cases set answer = p_answer, closed_at = clock_timestamp() where case_id = p_case;
  perform record(p_by, p_reason, 'close-case', p_case::text, null, to_jsonb(p_answer));
  return null;
end
$$;

-- Puts a game on or off. Rounds that are open go on.
create function operator.switch_game(p_by text, p_reason text, p_game smallint, p_live boolean) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was boolean;
begin
  select is_live into was from games where game = p_game for update;
  if not found then return 'unknownGame'; end if;
  if was = p_live then return 'alreadySo'; end if;
  update games set is_live = p_live where game = p_game;
  perform record(p_by, p_reason, 'switch-game', p_game::text, to_jsonb(was), to_jsonb(p_live));
  return null;
end
$$;

-- Puts a game's limits and rules in place; whether the rules may be offered, the caller has judged.
create function operator.change_game(
  p_by text, p_reason text, p_game smallint, p_step bigint, p_minimum bigint, p_maximum bigint,
  p_rules_hash bytea, p_rules jsonb, p_min_round_ms integer, p_rounds_a_day integer
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was games;
begin
  select * into was from games where game = p_game for update;
  if not found then return 'unknownGame'; end if;
  perform set_game(p_game, was.name, p_step, p_minimum, p_maximum, p_rules_hash, p_rules, p_min_round_ms, p_rounds_a_day,
    was.position);
  perform record(p_by, p_reason, 'change-game', p_game::text, to_jsonb(was),
    (select to_jsonb(g) from games g where game = p_game));
  return null;
end
$$;

-- Above which amount a withdrawal waits for an operator.
create function operator.change_review_limit(p_by text, p_reason text, p_above bigint) returns text
language plpgsql security definer set search_path = operator, cashier, pg_temp
as $$
declare
  was settings;
begin
  select * into was from settings for update;
  update settings set review_above = p_above;
  perform record(p_by, p_reason, 'change-review-limit', 'withdrawals', to_jsonb(was.review_above), to_jsonb(p_above));
  return null;
end
$$;

-- The referral programme's terms, for friends who come from now on: what is null stays as it is.
create function operator.change_rewards(
  p_by text, p_reason text, p_friend bigint, p_levels bigint[], p_deposits bigint, p_staked bigint, p_budget bigint
) returns text
language plpgsql security definer set search_path = operator, referral, pg_temp
as $$
declare
  was settings;
begin
  select * into was from settings for update;
  update settings set
    friend_reward = coalesce(p_friend, friend_reward), level_rewards = coalesce(p_levels, level_rewards),
    unlock_deposits = coalesce(p_deposits, unlock_deposits), unlock_staked = coalesce(p_staked, unlock_staked),
    daily_budget = coalesce(p_budget, daily_budget);
  perform record(p_by, p_reason, 'change-rewards', 'referral', to_jsonb(was), (select to_jsonb(s) from settings s));
  return null;
end
$$;

grant execute on function
  operator.find_player, operator.end_sessions, operator.release, operator.refuse, operator.explain_transfer, operator.close_case,
  operator.switch_game, operator.change_game, operator.change_review_limit, operator.change_rewards
  to pipkin_operator;
reset role;
