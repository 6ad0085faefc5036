-- Who may act in the back office, and how a second person approves.
set role pipkin_ledger;

-- The operator of a live whole session, or null. Calls run one after the other from here on, so
-- that what is judged is what is done.
create function desk.whose(p_session bytea) returns desk.operators
language plpgsql set search_path = desk, pg_temp
as $$
declare
  who operators;
begin
  perform pg_advisory_xact_lock(hashtext('desk'));
  select o.* into who from sessions s join operators o using (operator_id)
    where s.token_hash = p_session and s.whole and o.closed_at is null and is_alive(s);
  return who;
end
$$;

-- Whether a role has the duty that an act needs.
create function desk.may(p_role desk.role, p_act text) returns boolean
language sql stable
as $$
  select exists (
    select from desk.kinds k join desk.duties d using (duty)
    where k.act = p_act and d.role = p_role)
$$;

-- Whether an act takes a second person, with this input, now.
create function desk.takes_two(p_act text, p_input jsonb) returns boolean
language plpgsql stable set search_path = desk, pg_temp
as $$
declare
  kind second := (select k.second from kinds k where k.act = p_act);
  amount bigint;
  disowned boolean;
  limits cashier.settings;
begin
  case kind
    when 'always' then return true;
    when 'everybody' then
      return exists (select from support.notices
        where notice_id = (p_input ->> 'notice')::uuid and player_id is null);
    when 'inviting' then
      -- Counts the operators who could approve it: if only others can, it would wait for ever.
      return (select count(*) > 1 from operators
        where has_factor(operator_id) and closed_at is null and may(role, p_act));
    when 'paying' then
      select o.amount, cashier.disowned_at(o.player_id, o.address, o.at) is not null
        into amount, disowned from cashier.operations o
        where o.player_id = (p_input ->> 'player')::integer
          and o.operation_id = (p_input ->> 'operation')::uuid and o.kind = 'withdrawal';
      if not found then return false; end if;
      select * into limits from cashier.settings;
      return disowned or amount > coalesce(limits.second_above, limits.review_above)
        or limits.second_day < amount + (
        select coalesce(sum((a.after ->> 'amount')::bigint), 0) from operator.acts a
        where a.act = 'releasePayout' and a.at > statement_timestamp() - interval '24 hours');
    else return false;
  end case;
end
$$;

-- Locks the wallets of a player who is to be paid, before the act is judged, since the owner may be
-- disowning the wallet.
create function desk.hold_payee(p_act text, p_input jsonb) returns void
language sql
as $$
  select from ledger.wallets
  where p_act = 'releasePayout' and player_id = (p_input ->> 'player')::integer
  for no key update
$$;

-- Does an act by a command, whose author is only claimed: none that takes two people. It takes the
-- lock of desk.whose, so that simultaneous payouts see each other in the day's sum. Answers null,
-- or why not.
create function desk.act_by_command(p_by text, p_reason text, p_act text, p_input jsonb)
returns text
language plpgsql security definer set search_path = desk, pg_temp
as $$
begin
  if p_act not in (
      'releasePayout', 'pausePayouts', 'resumePayouts', 'pauseDeposits', 'resumeDeposits',
      'switchGameOn', 'switchGameOff', 'refuseRewards') then
    raise exception '% is no act of a command', p_act;
  end if;
  perform pg_advisory_xact_lock(hashtext('desk'));
  perform hold_payee(p_act, p_input);
  if takes_two(p_act, p_input) then return 'takesTwo'; end if;
  return do_act(p_by, p_reason, p_act, p_input);
end
$$;
grant execute on function desk.act_by_command to pipkin_operator;

-- Whether a proposal is about this operator's own role or account, or invites them anew.
create function desk.is_about(p_proposal desk.proposals, p_who desk.operators) returns boolean
language sql immutable
return p_proposal.act in ('inviteOperator', 'changeRole', 'closeOperator')
  and p_proposal.changes ->> 'about' = p_who.email;

-- Whether no one can approve a proposal, because the operator who proposed it has lost the duty of
-- its act, if only for a time, or was closed, invited anew or came in by a link since. Then it may
-- be of who had the account or its factor before, and another may have proposed the same meanwhile.
create function desk.proposer_may_not(p_proposal desk.proposals) returns boolean
language sql stable set search_path = desk, pg_temp
as $$
  select proposer.closed_at is not null or not may(proposer.role, p_proposal.act) or exists (
    select from operator.acts a
    where a.about = proposer.email and a.at > p_proposal.proposed_at
      and (a.act in ('closeOperator', 'inviteOperator', 'enter')
        or a.act = 'changeRole' and not may((a.after ->> 'role')::role, p_proposal.act)))
  from operators proposer where proposer.operator_id = p_proposal.proposed_by
$$;

-- Why this operator can't approve a proposal now; null if an approval can be tried.
create function desk.why_not(p_who desk.operators, p_proposal desk.proposals) returns text
language sql stable set search_path = desk, pg_temp
as $$
  select case
    when is_about(p_proposal, p_who) then 'aboutYourself'
    when proposer_may_not(p_proposal) then 'proposerMayNot'
    when p_who.operator_id = p_proposal.proposed_by then 'ownProposal'
    when p_proposal.act = 'releasePayout' then (
      select operator.why_held(o, w.frozen)
      from cashier.operations o join ledger.wallets w using (player_id)
      where o.player_id = (p_proposal.input ->> 'player')::integer
        and o.operation_id = (p_proposal.input ->> 'operation')::uuid)
    end
$$;

-- What the latest act has recorded: {about, before, after}.
create function desk.last_changes() returns jsonb
language sql stable set search_path = operator, pg_temp
as $$
  select jsonb_build_object('about', about, 'before', before, 'after', after)
  from acts order by n desc limit 1
$$;

-- Does an act and rolls it back. Answers what it would record, or why it would not be done.
create function desk.try_act(
  p_by text, p_reason text, p_act text, p_input jsonb, out refusal text, out changes jsonb
)
language plpgsql set search_path = desk, pg_temp
as $$
begin
  refusal := do_act(p_by, p_reason, p_act, p_input);
  if refusal is null then changes := last_changes(); end if;
  raise exception using errcode = 'PDESK';
exception when sqlstate 'PDESK' then
  return;
end
$$;

-- Does what was proposed, and rolls it back if its record shows another state before it than the
-- proposal does. It doesn't try the act first: a try gives up its locks, and others could come in
-- between. Balances change all the time, so adjustBalance checks them itself. Answers null, or why
-- not.
create function desk.do_as_seen(
  p_proposal desk.proposals, p_proposer desk.operators, p_approver desk.operators,
  p_approval text, out refusal text
)
language plpgsql set search_path = desk, pg_temp
as $$
begin
  perform operator.act_as(p_proposer.operator_id, p_approver.operator_id, p_approval);
  refusal := do_act(p_proposer.name || ', approved by ' || p_approver.name, p_proposal.reason,
    p_proposal.act, p_proposal.input);
  if refusal is null and p_proposal.act <> 'adjustBalance'
      and last_changes() -> 'before' is distinct from p_proposal.changes -> 'before' then
    refusal := 'proposalOutdated';
  end if;
  if refusal is not null then raise exception using errcode = 'PDESK'; end if;
exception when sqlstate 'PDESK' then
  return;
end
$$;

-- Does an act, or proposes it if it takes two people. Answers {}, {proposal} or {refusal}.
create function desk.act(p_session bytea, p_act text, p_reason text, p_input jsonb) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators := whose(p_session);
  tried record;
  same proposals;
  refusal text;
  proposal uuid;
begin
  if who.operator_id is null then return '{"refusal": "noSession"}'; end if;
  if not may(who.role, p_act) then return '{"refusal": "forbidden"}'; end if;
  perform hold_payee(p_act, p_input);
  if not takes_two(p_act, p_input) then
    perform operator.act_as(who.operator_id);
    refusal := do_act(who.name, p_reason, p_act, p_input);
    -- A refused act was not recorded.
    delete from operator.acting where transaction = pg_current_xact_id();
    return jsonb_strip_nulls(jsonb_build_object('refusal', refusal));
  end if;
  tried := try_act(who.name, p_reason, p_act, p_input);
  if tried.refusal is not null then
    return jsonb_build_object('refusal', tried.refusal);
  end if;
  select * into same from proposals p
    where act = p_act and input - 'codeHash' = p_input - 'tokenHash' - 'codeHash'
      and decision is null and proposed_at > clock_timestamp() - interval '24 hours'
      -- No list has what is over, so no one could clear the way.
      and not is_over(act, input, coalesce(changes -> 'before', '{}'))
      and not proposer_may_not(p);
  if p_act = 'inviteOperator' and same.proposed_by = who.operator_id then
    -- A repeat, since the first answer was lost: only it had the code, which is another now, unless
    -- the second person has just decided.
    update proposals set input = p_input - 'tokenHash'
      where proposal_id = same.proposal_id and decision is null;
    if found then return jsonb_build_object('proposal', same.proposal_id); end if;
  end if;
  if same.proposal_id is not null then return '{"refusal": "alreadyProposed"}'; end if;
  insert into proposals (act, input, reason, changes, proposed_by)
    values (p_act, p_input - 'tokenHash', p_reason, tried.changes, who.operator_id)
    returning proposal_id into proposal;
  perform operator.act_as(who.operator_id);
  perform operator.record(who.name, p_reason, 'propose', p_act || ' ' || proposal, null,
    tried.changes);
  return jsonb_build_object('proposal', proposal);
end
$$;
grant execute on function desk.act to pipkin_operator;

-- Approves, refuses or withdraws a waiting proposal. Operators can always withdraw their own.
-- Everything else needs the duty of its act, and a person other than its author and the one it is
-- about. p_token_hash: of the link, if it invites; only that link together with the code that the
-- proposer was given opens the way in.
create function desk.decide(
  p_session bytea, p_proposal uuid, p_decision text, p_reason text, p_token_hash bytea default null
) returns jsonb
language plpgsql security definer set search_path = desk, pg_temp
as $$
declare
  who operators := whose(p_session);
  proposal proposals;
  proposer operators;
  link bytea;
  refusal text;
begin
  if who.operator_id is null then return '{"refusal": "noSession"}'; end if;
  select * into proposal from proposals where proposal_id = p_proposal for update;
  if p_decision = 'refused' and who.operator_id = proposal.proposed_by then
    p_decision := 'withdrawn';
  -- Looks at the role before the id: who may not decide doesn't learn which ids exist.
  elsif not exists (
    select from kinds
    where second <> 'never' and act = coalesce(proposal.act, act) and may(who.role, act)
  ) then
    return '{"refusal": "forbidden"}';
  end if;
  if proposal.proposal_id is null then return '{"refusal": "unknownProposal"}'; end if;
  link := sha256(p_token_hash || decode(proposal.input ->> 'codeHash', 'hex'));
  if proposal.decision = 'approved' and p_decision = 'approved'
      and proposal.decided_by = who.operator_id then
    -- A repeat, since the first answer was lost: only it had the link, which is another now.
    update invitations set token_hash = link
      where token_hash = decode(proposal.input ->> 'tokenHash', 'hex');
    if found then
      delete from sessions where not whole and operator_id = (
        select operator_id from invitations where token_hash = link);
      update proposals set input = jsonb_set(input, '{tokenHash}', to_jsonb(encode(link, 'hex')))
        where proposal_id = p_proposal;
      return jsonb_build_object('act', proposal.act);
    end if;
  end if;
  if proposal.decision is not null then return '{"refusal": "proposalDecided"}'; end if;
  if proposal.proposed_at < clock_timestamp() - interval '24 hours' then
    return '{"refusal": "proposalLapsed"}';
  end if;
  refusal := case
    when p_decision = 'approved' then why_not(who, proposal)
    when p_decision = 'refused' and is_about(proposal, who) then 'aboutYourself' end;
  if refusal is not null then return jsonb_build_object('refusal', refusal); end if;
  if p_decision = 'approved' then
    select * into proposer from operators where operator_id = proposal.proposed_by;
    if link is not null then
      proposal.input := proposal.input || jsonb_build_object('tokenHash', encode(link, 'hex'));
    end if;
    refusal := do_as_seen(proposal, proposer, who, p_reason);
    if refusal is not null then return jsonb_build_object('refusal', refusal); end if;
  else
    perform operator.act_as(who.operator_id);
    perform operator.record(who.name, p_reason,
      case p_decision when 'refused' then 'refuseProposal' else 'withdrawProposal' end,
      proposal.act || ' ' || p_proposal);
  end if;
  update proposals
    set decision = p_decision, decided_by = who.operator_id, decided_at = clock_timestamp(),
        input = proposal.input
    where proposal_id = p_proposal;
  return jsonb_build_object('act', proposal.act);
end
$$;
grant execute on function desk.decide to pipkin_operator;

reset role;
