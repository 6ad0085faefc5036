-- The operator: audits, and acts. Each act is a function that records who did what, to what and
-- why, in the database transaction that does it. The operator's login reads what waits for a
-- decision and the settings. It sees a player only by find_player, which is an act too. Acts that
-- may take two people go through 0027_desk_four_eyes.sql alone.
create schema operator;
grant usage on schema operator to pipkin_app, pipkin_worker, pipkin_operator;
grant usage, create on schema operator to pipkin_ledger;

-- Each audit replays rounds up to audited_to; the next audit goes on from there.
create table operator.audits (
  audit_id uuid primary key,
  audited_to timestamptz not null,
  replayed bigint not null,
  findings integer not null,
  -- The last act that it saw, and its hash: they show if acts are later removed from the end.
  acts bigint not null default 0,
  acts_head bytea,
  at timestamptz not null default clock_timestamp(),
  -- Each check: {invariant, says, checked, wrong, found}, the first of what it found. It names
  -- players, so the log doesn't get it.
  report jsonb not null default '[]'
);
create index audits_at on operator.audits (at, audit_id);
grant select, insert on operator.audits to pipkin_worker;
grant select on operator.audits to pipkin_ledger;

-- What operators did, with the state before and after. Append-only, for every role, and chained:
-- each row has the hash of the one before, so that the audit finds rows that the database's owner
-- changes, removes or inserts.
create table operator.acts (
  act_id uuid primary key default uuidv7(),
  -- From 1, without gaps, in the order of the times.
  n bigint not null unique,
  at timestamptz not null,
  -- Two names of sixty characters, and "approved by".
  operator text not null check (operator ~ '^[^[:cntrl:]]{1,140}$'),
  login name not null default session_user,
  act text not null,
  about text not null,
  reason text not null check (length(btrim(reason)) between 3 and 1000),
  before jsonb,
  after jsonb,
  -- Who was logged in to the back office (desk.operators), who approved, and why; null for a
  -- command.
  operator_id integer,
  approved_by integer,
  approval text,
  hash bytea not null
);
create index acts_about on operator.acts (about text_pattern_ops, n);
create index acts_act on operator.acts (act, n);
create index acts_operator on operator.acts (operator, n);
create index acts_operator_id on operator.acts (operator_id, n);
create index acts_approved_by on operator.acts (approved_by, n);
create index acts_at on operator.acts (at);
grant select on operator.acts to pipkin_operator, pipkin_worker;
grant select, insert on operator.acts to pipkin_ledger;
-- The audit counts them.
grant select (act_id) on operator.acts to pipkin_app;

-- The hash of an act that comes after the one with the hash p_before.
create function operator.act_hash(p_before bytea, p_act operator.acts) returns bytea
language sql stable
return sha256(p_before || convert_to(jsonb_build_array(
  p_act.n, p_act.act_id, extract(epoch from p_act.at), p_act.operator, p_act.login, p_act.act,
  p_act.about, p_act.reason, p_act.before, p_act.after, p_act.operator_id, p_act.approved_by,
  p_act.approval
)::text, 'UTF8'));
revoke all on function operator.act_hash from public;
grant execute on function operator.act_hash to pipkin_worker, pipkin_ledger;

-- Gives an act its number, its time, and the hash over it and all before it.
create function operator.chain_act() returns trigger
language plpgsql as $$
declare
  last record;
begin
  -- One after another: acts are made by hand.
  perform pg_advisory_xact_lock(hashtext('operator.acts'));
  select n, hash into last from operator.acts order by n desc limit 1;
  new.n := coalesce(last.n, 0) + 1;
  new.at := clock_timestamp();
  new.hash := operator.act_hash(coalesce(last.hash, ''), new);
  return new;
end
$$;
create trigger acts_are_chained before insert on operator.acts
  for each row execute function operator.chain_act();

-- Refuses to change, delete or truncate acts.
create function operator.keep_acts() returns trigger
language plpgsql as $$
begin
  raise insufficient_privilege using message = 'what the operator did is never changed';
end
$$;
create trigger acts_stay before update or delete or truncate on operator.acts
  for each statement execute function operator.keep_acts();

-- Every version of the settings that money is judged by, with its author and reason. Append-only,
-- as acts are. The audit checks each fee against the version that it names.
create table operator.versions (
  subject text not null check (subject in ('cashier', 'referral')),
  version integer not null,
  at timestamptz not null default clock_timestamp(),
  made_by text not null,
  reason text not null,
  settings jsonb not null,
  primary key (subject, version)
);
grant select on operator.versions to pipkin_operator, pipkin_worker;
grant select (subject, version, settings) on operator.versions to pipkin_app;
grant select, insert on operator.versions to pipkin_ledger;
create trigger versions_stay before update or delete or truncate on operator.versions
  for each statement execute function operator.keep_acts();

set role pipkin_ledger;

insert into operator.versions (subject, version, made_by, reason, settings)
  select 'cashier', version, 'Pipkin', 'as specified',
         to_jsonb(s) - array['payouts_paused', 'deposits_paused']
  from cashier.settings s
  union all
  select 'referral', version, 'Pipkin', 'as specified', to_jsonb(s) from referral.settings s;

-- Stores the current settings as a new version. The caller has locked and changed them. A pause is
-- an act of its own and makes no version: in the next version it would look like a change by that
-- version's author.
create function operator.keep_version(p_subject text, p_by text, p_reason text) returns void
language plpgsql
as $$
declare
  is_now jsonb;
begin
  case p_subject
    when 'cashier' then
      update cashier.settings s set version = version + 1
        returning to_jsonb(s) - array['payouts_paused', 'deposits_paused'] into is_now;
    when 'referral' then
      update referral.settings s set version = version + 1 returning to_jsonb(s) into is_now;
  end case;
  insert into operator.versions (subject, version, made_by, reason, settings)
    values (p_subject, (is_now ->> 'version')::integer, p_by, p_reason, is_now);
end
$$;

-- Who acts in the back office in a database transaction, and who approves. In a table, since any
-- login can change a setting of its session. A row lasts until its act is recorded.
create table operator.acting (
  transaction xid8 primary key default pg_current_xact_id(),
  operator_id integer not null,
  approved_by integer,
  approval text
);

-- Notes who does the next act of this database transaction. The caller has judged their session.
create function operator.act_as(
  p_operator integer, p_approver integer default null, p_approval text default null
) returns void
language sql
as $$
  insert into operator.acting (operator_id, approved_by, approval)
    values (p_operator, p_approver, p_approval)
$$;

-- Records an act. The table refuses an act without a name or a reason, which rolls back all that
-- the act has done.
create function operator.record(
  p_by text, p_reason text, p_act text, p_about text,
  p_before jsonb default null, p_after jsonb default null
) returns void
language sql
as $$
  with who as (
    delete from operator.acting where transaction = pg_current_xact_id()
    returning operator_id, approved_by, approval
  )
  insert into operator.acts (
    operator, act, about, reason, before, after, operator_id, approved_by, approval)
  select p_by, p_act, p_about, p_reason, p_before, p_after, who.operator_id, who.approved_by,
         who.approval
  from (values (1)) act left join who on true
$$;

-- Players
-- -------------------------------------------------------------------------------------------------

-- The player whom a value names, or null. p_how: what the value is. A Transaction_Id names its
-- player in p_player.
create function operator.player_by(p_how text, p_value text, p_player integer) returns integer
language sql stable
as $$
  select case p_how
    when 'id' then (select player_id from players.accounts where player_id = p_player)
    when 'transaction' then (select player_id from players.accounts where player_id = p_player)
    -- A number and an address may have been another account's: finds the last of several.
    when 'phone' then coalesce(
      (select player_id from players.accounts where mobile = p_value),
      (select player_id from players.closed_accounts where mobile = p_value
       order by closed_at desc limit 1))
    when 'email' then coalesce(
      (select player_id from players.accounts where mailbox = players.mailbox_of(p_value)),
      (select player_id from players.former_mailboxes
       where mailbox = players.mailbox_of(p_value) order by left_at desc limit 1))
    when 'code' then (select player_id from players.accounts where invite_code = upper(p_value))
    when 'wallet' then (select player_id from cashier.addresses where address = lower(p_value))
    when 'hash' then coalesce(
      (select player_id from cashier.signed where hash = lower(p_value)),
      (select max(player_id) from support.cases
       where tx_hash = lower(p_value) having count(distinct player_id) = 1))
  end
$$;

-- What the back office and find_player show of a player, or null.
create function operator.player_sheet(p_player integer) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'player', to_jsonb(a),
    'wallets', (
      select jsonb_build_object(
        'deposit', deposit, 'bonus', bonus, 'win', win, 'referral', referral,
        'own_money', own,
        'out_of_rewards', deposit + win - own, 'contributed', contributed,
        'received_and_held', ledger.sum_received(ledger.add_received(received, null)))
      from ledger.wallets where player_id = p_player)
      || jsonb_build_object('locked_bonus', ledger.locked_bonus(p_player),
        'locked_referral', ledger.locked_referral(p_player)),
    'ways_out', (
      select case when ways_out_held_until > clock_timestamp()
        then jsonb_build_object(
          'held_until', ways_out_held_until, 'held_after', ways_out_held_after)
        else '{"held_until": null, "held_after": null}' end
      from ledger.wallets where player_id = p_player),
    'address_times', coalesce((
      select jsonb_agg(jsonb_build_object(
        'address', address, 'linked_at', linked_at, 'unlinked_at', unlinked_at,
        'doubted_at', doubted_at) order by chosen_at desc)
      from cashier.addresses where player_id = p_player), '[]'),
    'operations', coalesce((
      select jsonb_agg(jsonb_build_object(
        'operation_id', operation_id, 'kind', kind, 'state', state, 'amount', amount,
        'reason', reason, 'at', at)
        order by at desc)
      from (
        select * from cashier.operations where player_id = p_player order by at desc limit 20
      ) o), '[]'),
    'cases', coalesce((
      select jsonb_agg(jsonb_build_object(
        'case_id', case_id, 'event', event, 'tx_hash', tx_hash, 'amount', amount, 'at', at,
        'state', state, 'answer', answer)
        order by at desc)
      from support.cases where player_id = p_player), '[]'))
  from (
    select o.player_id, coalesce(c.name, o.name) as name, coalesce(o.mobile, c.mobile) as mobile,
           coalesce(o.email, c.email) as email, o.invite_code, o.referrer_id, o.created_at,
           o.first_signed_in_at, o.has_totp as has_app, o.passkeys, o.frozen_from,
           o.frozen_by_house, o.closed_at
    from players.accounts o left join players.closed_accounts c using (player_id)
    where o.player_id = p_player
  ) a
$$;

-- Finds a player (as player_by does) and answers all that support needs, or null.
create function operator.find_player(
  p_by text, p_reason text, p_how text, p_value text, p_player integer
) returns jsonb
language plpgsql security definer set search_path = operator, pg_temp
as $$
declare
  found_id integer := player_by(p_how, p_value, p_player);
begin
  perform record(p_by, p_reason, 'findPlayer', p_how || ' ' || p_value,
    null, jsonb_build_object('player', found_id));
  return player_sheet(found_id) || jsonb_build_object(
    'addresses', coalesce((
      select jsonb_agg(address order by unlinked_at is not null, chosen_at desc)
      from cashier.addresses where player_id = found_id), '[]'),
    'rewards_by_this_player', coalesce((
      select jsonb_agg(jsonb_build_object(
        'player', player_id, 'level', level, 'amount', amount, 'state', state,
        'over_cap', over_cap, 'shares', shares, 'decision', decision)
        order by level)
      from (
        select player_id, level, amount, state, over_cap, shares, decision
        from referral.judged_rewards where friend_id = found_id
        union all
        -- Kept until its player's break is over.
        select k.player_id, level, amount, 'kept',
               level > 0 and referral.is_over_cap(k.player_id, amount, s), shares, decision
        from referral.kept_rewards k cross join referral.settings s
        join referral.friends f on f.player_id = k.friend_id
        where friend_id = found_id
      ) r), '[]'),
    'friends_who_share', coalesce((
      select jsonb_agg(distinct jsonb_build_object('player', friend_id, 'shares', shares))
      from referral.judged_rewards
      where player_id = found_id and level > 0 and shares <> '{}'), '[]'),
    'open_rounds', coalesce((
      select jsonb_agg(jsonb_build_object(
        'round_id', round_id, 'game', game, 'stake', stake, 'placed_at', placed_at)
        order by placed_at)
      from ledger.rounds where player_id = found_id and status = 'pending'), '[]'));
end
$$;
grant execute on function operator.find_player to pipkin_operator;

-- The acts below answer null when done, else why not.

-- Ends all of a player's sessions. The player, or a thief with the password, may log in again.
create function operator.end_sessions(p_by text, p_reason text, p_player integer) returns text
language plpgsql security definer set search_path = operator, pg_temp
as $$
declare
  ended jsonb;
begin
  if not exists (select from players.accounts where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  with gone as (
    delete from players.sessions where session_id in (select players.lock_sessions(p_player))
    returning created_at, last_seen_at
  )
    select jsonb_build_object('sessions_ended', jsonb_agg(to_jsonb(gone))) into ended from gone
    having count(*) > 0;
  if ended is null then return 'alreadySo'; end if;
  perform record(p_by, p_reason, 'endSessions', p_player::text, ended, null);
  return null;
end
$$;
grant execute on function operator.end_sessions to pipkin_operator;

-- Answers a support case and closes it. The player reads the answer under Support and by mail.
create function operator.close_case(p_by text, p_reason text, p_case integer, p_answer text)
returns text
language plpgsql security definer set search_path = operator, pg_temp
as $$
declare
  was text := (select state from support.cases where case_id = p_case);
  refusal text := support.answer(null, p_case, p_answer, true,
    'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if refusal is not null then return refusal; end if;
  perform record(p_by, p_reason, 'answerCase', p_case::text,
    jsonb_build_object('state', was), jsonb_build_object('state', 'closed'));
  return null;
end
$$;
grant execute on function operator.close_case to pipkin_operator;

-- The cashier
-- -------------------------------------------------------------------------------------------------

-- Locks an operation, after its player's wallets, so that an act records the state that it ends.
-- Null where there is none.
create function operator.hold_operation(p_player integer, p_operation uuid)
returns cashier.operations
language plpgsql
as $$
begin
  if not exists (
    select from cashier.operations where player_id = p_player and operation_id = p_operation
  ) then
    return null;
  end if;
  perform ledger.hold(p_player);
  return cashier.take_operation(p_player, p_operation);
end
$$;

-- Why an operation can't be let go now, or null. No withdrawal is paid while its account is frozen.
create function operator.why_held(p_op cashier.operations, p_frozen boolean) returns text
language sql stable
return case
  when p_op.kind = 'withdrawal' and p_op.nonce is null and p_frozen then 'accountFrozen'
  when p_op.state = 'review' then cashier.restored_refusal(p_op) end;

-- Releases an operation from review: a withdrawal is paid, a deposit is judged again. It checks
-- whether the account is frozen under the wallets' lock, which a freeze takes too.
create function operator.release(p_by text, p_reason text, p_player integer, p_operation uuid)
returns text
language plpgsql security definer set search_path = operator, cashier, ledger, pg_temp
as $$
declare
  op operations;
  held wallets;
  owner jsonb;
  refusal text;
begin
  op := hold_operation(p_player, p_operation);
  if op is null then return 'unknownOperation'; end if;
  if op.state <> 'review' then return 'notInReview'; end if;
  select * into strict held from wallets where player_id = p_player;
  -- The record shows the operator what the owner has disowned. An approval is refused if this has
  -- changed since the proposal (0027_desk_four_eyes.sql).
  owner := jsonb_build_object('ways_out_held_until', held.ways_out_held_until,
    'wallet_disowned', disowned_at(p_player, op.address, op.at) is not null);
  refusal := why_held(op, held.frozen);
  if refusal is not null then return refusal; end if;
  if op.kind = 'deposit' and op.nonce is null then return 'neverSigned'; end if;
  -- The player may have reported another deposit meanwhile, which has the wallet's approval now.
  if op.kind = 'deposit' and exists (
    select from operations
    where player_id = p_player and address = op.address and kind = 'deposit'
      and state in ('requested', 'signed', 'mined')
  ) then
    return 'depositUnderWay';
  end if;
  perform cashier.release(op);
  perform record(p_by, p_reason,
    case op.kind when 'withdrawal' then 'releasePayout' else 'releaseDeposit' end,
    p_player || ' ' || p_operation, to_jsonb(op) || owner, (select to_jsonb(o) from operations o
     where player_id = p_player and operation_id = p_operation) || owner);
  return null;
end
$$;

-- Ends an operation in review, or a withdrawal that no worker has signed: a withdrawal is given
-- back, a deposit fails.
create function operator.refuse(p_by text, p_reason text, p_player integer, p_operation uuid)
returns text
language plpgsql security definer set search_path = operator, cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  op := hold_operation(p_player, p_operation);
  if op is null then return 'unknownOperation'; end if;
  if not waits(op) then return 'notInReview'; end if;
  if restored_refusal(op) is not null then return restored_refusal(op); end if;
  if not cashier.refuse(op) then return 'mayBePaid'; end if;
  perform record(p_by, p_reason,
    case op.kind when 'withdrawal' then 'refusePayout' else 'refuseDeposit' end,
    p_player || ' ' || p_operation, to_jsonb(op), (select to_jsonb(o) from operations o
     where player_id = p_player and operation_id = p_operation));
  return null;
end
$$;
grant execute on function operator.refuse to pipkin_operator;

-- Matches an operation that a restore has put to review with the transfer that it made in the lost
-- time.
create function operator.match_transfer(
  p_by text, p_reason text, p_player integer, p_operation uuid, p_hash text
) returns text
language plpgsql security definer set search_path = operator, cashier, ledger, pg_temp
as $$
declare
  op operations;
begin
  op := hold_operation(p_player, p_operation);
  if op is null then return 'unknownOperation'; end if;
  if op.state <> 'review' then return 'notInReview'; end if;
  if not exists (select from transfers where hash = lower(p_hash)) then
    return 'unknownTransfer';
  end if;
  if not cashier.match_transfer(op, p_hash) then return 'doesNotFit'; end if;
  perform record(p_by, p_reason, 'matchTransfer', p_player || ' ' || p_operation, to_jsonb(op),
    (select to_jsonb(o) from operations o
     where player_id = p_player and operation_id = p_operation));
  return null;
end
$$;
grant execute on function operator.match_transfer to pipkin_operator;

-- Explains a transfer that belongs to no operation, or an operation that moved something else than
-- was posted for it, by the hash of its chain transaction. This ends the alarm.
create function operator.explain_transfer(p_by text, p_reason text, p_hash text) returns text
language plpgsql security definer set search_path = operator, cashier, pg_temp
as $$
declare
  earlier jsonb;
begin
  update operations o set note = p_reason from unmatched u
    where u.hash = lower(p_hash) and u.player_id = o.player_id and u.operation_id = o.operation_id;
  if not found then
    -- Judges it under its lock: another operator may be matching it with an operation.
    perform from transfers where hash = lower(p_hash) for no key update;
    select jsonb_build_object('note', string_agg(note, '; ')) into earlier
      from transfers where hash = lower(p_hash);
    update transfers t set note = p_reason
      where t.hash = lower(p_hash)
        -- A note on a transfer of an operation would leave it out of that operation's sum.
        and (t.hash in (select u.hash from unexplained u)
          -- A command may explain it anew. Who does so in the back office, which shows it no more,
          -- has a page from before a colleague's words.
          or t.note is not null and desk.acting() is null);
    if not found then
      return case when earlier ->> 'note' is null then 'unknownTransfer' else 'alreadySo' end;
    end if;
  end if;
  perform record(p_by, p_reason, 'explainTransfer', lower(p_hash), earlier,
    jsonb_build_object('note', p_reason));
  return null;
end
$$;
grant execute on function operator.explain_transfer to pipkin_operator;

-- Explains all dust at once. Transfers that come later are dust again.
create function operator.explain_dust(p_by text, p_reason text) returns text
language plpgsql security definer set search_path = operator, cashier, pg_temp
as $$
declare
  explained jsonb;
begin
  perform from transfers where not is_signed and note is null
    order by block, log_index for no key update;
  with noted as (
    update transfers t set note = p_reason from unexplained d
      where d.is_dust and t.block = d.block and t.log_index = d.log_index
      returning t.block, t.units
  )
    select jsonb_build_object('count', count(*), 'sum', div(sum(units), 1e16),
      'units', sum(units)::text, 'from_block', min(block), 'to_block', max(block)) into explained
    from noted having count(*) > 0;
  if explained is null then return 'noDust'; end if;
  perform record(p_by, p_reason, 'explainDust', 'transfers', null, explained);
  return null;
end
$$;
grant execute on function operator.explain_dust to pipkin_operator;

-- Changes settings of the cashier: {setting: figure}. The caller has checked them and locked the
-- settings.
create function operator.set_cashier(p_by text, p_reason text, p_changes jsonb) returns void
language plpgsql set search_path = operator, cashier, pg_temp
as $$
begin
  update settings set
    send_fee = coalesce((p_changes ->> 'send_fee')::integer, send_fee),
    withdrawal_fee = coalesce((p_changes ->> 'withdrawal_fee')::integer, withdrawal_fee),
    hint_from = coalesce((p_changes ->> 'hint_from')::bigint, hint_from),
    hint_to = coalesce((p_changes ->> 'hint_to')::bigint, hint_to),
    review_above = coalesce((p_changes ->> 'review_above')::bigint, review_above),
    second_above = coalesce((p_changes ->> 'second_above')::bigint, second_above),
    second_day = coalesce((p_changes ->> 'second_day')::bigint, second_day),
    player_hour = coalesce((p_changes ->> 'player_hour')::bigint, player_hour),
    player_day = coalesce((p_changes ->> 'player_day')::bigint, player_day),
    house_hour = coalesce((p_changes ->> 'house_hour')::bigint, house_hour),
    house_day = coalesce((p_changes ->> 'house_day')::bigint, house_day),
    smallest_deposit = coalesce((p_changes ->> 'smallest_deposit')::bigint, smallest_deposit),
    smallest_withdrawal =
      coalesce((p_changes ->> 'smallest_withdrawal')::bigint, smallest_withdrawal),
    coin_price = coalesce((p_changes ->> 'coin_price')::bigint, coin_price),
    most_gas_price = coalesce((p_changes ->> 'most_gas_price')::bigint, most_gas_price);
  perform keep_version('cashier', p_by, p_reason);
end
$$;

-- Games and rewards
-- -------------------------------------------------------------------------------------------------

-- The "about" of acts on a game: `Mines (2)`.
create function operator.game_about(p_game smallint) returns text
language sql stable
as $$ select format('%s (%s)', name, game) from ledger.games where game = p_game $$;

-- Switches a game on or off. Open rounds go on.
create function operator.switch_game(p_by text, p_reason text, p_game smallint, p_live boolean)
returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was boolean;
begin
  select is_live into was from games where game = p_game for update;
  if not found then return 'unknownGame'; end if;
  if was = p_live then return 'alreadySo'; end if;
  update games set is_live = p_live where game = p_game;
  perform record(p_by, p_reason, case when p_live then 'switchGameOn' else 'switchGameOff' end,
    game_about(p_game), jsonb_build_object('on', was), jsonb_build_object('on', p_live));
  return null;
end
$$;

-- Takes a game off the lists (IsDeleted), or puts it back. Open rounds go on, proofs stay.
create function operator.retire_game(
  p_by text, p_reason text, p_game smallint, p_retired boolean
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was boolean;
begin
  select is_deleted into was from games where game = p_game for update;
  if not found then return 'unknownGame'; end if;
  if was = p_retired then return 'alreadySo'; end if;
  update games set is_deleted = p_retired where game = p_game;
  perform record(p_by, p_reason, case when p_retired then 'retireGame' else 'putGameBack' end,
    game_about(p_game),
    jsonb_build_object('retired', was), jsonb_build_object('retired', p_retired));
  return null;
end
$$;

-- A game's row with its rules, for the record of an act.
create function operator.offer_of(p_game jsonb) returns jsonb
language sql stable
as $$
  select p_game || (
    select rules - 'game' - 'version' from ledger.rulebooks b
    where b.rules_hash = (p_game ->> 'rules_hash')::bytea)
$$;

-- Changes a game's limits and rules. The caller has checked whether the rules may be offered.
create function operator.change_game(
  p_by text, p_reason text, p_game smallint, p_step bigint, p_minimum bigint, p_maximum bigint,
  p_rules_hash bytea, p_rules jsonb, p_margin integer, p_min_round_ms integer,
  p_rounds_a_day integer, p_hard_rules_hash bytea, p_hard_rules jsonb, p_most_pays integer
) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was games;
  is_now games;
begin
  select * into was from games where game = p_game for update;
  if not found then return 'unknownGame'; end if;
  perform set_game(p_game, was.name, p_step, p_minimum, p_maximum, p_rules_hash, p_rules,
    p_margin, p_min_round_ms, p_rounds_a_day, was.position, was.counts_as_staked,
    p_hard_rules_hash, p_hard_rules, p_most_pays);
  select * into is_now from games where game = p_game;
  perform record(p_by, p_reason, 'publishGame', game_about(p_game), offer_of(to_jsonb(was)),
    offer_of(to_jsonb(is_now)));
  return null;
end
$$;

-- Changes the day's budget of losses, from now on. A lower one takes back only what is still left
-- of today: what is lost or at risk today stays lost or at risk.
create function operator.change_loss_budget(p_by text, p_reason text, p_budget bigint) returns text
language plpgsql security definer set search_path = operator, ledger, pg_temp
as $$
declare
  was settings;
  today date;
  day_was loss_days;
  day_is loss_days;
begin
  -- Waits for a call that opens the day. It can wait, since it holds no player.
  perform pg_advisory_xact_lock(6, 0);
  today := open_loss_day();
  select * into was from settings for update;
  update settings set daily_loss = p_budget;
  select * into day_was from loss_days where day = today for update;
  if p_budget > day_was.budget then
    perform add_parts(today, p_budget - day_was.budget);
    update loss_days set budget = p_budget where day = today returning * into day_is;
  else
    update loss_days set budget = budget - take_parts(day, budget - p_budget)
      where day = today returning * into day_is;
  end if;
  if (was.daily_loss, day_was.budget) = (p_budget, day_is.budget) then return 'alreadySo'; end if;
  perform record(p_by, p_reason, 'changeLossBudget', 'loss budget',
    jsonb_build_object('daily_loss', was.daily_loss, 'today', day_was.budget),
    jsonb_build_object('daily_loss', p_budget, 'today', day_is.budget));
  return null;
end
$$;

-- Whether terms of the referral programme go below what keeps it sound: a day's budget must be
-- enough for one friend's rewards, or none could ever be given (0 stops all rewards), and a
-- referrer's cap in all must not be below the cap of a day.
create function operator.beyond_floors(p_terms referral.settings) returns boolean
language plpgsql stable
as $$
declare
  each_friend numeric := p_terms.friend_reward
    + (select coalesce(sum(r), 0) from unnest(p_terms.level_rewards) r);
begin
  return 0 > any (p_terms.level_rewards || array[p_terms.friend_reward, p_terms.unlock_deposits,
      p_terms.unlock_staked, p_terms.daily_budget, p_terms.referrer_day, p_terms.referrer_total,
      p_terms.review_after_days])
    or cardinality(p_terms.level_rewards) > 20
    or each_friend > p_terms.daily_budget and p_terms.daily_budget > 0
    -- A reward that waits for the end of a break has to fit into a day's budget, too.
    or p_terms.daily_budget between 1 and (select max(amount) - 1 from referral.kept_rewards)
    or p_terms.referrer_total < p_terms.referrer_day
    -- A reward without conditions would be a gift to players who sign up twice.
    or each_friend > 0 and p_terms.unlock_deposits = 0 and p_terms.unlock_staked = 0;
end
$$;

-- Changes the referral programme's terms for friends who come from now on. Null leaves a term as it
-- is.
create function operator.change_rewards(
  p_by text, p_reason text, p_friend bigint, p_levels bigint[], p_deposits bigint,
  p_staked bigint, p_budget bigint, p_referrer_day bigint, p_referrer_total bigint,
  p_review_after_days integer
) returns text
language plpgsql security definer set search_path = operator, referral, pg_temp
as $$
declare
  was settings;
  now_is settings;
begin
  select * into was from settings for update;
  now_is := was;
  now_is.friend_reward := coalesce(p_friend, was.friend_reward);
  now_is.level_rewards := coalesce(p_levels, was.level_rewards);
  now_is.unlock_deposits := coalesce(p_deposits, was.unlock_deposits);
  now_is.unlock_staked := coalesce(p_staked, was.unlock_staked);
  now_is.daily_budget := coalesce(p_budget, was.daily_budget);
  now_is.referrer_day := coalesce(p_referrer_day, was.referrer_day);
  now_is.referrer_total := coalesce(p_referrer_total, was.referrer_total);
  now_is.review_after_days := coalesce(p_review_after_days, was.review_after_days);
  if beyond_floors(now_is) then return 'beyondFloors'; end if;
  update settings set
    friend_reward = now_is.friend_reward, level_rewards = now_is.level_rewards,
    unlock_deposits = now_is.unlock_deposits, unlock_staked = now_is.unlock_staked,
    daily_budget = now_is.daily_budget, referrer_day = now_is.referrer_day,
    referrer_total = now_is.referrer_total, review_after_days = now_is.review_after_days;
  perform keep_version('referral', p_by, p_reason);
  perform record(p_by, p_reason, 'changeReferralTerms', 'referral', to_jsonb(was),
    (select to_jsonb(s) from settings s));
  return null;
end
$$;

-- The rewards for a friend that aren't unlocked, in words: who earned each, how much, and why one
-- is given later or waits.
create function operator.open_rewards(p_friend integer) returns jsonb
language sql stable
as $$
  select coalesce(jsonb_agg(
    concat_ws(' ', player_id, ledger.amount_text(amount), why) order by level), '[]')
  from (
    select player_id, level, amount, case when over_cap then 'over the cap' end as why
    from referral.rewards where friend_id = p_friend and unlocked_at is null
    union all
    select player_id, level, amount, 'kept'
    from referral.kept_rewards where friend_id = p_friend
  ) open
$$;

-- Decides on a friend's rewards, even after an earlier decision: approved ones unlock once the
-- friend has deposited and staked enough, refused ones stay locked. The record names the rewards,
-- so that an approval is refused if they differ from those that were proposed.
create function operator.decide_rewards(
  p_by text, p_reason text, p_friend integer, p_decision text
) returns text
language plpgsql security definer set search_path = operator, referral, pg_temp
as $$
declare
  was friends;
  rewards jsonb;
begin
  -- Locks wallets before friends, as giving a reward does.
  perform from ledger.wallets where player_id = p_friend for no key update;
  select * into was from friends where player_id = p_friend for no key update;
  if not found then return 'unknownFriend'; end if;
  if was.decision = p_decision and (p_decision = 'refused' or not exists (
    select from rewards
    where friend_id = p_friend and unlocked_at is null and over_cap and at > was.decided_at
  )) then
    return 'alreadySo';
  end if;
  rewards := jsonb_build_object('rewards', open_rewards(p_friend));
  if rewards -> 'rewards' = '[]' then return 'allUnlocked'; end if;
  update friends set decision = p_decision, decided_at = clock_timestamp()
    where player_id = p_friend;
  perform lock_bonus(array[p_friend]);
  -- Removes the decided friend, who would take the place of others in referral.list_waiting.
  delete from waiting_friends where player_id = p_friend;
  perform record(p_by, p_reason,
    case p_decision when 'refused' then 'refuseRewards' else 'approveRewards' end,
    p_friend::text, to_jsonb(was) || rewards,
    (select to_jsonb(f) || rewards from friends f where player_id = p_friend));
  return null;
end
$$;

reset role;
