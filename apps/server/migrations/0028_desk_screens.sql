-- What the screens of the back office show.
set role pipkin_ledger;

-- Whether the subject of a proposal is over: its draft was replaced, dropped or published, the
-- settings or the operator that it would change have changed, or its payout is decided. It can't be
-- approved any more.
create function desk.is_over(p_act text, p_input jsonb, p_before jsonb) returns boolean
language plpgsql stable set search_path = desk, pg_temp
as $$
begin
  case p_act
    when 'publishGame' then
      return not exists (select from drafts
        where draft_id = (p_input ->> 'draft')::uuid and not is_draft_outdated(game, base));
    when 'publishNotice' then
      return not exists (select from support.notices
        where notice_id = (p_input ->> 'notice')::uuid and published_at is null);
    when 'publishTerms' then
      return not exists (select from players.terms
        where terms_id = (p_input ->> 'terms')::uuid and published_at is null);
    when 'changeFees', 'changeGas', 'changePayoutLimits' then
      return not (
        select to_jsonb(s) || payout_limits()
            || jsonb_build_object('most_gwei', s.most_gas_price / 1000000000)
          @> p_before
        from cashier.settings s);
    when 'changeLossBudget' then
      return not (
        select jsonb_build_object('daily_loss', s.daily_loss, 'today', coalesce(
            (select budget from ledger.loss_days where day = ledger.today()), s.daily_loss))
          @> p_before
        from ledger.settings s);
    when 'changeReferralTerms' then
      return not (select to_jsonb(s) @> p_before from referral.settings s);
    when 'changeRole', 'closeOperator' then
      return not exists (select from operators
        where operator_id = (p_input ->> 'operator')::integer and closed_at is null
          and role::text = p_before ->> 'role');
    when 'releasePayout' then
      return not exists (select from cashier.operations
        where player_id = (p_input ->> 'player')::integer
          and operation_id = (p_input ->> 'operation')::uuid and state = 'review');
    else return false;
  end case;
end
$$;

-- The waiting proposals that an operator may see: one's own, those of acts that one's role may do,
-- and all for auditors. Those about a player's id are also for roles that see players.
create function desk.waiting_for(p_operator integer, p_about text default null)
returns setof desk.proposals
language sql stable set search_path = desk, pg_temp
as $$
  select p.* from proposals p join operators who on who.operator_id = p_operator
  where p.decision is null and p.proposed_at > clock_timestamp() - interval '24 hours'
    and (p_about is null or p.changes ->> 'about' = p_about
      or starts_with(p.changes ->> 'about', p_about || ' '))
    and (p.proposed_by = p_operator or may(who.role, p.act) or exists (
      select from duties t where t.role = who.role
        and (t.duty = 'audit' or t.duty = 'see' and p_about ~ '^\d{8}$')))
    and not is_over(p.act, p.input, coalesce(p.changes -> 'before', '{}'))
$$;

-- A page of waiting proposals after a place in the order, of one act, about one thing, or all; with
-- the roles that may decide, and why this operator can't approve. The oldest come first, since they
-- lapse first, and so a flood of others can't hide them.
create function desk.list_proposals(
  p_operator integer, p_act text, p_about text, p_after uuid, p_limit integer
)
returns table (
  id uuid, act text, reason text, changes jsonb, proposed_by integer, proposer text,
  proposed_at timestamptz, decision text, decider text, decided_at timestamptz, deciders text[],
  why_not text
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select p.proposal_id, p.act, p.reason, p.changes, p.proposed_by, b.name, p.proposed_at,
         p.decision, d.name, p.decided_at,
         array(select r::text from unnest(enum_range(null::role)) r where may(r, p.act)),
         why_not(who, p)
  from operators who, waiting_for(p_operator, p_about) p
  join operators b on b.operator_id = p.proposed_by
  left join operators d on d.operator_id = p.decided_by
  where who.operator_id = p_operator
    and (p_act is null or p.act = p_act) and (p_after is null or p.proposal_id > p_after)
  order by p.proposal_id limit p_limit
$$;
grant execute on function desk.list_proposals to pipkin_operator;

-- All operators, including those who were only invited and those whose account is closed.
create function desk.list_operators()
returns table (id integer, name text, email text, role desk.role, state text)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select operator_id, name, email, role,
         case when closed_at is not null then 'closed' when has_factor(operator_id) then 'active'
              else 'invited' end
  from operators order by operator_id
$$;
grant execute on function desk.list_operators to pipkin_operator;

-- What is owed and held, at one moment. It adds up all wallets: the process asks once for all
-- screens, and spends a fiftieth of the time on it at most.
create function desk.sums() returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select jsonb_build_object(
    'wallets', (select jsonb_build_object(
        'deposit', coalesce(sum(deposit), 0), 'bonus', coalesce(sum(bonus), 0),
        'win', coalesce(sum(win), 0), 'referral', coalesce(sum(referral), 0))
      from ledger.wallets),
    'stakes', (select jsonb_build_object('sum', coalesce(sum(stake), 0), 'count', count(*))
      from ledger.rounds where status = 'pending'),
    'payouts', (select coalesce(sum(amount), 0) from cashier.operations
      where kind = 'withdrawal' and state in ('requested', 'signed', 'mined', 'review')),
    'held', (select div(balance, 1e16) from cashier.house))
$$;
grant execute on function desk.sums to pipkin_operator;

-- What waits for this operator to decide, and what is in force.
create function desk.figures(p_operator integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select jsonb_build_object(
    'payouts', (select jsonb_build_object('review', count(*), 'oldest', min(at))
      from cashier.operations where kind = 'withdrawal' and state = 'review'),
    'deposits', (select jsonb_build_object('sum', coalesce(sum(amount), 0), 'count', count(*))
      from cashier.operations
      where kind = 'deposit' and state in ('requested', 'signed', 'mined', 'review')),
    'house', (select jsonb_build_object(
        'symbol', symbol, 'behind', head - scanned_block, 'coin', round(coin / 1e18, 4)::float8)
      from cashier.house),
    'unexplained', (select count(*) from cashier.unexplained where not is_dust),
    'cases', (select count(*) from support.cases where state = 'open'),
    'proposals', (select count(*)
      from operators who, waiting_for(p_operator) p
      where who.operator_id = p_operator and p.proposed_by <> p_operator
        and may(who.role, p.act) and not is_about(p, who)),
    'payouts_paused', (select payouts_paused from cashier.settings),
    'deposits_paused', (select deposits_paused from cashier.settings),
    'two_above', payout_limits() -> 'second_above',
    'two_day', payout_limits() -> 'second_day',
    'audit', (select jsonb_build_object('at', at, 'findings', findings)
      from operator.audits order by at desc limit 1))
$$;
grant execute on function desk.figures to pipkin_operator;

-- Accounts that logged in in a browser of this account, a hundred and one at most.
create function desk.on_same_browser(p_player integer) returns integer[]
language sql stable
as $$
  select coalesce(array_agg(player_id order by player_id), '{}') from (
    select distinct theirs.player_id
    from players.devices mine join players.devices theirs using (device_hash)
    where mine.player_id = p_player and theirs.player_id <> p_player limit 101
  ) others
$$;

-- Accounts that linked, were funded by, or paid on to an address of this one, a hundred and one at
-- most.
create function desk.on_same_address(p_player integer) returns integer[]
language sql stable
as $$
  select coalesce(array_agg(player_id order by player_id), '{}') from (
    select distinct theirs.player_id
    from referral.traces mine join referral.traces theirs using (kind, value)
    where mine.player_id = p_player and mine.kind = 'address' and theirs.player_id <> p_player
    limit 101
  ) others
$$;

-- The operator who proposed an act whose input contains p_input, while a second person can approve
-- it.
create function desk.who_proposed(p_act text, p_input jsonb) returns text
language sql stable set search_path = desk, pg_temp
as $$
  select o.name from proposals p join operators o on o.operator_id = p.proposed_by
  where p.act = p_act and p.decision is null
    and p.proposed_at > clock_timestamp() - interval '24 hours' and p.input @> p_input
    and not proposer_may_not(p)
  limit 1
$$;

-- Payouts that wait for an operator, the oldest first, after a place in that order, with what a
-- decision needs.
create function desk.list_payouts(p_at timestamptz, p_id uuid, p_limit integer)
returns table (
  player integer, id uuid, name text, amount bigint, fee bigint, own_part bigint, why text,
  address text, at timestamptz, linked_at timestamptz, disowned_at timestamptz, deposited bigint,
  staked bigint, lost bigint, left_in_wallets bigint, accounts_of_person bigint, paid_before bigint,
  paid_sum bigint, frozen boolean, held_by text, takes_two boolean, on_browser integer[],
  on_address integer[], proposer text
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  with asked as materialized (
    select * from cashier.operations
    where state = 'review' and kind = 'withdrawal' and (at, operation_id) > (p_at, p_id)
    order by at, operation_id limit p_limit
  ), theirs as materialized (
    select * from ledger.wallets_of(array(select player_id from asked))
  ), persons as materialized (
    select person, count(*) from ledger.wallets
    where person = any(array(select person from theirs)) group by person
  )
  select o.player_id, o.operation_id, a.name, o.amount, o.fee, o.own_part, o.reason, o.address,
         o.at,
         l.linked_at, cashier.disowned_at(o.player_id, o.address, o.at), w.deposited, w.wagered,
         w.lost, w.deposit + w.win + w.bonus + w.referral,
         coalesce((select count from persons p where p.person = w.person), 0),
         before.count, before.sum, w.frozen,
         operator.why_held(row(o.*)::cashier.operations, w.frozen),
         takes_two('releasePayout',
           jsonb_build_object('player', o.player_id, 'operation', o.operation_id)),
         on_same_browser(o.player_id), on_same_address(o.player_id),
         who_proposed('releasePayout', jsonb_build_object('operation', o.operation_id))
  from asked o
  join theirs w using (player_id)
  left join players.accounts a using (player_id)
  left join cashier.addresses l on l.address = o.address and l.player_id = o.player_id
  cross join lateral (
    select count(*), coalesce(sum(amount), 0)::bigint as sum from cashier.operations e
    where e.player_id = o.player_id and e.kind = 'withdrawal' and e.state = 'confirmed'
  ) before
  order by o.at, o.operation_id
$$;
grant execute on function desk.list_payouts to pipkin_operator;

-- A player's name, for people to read.
create function desk.name_of(p_player integer) returns text
language sql stable
as $$ select name from players.accounts where player_id = p_player $$;

-- Players by what a text is (operator.player_by), or by the beginning of a name, twenty at most. A
-- name is a range of the index, so that the scan ends after twenty of a common name.
create function desk.search_players(p_how text, p_value text, p_player integer)
returns table (
  id integer, name text, created_at timestamptz, frozen boolean, closed boolean
)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select player_id, a.name, a.created_at, frozen_from is not null, closed_at is not null
  from players.accounts a
  where p_how <> 'name' and player_id = operator.player_by(p_how, p_value, p_player)
  union all
  (select player_id, a.name, a.created_at, frozen_from is not null, closed_at is not null
   from players.accounts a
   -- Many a name has the form of a code: the code's owner, who may have the name too, comes first.
   where (p_how = 'name' or p_how = 'code' and invite_code <> upper(p_value))
     and lower(a.name) ~>=~ lower(p_value) and lower(a.name) ~<~ (lower(p_value) || chr(1114111))
   order by lower(a.name) using ~<~, player_id limit 20)
  limit 20
$$;
grant execute on function desk.search_players to pipkin_operator;

-- A player's page, or null. Phone number and address are masked: show_contact asks for them.
create function desk.read_player(p_player integer) returns jsonb
language sql stable security definer set search_path = desk, pg_temp
as $$
  select s.sheet || jsonb_build_object(
    'player', (s.sheet -> 'player') || jsonb_build_object(
      'mobile', regexp_replace(s.sheet -> 'player' ->> 'mobile', '^.*(..)$', '••••••••\1'),
      'email', regexp_replace(s.sheet -> 'player' ->> 'email', '^(.).*@', '\1•••@')),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', device, 'network', network, 'created_at', created_at,
        'last_seen_at', last_seen_at) order by last_seen_at desc)
      from players.sessions where player_id = p_player), '[]'),
    'other_accounts', to_jsonb(
      array_remove(ledger.accounts_of(array[p_player]), p_player)),
    'friends', coalesce((
      select jsonb_agg(jsonb_build_object(
        'player', a.player_id, 'name', a.name, 'signed_in_at', f.signed_in_at,
        'shares', coalesce(f.shares, '{}'), 'decision', f.decision) order by a.player_id)
      from (
        select player_id, name from players.accounts where referrer_id = p_player
        order by player_id limit 50
      ) a left join referral.friends f using (player_id)), '[]'),
    'movements', coalesce((
      select jsonb_agg(to_jsonb(m) order by at desc, movement_id desc)
      from (
        select movement_id, at, kind, deposit, bonus, win, referral from ledger.movements
        where player_id = p_player order by at desc, movement_id desc limit 50
      ) m), '[]'),
    'acts', coalesce((
      select jsonb_agg(jsonb_build_object(
        'n', n, 'at', at, 'operator', operator, 'act', act, 'reason', reason) order by n desc)
      from (
        select * from operator.acts
        where about = p_player::text or about like p_player || ' %'
        order by n desc limit 20
      ) a), '[]'))
  from (select operator.player_sheet(p_player) as sheet) s
  where s.sheet is not null
$$;
grant execute on function desk.read_player to pipkin_operator;

-- A player's phone number and address, by the act that asks for them: {mobile, email} or {refusal}.
create function desk.show_contact(p_session bytea, p_reason text, p_player integer) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  answer jsonb := act(p_session, 'showContact', p_reason, jsonb_build_object('player', p_player));
begin
  if answer ? 'refusal' then return answer; end if;
  return (
    select jsonb_build_object(
      'mobile', coalesce(a.mobile, c.mobile), 'email', coalesce(a.email, c.email))
    from players.accounts a left join players.closed_accounts c using (player_id)
    where a.player_id = p_player);
end
$$;
grant execute on function desk.show_contact(bytea, text, integer) to pipkin_operator;

-- A player's newest rounds of each game, before a place in that order. An index has each game's
-- rounds.
create function desk.rounds_of(p_player integer, p_at timestamptz, p_id uuid, p_limit integer)
returns table (id uuid, game text, stake bigint, payout bigint, status text, at timestamptz)
language plpgsql stable set search_path = ledger, pg_temp
as $$
declare
  one record;
begin
  for one in select g.game, g.name from games g loop
    return query
      select r.round_id, one.name, r.stake::bigint, r.payout::bigint, r.status::text, r.placed_at
      from rounds r
      where r.player_id = p_player and r.game = one.game and r.placed_at <= p_at
        and (r.placed_at, r.round_id) < (p_at, p_id)
      order by r.placed_at desc, r.round_id desc limit p_limit;
  end loop;
end
$$;

-- A player's rounds before a place in their order, newest first. Reads each game by its index.
create function desk.list_rounds(p_player integer, p_at timestamptz, p_id uuid, p_limit integer)
returns table (id uuid, game text, stake bigint, payout bigint, status text, at timestamptz)
language sql stable security definer set search_path = desk, pg_temp
as $$
  select * from desk.rounds_of(p_player, p_at, p_id, p_limit) r
  order by r.at desc, r.id desc limit p_limit
$$;
grant execute on function desk.list_rounds to pipkin_operator;

reset role;
