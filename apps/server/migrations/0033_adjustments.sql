-- Adjustments: an operator corrects a balance, always with a second person
-- (0027_desk_four_eyes.sql). It is a movement of its own kind, against the house's promotions,
-- which the player sees with a note.
set role pipkin_ledger;

-- The note that the player reads beside the movement.
create table ledger.adjustments (
  player_id integer not null,
  movement_id uuid not null,
  note text not null check (note ~ '^[^[:cntrl:]]{3,200}$'),
  primary key (player_id, movement_id)
);
grant select on ledger.adjustments to pipkin_app, pipkin_worker;

-- The movements that changed a player's wallets, before a place in the list's order, with their
-- rounds and notes. Unless all are asked for, a lost stake and both movements of a tie are hidden.
create function ledger.shown_movements(
  p_player integer, p_at timestamptz, p_id uuid, p_all boolean, p_most integer
) returns table (
  at timestamptz, "position" text, movement_id uuid, kind ledger.movement_kind, deposit bigint,
  bonus bigint, win bigint, referral bigint, round_id uuid, operation_id uuid,
  other_player integer, game smallint, round_status ledger.round_status, note text
)
language sql stable security definer set search_path = ledger, pg_temp
as $$
  select m.at, (m.at at time zone 'UTC')::text || '+00', m.movement_id, m.kind,
         m.deposit, m.bonus, m.win, m.referral, m.round_id, m.operation_id, m.other_player,
         r.game, r.status,
         case when m.kind = 'adjustment' then (
           select j.note from adjustments j
           where j.player_id = p_player and j.movement_id = m.movement_id) end
  from movements m
  left join rounds r on r.player_id = p_player and r.round_id = m.round_id
  where m.player_id = p_player
    and (m.at, m.movement_id) < (p_at, p_id)
    and (m.deposit <> 0 or m.bonus <> 0 or m.win <> 0 or m.referral <> 0)
    and (p_all or r.status is null
      or not (r.status = 'tie' or (r.status = 'loss' and m.kind = 'stake')))
  order by m.at desc, m.movement_id desc
  limit p_most
$$;
grant execute on function ledger.shown_movements to pipkin_app;

-- Pages of movements at a node of a cluster: an array for each parameter of shown_movements.
-- Answers by the pages' places from 1 on; null for a page with an operation, because only the
-- cashier has its hash. Volatile, so that it sees what was committed while it waited.
create function ledger.shown_movements_alone(
  p_players integer[], p_at timestamptz[], p_ids uuid[], p_all boolean[], p_most integer[]
) returns table (place bigint, answer json)
language plpgsql
as $$
begin
  return query
    select asked.place, case when count(m.operation_id) = 0 then coalesce(
        json_agg(m order by m.at desc, m.movement_id desc) filter (where m.at is not null), '[]')
      end
    from unnest(p_players, p_at, p_ids, p_all, p_most)
      with ordinality as asked (player, at, id, is_all, most, place)
    left join lateral ledger.shown_movements(
      asked.player, asked.at, asked.id, asked.is_all, asked.most) m on true
    group by asked.place;
end
$$;

-- Adds an amount to a wallet, or takes it away if it is below zero. It takes only what the owner
-- could take out, so not what is locked, or came by a send and is held. What it adds to Deposit and
-- Win is the player's own; what it takes is own money first. It is no deposit and no return: no
-- limit counts it. A frozen account can be adjusted, a closed one can't.
create function desk.adjust_balance(
  p_by text, p_reason text, p_player integer, p_wallet text, p_amount bigint, p_note text
) returns text
language plpgsql set search_path = desk, operator, pg_temp
as $$
declare
  held ledger.wallets;
  was bigint;
  free bigint;
  own_change bigint := 0;
  movement uuid := uuidv7();
begin
  if not exists (select from players.accounts where player_id = p_player) then
    return 'unknownPlayer';
  end if;
  held := ledger.hold(p_player);
  if held.closed then return 'accountClosed'; end if;
  was := case p_wallet when 'deposit' then held.deposit when 'bonus' then held.bonus
                       when 'win' then held.win when 'referral' then held.referral end;
  assert was is not null, 'one of the four wallets';
  free := case p_wallet
    when 'bonus' then was - ledger.locked_bonus(p_player)
    when 'referral' then was - referral.judge_locked(p_player)
    else least(was, held.deposit + held.win
      - ledger.sum_received(ledger.add_received(held.received, null))) end;
  if -p_amount > free then return 'notFree'; end if;
  if p_wallet in ('deposit', 'win') then
    own_change := case when p_amount > 0 then p_amount else -least(held.own, -p_amount) end;
    insert into ledger.carried (player_id, movement_id, amount)
      values (p_player, movement, own_change);
  end if;
  insert into ledger.adjustments (player_id, movement_id, note)
    values (p_player, movement, p_note);
  perform ledger.post(p_player, movement, 'adjustment',
    deposit => case p_wallet when 'deposit' then p_amount else 0 end,
    bonus => case p_wallet when 'bonus' then p_amount else 0 end,
    win => case p_wallet when 'win' then p_amount else 0 end,
    referral => case p_wallet when 'referral' then p_amount else 0 end,
    promotions => -p_amount, own => own_change);
  -- The balance may change before the approval; the amount stays.
  perform record(p_by, p_reason, 'adjustBalance', p_player::text,
    jsonb_build_object(p_wallet || '_wallet', was, 'amount', p_amount),
    jsonb_build_object(p_wallet || '_wallet', was + p_amount, 'amount', p_amount,
      'note_to_the_player', p_note));
  return null;
end
$$;

reset role;
