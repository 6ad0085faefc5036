import { sql } from '../../../platform/database/database.ts'
import type { Sum } from './sum.ts'

/** Wallets and totals are what the movements say. */
export const balances: readonly Sum[] = [
  {
    invariant: 1,
    says: 'each movement sums to zero',
    count: sql`select count(*) from ledger.movements`,
    find: sql`
      select format('movement %s of player %s is off by %s', movement_id, player_id, off) as found
      from (select *, deposit + bonus + win + referral + games + fees + promotions + chain
                        + transfers + withdrawals as off
            from ledger.movements) m
      where off <> 0`,
  },
  {
    invariant: 1,
    says: 'all transfers between players sum to zero',
    count: sql`select count(*) from ledger.movements where transfers <> 0`,
    find: sql`
      select format('the transfers account stands at %s', sum(transfers)) as found
      from ledger.movements having sum(transfers) <> 0`,
  },
  {
    invariant: 1,
    says: 'each send reaches its receiver, less the fee of its version of the settings',
    count: sql`select count(*) from ledger.movements where kind = 'send'`,
    find: sql`
      with sent as (select * from ledger.movements where kind = 'send'),
      received as (select * from ledger.movements where kind = 'received')
      select format('send %s from player %s to player %s: %s left, %s arrived, fee %s',
        coalesce(s.movement_id, r.movement_id), coalesce(s.player_id, r.other_player),
        coalesce(r.player_id, s.other_player), -s.deposit, r.deposit, s.fees) as found
      from sent s full join received r
        on r.player_id = s.other_player and r.movement_id = s.movement_id
          and r.other_player = s.player_id
      left join ledger.carried c on c.player_id = s.player_id and c.movement_id = s.movement_id
      left join operator.versions v on v.subject = 'cashier' and v.version = c.settings_version
      where s.deposit + s.fees + r.deposit is distinct from 0
        or s.fees is distinct from
          (-s.deposit * (v.settings ->> 'send_fee')::integer + 9999) / 10000`,
  },
  {
    invariant: 2,
    says: 'each stored balance equals the sum of its movements',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      with summed as (
        select player_id, sum(deposit) as deposit, sum(bonus) as bonus, sum(win) as win,
               sum(referral) as referral
        from ledger.movements group by player_id)
      select format('player %s holds %s/%s/%s/%s, but the movements say %s/%s/%s/%s', player_id,
        w.deposit, w.bonus, w.win, w.referral, s.deposit, s.bonus, s.win, s.referral) as found
      from ledger.wallets w full join summed s using (player_id)
      where (coalesce(w.deposit, 0), coalesce(w.bonus, 0), coalesce(w.win, 0),
        coalesce(w.referral, 0))
        is distinct from (coalesce(s.deposit, 0), coalesce(s.bonus, 0), coalesce(s.win, 0),
          coalesce(s.referral, 0))
        or w.player_id is null`,
  },
  {
    invariant: 2,
    says: 'what each player has deposited and staked equals the sum of its movements',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      with summed as (
        select m.player_id, sum(m.deposit) filter (where m.kind = 'deposit') as deposited,
               sum(m.games) filter (where m.kind in ('stake', 'tie')
                 and g.counts_as_staked) as staked
        from ledger.movements m
        left join ledger.rounds r using (player_id, round_id) left join ledger.games g using (game)
        group by m.player_id)
      select format('player %s has deposited %s and staked %s, but the movements say %s and %s', player_id,
        w.deposited, w.staked, coalesce(s.deposited, 0), coalesce(s.staked, 0)) as found
      from ledger.wallets w left join summed s using (player_id)
      where (w.deposited, w.staked)
        is distinct from (coalesce(s.deposited, 0), coalesce(s.staked, 0))`,
  },
  {
    invariant: 2,
    says: 'what each player has lost, stakes less returns, equals the sum of its movements',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      select format('player %s has lost %s, but the movements say %s', player_id, w.lost,
        coalesce(s.lost, 0)) as found
      from ledger.wallets w left join (
        select player_id, sum(games) as lost from ledger.movements group by player_id
      ) s using (player_id)
      where w.lost <> coalesce(s.lost, 0)`,
  },
  {
    invariant: 2,
    says: 'what each player has staked and withdrawn in all, at each mark and now, equals the sum of its movements',
    count: sql`select count(*) from ledger.play_marks`,
    find: sql`
      with moments as (
        select player_id, at,
               sum(games) filter (where kind = 'stake') as wagered, sum(games) as lost,
               sum(deposit) filter (where kind = 'deposit') as deposited,
               -sum(deposit) filter (where kind in ('withdraw', 'withdraw_refund')) as withdrawn,
               bool_or(is_mark) as is_mark
        from (
          select player_id, at, kind, games, deposit, false as is_mark from ledger.movements
          union all select player_id, at, null, 0, 0, true from ledger.play_marks
          union all select player_id, 'infinity', null, 0, 0, true from ledger.wallets
        ) line
        group by player_id, at
      ), sums as (
        select player_id, at, is_mark,
               coalesce(sum(wagered) over before, 0)::bigint as wagered,
               coalesce(sum(lost) over before, 0)::bigint as lost,
               coalesce(sum(deposited) over before, 0)::bigint as deposited,
               coalesce(sum(withdrawn) over before, 0)::bigint as withdrawn
        from moments
        -- By moments: to leave a row's own moment out of a frame of rows takes the square of a
        -- player's movements.
        window before as (partition by player_id order by at
          rows between unbounded preceding and 1 preceding)
      )
      select format('the sums of player %s at %s are %s, but the movements say %s', s.player_id,
        s.at, noted.sums, row(s.wagered, s.lost, s.deposited, s.withdrawn)) as found
      from sums s
      cross join lateral (
        select row(m.wagered, m.lost, m.deposited, m.withdrawn) as sums
        from ledger.play_marks m where m.player_id = s.player_id and m.at = s.at
        union all
        select row(w.wagered, w.lost, w.deposited::bigint, w.withdrawn) from ledger.wallets w
        where w.player_id = s.player_id and s.at = 'infinity'
      ) noted
      where s.is_mark
        and noted.sums is distinct from row(s.wagered, s.lost, s.deposited, s.withdrawn)`,
  },
  {
    invariant: 2,
    says: 'what of a player’s money is their own equals what was deposited, won, carried and withdrawn of it',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      with flows as (
        select player_id, deposit as amount from ledger.movements where kind = 'deposit'
        union all
        select player_id, -own_part from ledger.rounds where own_part > 0
        union all
        select r.player_id, least(r.payout * r.own_part / r.stake, m.deposit + m.win)
        from ledger.rounds r
        join ledger.movements m on m.player_id = r.player_id and m.movement_id = r.settlement_id
        where r.own_part > 0 and r.payout > 0
        union all
        select player_id, amount from ledger.carried
        union all
        select player_id, -own_part from cashier.operations
        where kind = 'withdrawal' and state <> 'refunded'
      ), summed as (select player_id, sum(amount) as own from flows group by player_id)
      select format('player %s has %s of their own, but what came and went says %s', player_id,
        w.own, coalesce(s.own, 0)) as found
      from ledger.wallets w left join summed s using (player_id)
      where w.own is distinct from coalesce(s.own, 0)`,
  },
  {
    invariant: 2,
    says: 'what of a player’s money came out of rewards is not below zero, nor of any stake',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      select format('player %s has %s of their own in %s', player_id, own, deposit + win) as found
      from ledger.wallets where own > deposit + win
      union all
      select format('round %s of player %s has a stake of %s from Deposit and Win, %s of it own', r.round_id,
        r.player_id, -m.deposit - m.win, r.own_part)
      from ledger.rounds r
      join ledger.movements m on m.player_id = r.player_id and m.movement_id = r.round_id
      where r.own_part > -m.deposit - m.win`,
  },
  {
    invariant: 13,
    says: 'what is held of received money equals what came, less what was staked of it and not paid back',
    count: sql`select count(*) from ledger.wallets`,
    // Only parts that are still held: what has passed its time may be dropped or not.
    find: sql`
      with flows as (
        select c.player_id, c.held_until as until, m.deposit as amount
        from ledger.carried c join ledger.movements m using (player_id, movement_id)
        where c.held_until > clock_timestamp()
        union all
        select r.player_id, part.until, -part.amount
        from ledger.rounds r cross join lateral unnest(r.received) part where r.received is not null
        union all
        select r.player_id, part.until, part.amount
        from ledger.rounds r
        join ledger.movements m on m.player_id = r.player_id and m.movement_id = r.settlement_id
        cross join lateral unnest(ledger.paid_back_received(
          r.received, r.payout, r.stake, m.deposit + m.win)) part
        where r.received is not null
      ), summed as (
        select player_id, until, sum(amount) as amount from flows
        where until > clock_timestamp() group by player_id, until
      ), kept as (
        select player_id, part.until, part.amount
        from ledger.wallets cross join lateral unnest(received) part
        where part.until > clock_timestamp()
      )
      select format('player %s has %s held until %s, but what came and was played says %s', player_id,
        coalesce(k.amount, 0), until, coalesce(s.amount, 0)) as found
      from kept k full join summed s using (player_id, until)
      where coalesce(k.amount, 0) <> coalesce(s.amount, 0)`,
  },
  {
    invariant: 13,
    says: 'no more is held of received money than Deposit and Win have, nor than a stake took from them',
    count: sql`select count(*) from ledger.wallets where received is not null`,
    find: sql`
      select format('player %s has %s held of %s', player_id, held, deposit + win) as found
      from ledger.wallets cross join lateral (
        select ledger.sum_received(ledger.add_received(received, null)) as held) h
      where held > deposit + win
      union all
      select format('round %s of player %s has a stake of %s from Deposit and Win, %s of it held', r.round_id,
        r.player_id, -m.deposit - m.win, ledger.sum_received(r.received))
      from ledger.rounds r
      join ledger.movements m on m.player_id = r.player_id and m.movement_id = r.round_id
      where ledger.sum_received(r.received) > -m.deposit - m.win`,
  },
  {
    invariant: 2,
    says: 'a send makes no money the receiver’s own that was not the sender’s, less the fee',
    count: sql`select count(*) from ledger.movements where kind = 'send'`,
    find: sql`
      with arrived as materialized (select player_id, movement_id, amount from ledger.carried)
      select format('send %s: %s of the sender’s own left, %s arrived', s.movement_id, gone.amount,
        come.amount) as found
      from ledger.movements s
      left join ledger.carried gone
        on gone.player_id = s.player_id and gone.movement_id = s.movement_id
      left join arrived come
        on come.player_id = s.other_player and come.movement_id = s.movement_id
      where s.kind = 'send'
        and (gone.amount is null or gone.amount not between s.deposit and 0
          or come.amount is distinct from greatest(-gone.amount - s.fees, 0))`,
  },
  {
    invariant: 2,
    says: 'what each player has contributed equals the margins of the stakes and the fees',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      with summed as (
        select m.player_id,
               sum(m.fees + case when m.kind in ('stake', 'tie')
                 then m.games * b.margin / 1000000 else 0 end) as contributed
        from ledger.movements m
        left join ledger.rounds r using (player_id, round_id)
        left join ledger.rulebooks b using (rules_hash)
        group by m.player_id)
      select format('player %s has contributed %s, but the movements say %s', player_id,
        w.contributed, coalesce(s.contributed, 0)) as found
      from ledger.wallets w left join summed s using (player_id)
      where w.contributed is distinct from coalesce(s.contributed, 0)`,
  },
  {
    invariant: 3,
    says: 'no wallet is below zero',
    count: sql`select count(*) * 4 as count from ledger.wallets`,
    find: sql`
      select format('player %s has a wallet below zero', player_id) as found
      from ledger.wallets where least(deposit, bonus, win, referral) < 0`,
  },
]
