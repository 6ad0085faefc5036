-- Changes of fees, minimums and limits, and of the referral programme's terms, in the back office:
-- always by two people (0027_desk_four_eyes.sql). operator.versions (0014_operator.sql) has the
-- earlier ones.
set role pipkin_ledger;

-- Changes the cashier's fees and limits. Earlier requests keep their fee. A value that the draft
-- doesn't change stays as it is now; a value that it changes must still be as the author saw it.
create function desk.change_fees(p_by text, p_reason text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was cashier.settings;
  now_is cashier.settings;
  seen jsonb := (
    select settings from versions
    where subject = 'cashier' and version = (p_input ->> 'version')::integer);
  draft jsonb;
begin
  select * into was from cashier.settings for update;
  draft := to_jsonb(jsonb_populate_record(was, seen || jsonb_build_object(
    'send_fee', p_input -> 'sendFee', 'withdrawal_fee', p_input -> 'withdrawalFee',
    'smallest_deposit', p_input -> 'smallestDeposit',
    'smallest_withdrawal', p_input -> 'smallestWithdrawal',
    'hint_from', p_input -> 'hintFrom', 'hint_to', p_input -> 'hintTo',
    'review_above', p_input -> 'reviewAbove',
    'player_hour', p_input -> 'playerHour', 'player_day', p_input -> 'playerDay',
    'house_hour', p_input -> 'houseHour', 'house_day', p_input -> 'houseDay')));
  if seen is null or not to_jsonb(was) @> changed(seen, draft) then return 'termsOutdated'; end if;
  now_is := jsonb_populate_record(was, changed(draft, seen));
  if now_is = was then return 'alreadySo'; end if;
  if now_is.send_fee not between 0 and 2000 or now_is.withdrawal_fee not between 100 and 5000
    or 0 >= any (array[now_is.smallest_deposit, now_is.smallest_withdrawal, now_is.hint_from,
      now_is.review_above, now_is.player_hour, now_is.house_hour])
    or now_is.hint_from < now_is.smallest_deposit or now_is.hint_to < now_is.hint_from
    or now_is.player_day < now_is.player_hour or now_is.house_day < now_is.house_hour then
    return 'beyondBounds';
  end if;
  perform set_cashier(p_by, p_reason, to_jsonb(now_is));
  perform record(p_by, p_reason, 'changeFees', 'fees', changed(to_jsonb(was), to_jsonb(now_is)),
    changed(to_jsonb(now_is), to_jsonb(was)));
  return null;
end
$$;

-- Changes the referral programme's terms for friends who come from now on. Rewards that were given
-- keep their terms.
create function desk.change_referral_terms(p_by text, p_reason text, p_input jsonb) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  was referral.settings;
  now_is referral.settings;
begin
  select * into was from referral.settings for update;
  if was.version is distinct from (p_input ->> 'version')::integer then
    return 'termsOutdated';
  end if;
  now_is := jsonb_populate_record(was, jsonb_build_object(
    'friend_reward', p_input -> 'friend', 'level_rewards', p_input -> 'levels',
    'unlock_deposits', p_input -> 'deposits', 'unlock_staked', p_input -> 'staked',
    'daily_budget', p_input -> 'dailyBudget', 'referrer_day', p_input -> 'referrerDay',
    'referrer_total', p_input -> 'referrerTotal',
    'review_after_days', p_input -> 'reviewAfterDays'));
  if now_is = was then return 'alreadySo'; end if;
  return change_rewards(p_by, p_reason, now_is.friend_reward, now_is.level_rewards,
    now_is.unlock_deposits, now_is.unlock_staked, now_is.daily_budget, now_is.referrer_day,
    now_is.referrer_total, now_is.review_after_days);
end
$$;

-- Versions of the settings before a given one, the newest first; each with the one that it
-- replaced.
create function desk.list_versions(p_subject text, p_before integer, p_limit integer)
returns table (
  version integer, at timestamptz, made_by text, reason text, was jsonb, settings jsonb
)
language sql stable security definer set search_path = operator, pg_temp
as $$
  select v.version, v.at, v.made_by, v.reason, w.settings, v.settings
  from (
    select * from versions where subject = p_subject and version < p_before
    order by version desc limit p_limit
  ) v left join versions w on w.subject = p_subject and w.version = v.version - 1
  order by v.version desc
$$;
grant execute on function desk.list_versions to pipkin_operator;

reset role;
