-- The acts of the back office, besides those of 0014_operator.sql; desk.kinds (0025_desk.sql) lists
-- them. Like the operator's commands, they answer null when done, else why not.
set role pipkin_ledger;

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

-- What an act keeps of a freeze; null without such a player.
create function desk.freeze_json(p_player integer) returns jsonb
language sql stable
as $$
  select jsonb_build_object('frozen', frozen_from is not null, 'by_house', frozen_by_house)
    || case when email_owed is not null then '{"owes_address": true}' else '{}' end::jsonb
  from players.accounts where player_id = p_player
$$;

-- Freezes an account for the house, or ends that freeze, by players.freeze_by_house.
create function desk.freeze_player(
  p_by text, p_reason text, p_player integer, p_frozen boolean
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
  refusal text;
begin
  -- The owner may be freezing it: an approval is refused if this differs from what was proposed.
  perform from players.accounts where player_id = p_player for no key update;
  was := freeze_json(p_player);
  if was is null then return 'unknownPlayer'; end if;
  refusal := players.freeze_by_house(p_player, p_frozen);
  if refusal is not null then return refusal; end if;
  perform record(p_by, p_reason, case when p_frozen then 'freezePlayer' else 'unfreezePlayer' end,
    p_player::text, was, freeze_json(p_player));
  return null;
end
$$;

-- Resets a lost factor, by players.reset_factors.
create function desk.reset_factor(p_by text, p_reason text, p_player integer) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
begin
  if not exists (select from players.accounts where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  -- An approval is refused if the owner has frozen the account or replaced a lost factor since the
  -- proposal.
  was := players.reset_factors(p_player);
  if was is null then return 'alreadySo'; end if;
  perform record(p_by, p_reason, 'resetFactor', p_player::text, was,
    was || jsonb_build_object('app', false, 'passkeys', 0, 'hours_held', 72));
  return null;
end
$$;

-- The fields of a row that differ from those of another.
create function desk.changed(p_of jsonb, p_from jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_object_agg(key, value), '{}')
  from jsonb_each(p_of) where value is distinct from p_from -> key and key <> 'version');

-- Pauses or resumes payouts or deposits (docs/cashier.md, rule 13); null leaves them as they are.
create function desk.pause(
  p_by text, p_reason text, p_act text,
  p_payouts boolean default null, p_deposits boolean default null
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was jsonb;
  now_is jsonb;
begin
  select to_jsonb(s) into was from cashier.settings s for update;
  update cashier.settings s
    set payouts_paused = coalesce(p_payouts, payouts_paused),
        deposits_paused = coalesce(p_deposits, deposits_paused)
    returning to_jsonb(s) into now_is;
  if now_is = was then return 'alreadySo'; end if;
  perform record(p_by, p_reason, p_act,
    case when p_deposits is null then 'payouts' else 'deposits' end,
    changed(was, now_is), changed(now_is, was));
  return null;
end
$$;

-- The sums above which payouts take two people. Until the sum for each payout is set, it is the one
-- above which payouts wait.
create function desk.payout_limits() returns jsonb
language sql stable set search_path = pg_temp
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

-- Changes what the coin that pays for gas is worth, in 1/100 fkr, and the most for a unit of gas,
-- in gwei. Null leaves a figure as it is.
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

-- Whether an operator is the only admin who can come in.
create function desk.is_last_admin(p_operator integer) returns boolean
language sql stable set search_path = desk, pg_temp
as $$
  select (select role = 'admin' from operators where operator_id = p_operator)
    and not exists (
      select from operators where role = 'admin' and has_factor(operator_id) and closed_at is null
        and operator_id <> p_operator)
$$;

-- Invites a person, or invites an operator anew who has lost the app: the old factor stays until
-- the new one is confirmed. The last admin stays.
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
    -- The link may be in wrong hands: who came in by it adds no factor.
    delete from sessions where operator_id = was.operator_id and not whole;
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

-- Changes an operator's role. Null closes the account and voids its factor for good, even if its
-- operator is invited again. The last admin stays.
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
    when 'pausePayouts' then return desk.pause(p_by, p_reason, p_act, p_payouts => true);
    when 'resumePayouts' then return desk.pause(p_by, p_reason, p_act, p_payouts => false);
    when 'pauseDeposits' then return desk.pause(p_by, p_reason, p_act, p_deposits => true);
    when 'resumeDeposits' then return desk.pause(p_by, p_reason, p_act, p_deposits => false);
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

reset role;
