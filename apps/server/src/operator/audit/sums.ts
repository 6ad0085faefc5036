import { type Statement, sql } from '../../platform/database/database.ts'

/** An invariant in SQL over all rows: `count` returns how many they are, `find` the violations. */
export interface Sum {
  /** Its number in `docs/invariants.md`. */
  readonly invariant: number
  readonly says: string
  readonly count: Statement
  readonly find: Statement
}

export const sums: readonly Sum[] = [
  {
    invariant: 17,
    says: 'liabilities: what players are owed one by one is what the ledger’s movements owe in all',
    count: sql`select count(*) from solvency.liabilities`,
    find: sql`
      with owed as (
        select coalesce(sum(deposit + bonus + win + referral + stakes + payouts), 0) as owed
        from solvency.liabilities),
      moved as (
        select coalesce(sum(deposit + bonus + win + referral + withdrawals), 0) as owed
        from ledger.movements),
      staked as (
        select coalesce(sum(stake), 0) as owed from ledger.rounds where settled_at is null)
      select format('players are owed %s, but the movements and open stakes make %s', o.owed,
        m.owed + s.owed) as found
      from owed o, moved m, staked s where o.owed <> m.owed + s.owed`,
  },
  {
    invariant: 17,
    says: 'liabilities: each snapshot’s root is the sum of its leaves and of the ledger then',
    count: sql`select count(*) from solvency.snapshots where taken_at is not null`,
    find: sql`
      with top as (
        select distinct on (snapshot) snapshot, level, nodes
        from solvency.nodes order by snapshot, level desc, piece),
      leaves as (
        select snapshot, sum(amount) as owed, count(distinct (player_id, hash)) as leaves
        from solvency.leaves, unnest(amounts) amount group by snapshot)
      select format('snapshot %s says %s, its leaves make %s, its root %s, the ledger owed %s',
        s.snapshot, s.owed, l.owed, encode(t.nodes, 'hex'), s.ledger_owes) as found
      from solvency.snapshots s join leaves l using (snapshot) left join top t using (snapshot)
      where s.owed <> l.owed or s.owed <> s.ledger_owes or s.size <> l.leaves
        or t.nodes is distinct from s.root || int8send(s.owed)`,
  },
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
    says: 'each sending reaches its receiver, less the fee of its version of the settings',
    count: sql`select count(*) from ledger.movements where kind = 'send'`,
    find: sql`
      with sent as (select * from ledger.movements where kind = 'send'),
      received as (select * from ledger.movements where kind = 'received')
      select format('sending %s from player %s to player %s: %s left, %s arrived, fee %s',
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
    invariant: 1,
    says: 'each withdrawal costs the fee of its version of the settings, or of the one at its time',
    count: sql`select count(*) from cashier.operations where kind = 'withdrawal'`,
    // One that names no version is judged by the one that was in force.
    find: sql`
      select format('withdrawal %s of player %s: %s, fee %s', o.operation_id, o.player_id, o.amount,
        o.fee) as found
      from cashier.operations o
      left join operator.versions v on v.subject = 'cashier' and v.version = coalesce(
        o.settings_version,
        (select max(e.version) from operator.versions e
         where e.subject = 'cashier' and e.at <= o.at), 1)
      where o.kind = 'withdrawal' and o.fee is distinct from
        (o.amount * (v.settings ->> 'withdrawal_fee')::integer + 9999) / 10000`,
  },
  {
    invariant: 1,
    says: 'fees are what the last version of the settings says',
    count: sql`select count(*) from operator.versions where subject = 'cashier'`,
    find: sql`
      select format('the settings are version %s with fees of %s and %s', s.version, s.send_fee,
        s.withdrawal_fee) as found
      from cashier.settings s
      left join lateral (
        select * from operator.versions where subject = 'cashier' order by version desc limit 1
      ) v on true
      where (v.version, (v.settings ->> 'send_fee')::integer,
          (v.settings ->> 'withdrawal_fee')::integer)
        is distinct from (s.version, s.send_fee, s.withdrawal_fee)`,
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
    says: 'a sending makes no money the receiver’s own that was not the sender’s, less the fee',
    count: sql`select count(*) from ledger.movements where kind = 'send'`,
    find: sql`
      with arrived as materialized (select player_id, movement_id, amount from ledger.carried)
      select format('sending %s: %s of the sender’s own left, %s arrived', s.movement_id, gone.amount,
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
  {
    invariant: 4,
    says: 'each round is staked once, by the movement of its own id',
    count: sql`select count(*) from ledger.rounds`,
    find: sql`
      with stakes as (
        select player_id, round_id, count(*) as times, sum(games) as staked,
               bool_and(movement_id = round_id) as own
        from ledger.movements where kind = 'stake' group by player_id, round_id)
      select format('round %s of player %s: stake %s, staked %s in %s movements',
        round_id, player_id, r.stake, s.staked, coalesce(s.times, 0)) as found
      from ledger.rounds r full join stakes s using (player_id, round_id)
      where r.round_id is null or s.times is distinct from 1 or s.staked <> r.stake or not s.own`,
  },
  {
    invariant: 4,
    says: 'each round is settled at most once, by the movement that it names',
    count: sql`select count(*) from ledger.rounds where status <> 'pending'`,
    find: sql`
      with credits as (
        select player_id, round_id, count(*) as times, -sum(games) as paid,
               min(movement_id::text) as movement, min(kind::text) as kind
        from ledger.movements where round_id is not null and kind <> 'stake'
        group by player_id, round_id)
      select format('round %s of player %s is %s with payout %s, but %s movements paid %s',
        round_id, player_id, r.status, r.payout, coalesce(c.times, 0), c.paid) as found
      from ledger.rounds r full join credits c using (player_id, round_id)
      where r.round_id is null or coalesce(c.times, 0) > 1 or r.payout <> coalesce(c.paid, 0)
        or r.settlement_id::text is distinct from c.movement
        or (c.kind is not null and c.kind <> r.status::text)
        or (r.status in ('pending', 'loss') and c.times > 0)`,
  },
  {
    invariant: 12,
    says: 'what the house lost on a day, what is at risk and what is left make the budget of the day',
    count: sql`select count(*) from ledger.loss_days`,
    find: sql`
      with used as (
        select risk_day as day,
               sum(case when status = 'pending' then at_risk
                        else greatest(payout - stake, 0) end) as amount
        from ledger.rounds where at_risk > 0 group by risk_day),
      kept as (select day, sum(amount) as amount from ledger.loss_parts group by day)
      select format('on %s the budget is %s, but %s is lost or at risk and %s left', day, d.budget,
        coalesce(u.amount, 0), coalesce(k.amount, 0)) as found
      from ledger.loss_days d full join used u using (day) full join kept k using (day)
      where d.budget is distinct from coalesce(u.amount, 0) + coalesce(k.amount, 0)`,
  },
  {
    invariant: 12,
    says: 'in a game with a budget of losses no round costs more than it took of the budget',
    count: sql`select count(*) from ledger.rounds where at_risk is not null`,
    find: sql`
      select format('round %s of player %s cost %s, but held %s', r.round_id, r.player_id,
        r.payout - r.stake, coalesce(r.at_risk, 0)) as found
      from ledger.rounds r
      where r.payout - r.stake > r.at_risk
         or r.at_risk is null and r.payout > r.stake and exists (
              select from ledger.games g where g.game = r.game
                and r.rules_hash in (g.rules_hash, g.hard_rules_hash)
                and g.hard_rules_hash is not null)`,
  },
  {
    invariant: 5,
    says: 'each deposit is credited at most once, with what its chain transaction brought',
    count: sql`select count(*) from cashier.operations where kind = 'deposit'`,
    find: sql`
      with credits as (
        select player_id, operation_id, count(*) as times, sum(deposit) as credited
        from ledger.movements where kind = 'deposit' and operation_id is not null
        group by player_id, operation_id)
      select format('deposit %s of player %s is %s with %s, but %s movements credited %s', operation_id, player_id,
        o.state, o.credited, coalesce(c.times, 0), c.credited) as found
      from (select * from cashier.operations where kind = 'deposit') o
        full join credits c using (player_id, operation_id)
      where o.operation_id is null or coalesce(c.times, 0) <> (o.state = 'confirmed')::int
        or o.credited is distinct from c.credited
      union all
      select format('the chain transaction %s confirms %s operations', mined_hash, count(*))
      from cashier.operations where state = 'confirmed' group by mined_hash having count(*) > 1`,
  },
  {
    invariant: 5,
    says: 'each withdrawal is debited once, and then paid once or refunded once',
    count: sql`select count(*) from cashier.operations where kind = 'withdrawal'`,
    find: sql`
      with parts as (
        select player_id, operation_id, count(*) filter (where kind = 'withdraw') as debits,
               count(*) filter (where kind = 'withdraw_paid') as payments,
               count(*) filter (where kind = 'withdraw_refund') as refunds,
               sum(deposit) as left_over, sum(chain) as paid
        from ledger.movements where kind in ('withdraw', 'withdraw_paid', 'withdraw_refund')
        group by player_id, operation_id)
      select format('withdrawal %s of player %s is %s: %s debits, %s payments, %s refunds, %s to the chain', operation_id,
        player_id, o.state, p.debits, p.payments, p.refunds, p.paid) as found
      from (select * from cashier.operations where kind = 'withdrawal') o
        full join parts p using (player_id, operation_id)
      where o.operation_id is null or p.debits is distinct from 1
        or p.payments <> (o.state = 'confirmed')::int
        or p.refunds <> (o.state = 'refunded')::int
        or p.left_over <> case when o.state = 'refunded' then 0 else -o.amount end
        or p.paid <> case when o.state = 'confirmed' then o.amount - o.fee else 0 end`,
  },
  // After a deep reorg another of its attempts may be the one that was mined.
  {
    invariant: 5,
    says: 'each confirmed operation moved on the chain what the ledger says, or a note says why not',
    count: sql`select count(*) from cashier.operations where state = 'confirmed'`,
    find: sql`
      with own as (
        select player_id, operation_id, hash from cashier.signed
        union all
        select player_id, operation_id, mined_hash from cashier.operations where reason = 'matched'
      ), moved as (
        select player_id, operation_id,
               div(sum(case when t.receiver = h.address then t.units else -t.units end),
                 1e16) as hundredths
        from own join cashier.transfers t using (hash) cross join cashier.house h
        group by player_id, operation_id)
      select format('operation %s of player %s: the ledger says %s, the chain %s', o.operation_id, o.player_id,
        coalesce(o.credited, o.fee - o.amount), coalesce(m.hundredths, 0)) as found
      from cashier.operations o cross join cashier.house h
        left join moved m using (player_id, operation_id)
      where o.state = 'confirmed' and o.mined_block <= h.scanned_block and o.note is null
        and coalesce(m.hundredths, 0) <> coalesce(o.credited, o.fee - o.amount)`,
  },
  {
    invariant: 5,
    says: "the house's kept balance is what it was opened with and every transfer since",
    count: sql`select count(*) from cashier.transfers`,
    find: sql`
      select format('the house is kept at %s, but its transfers make %s', h.balance,
        h.opened_balance + t.moved) as found
      from cashier.house h, lateral (
        select coalesce(sum(case when receiver = h.address then units else -units end), 0) as moved
        from cashier.transfers) t
      where h.balance <> h.opened_balance + t.moved`,
  },
  {
    invariant: 5,
    says: "the house's nonces have no gap, and each signs for one operation",
    count: sql`select count(*) from cashier.signed`,
    find: sql`
      select format('%s nonces between %s and %s', count(*), min(nonce), max(nonce)) as found
      from (select nonce from cashier.signed where attempt = 0
            union all select nonce from cashier.lost_nonces) used
      having count(*) <> max(nonce) - min(nonce) + 1
      union all
      select format('nonce %s signs for %s operations', nonce, count(distinct operation_id))
      from cashier.signed group by nonce having count(distinct operation_id) > 1`,
  },
  {
    invariant: 5,
    says: 'each transfer to or from the house belongs to an operation, or a note says what it was',
    count: sql`select count(*) from cashier.transfers`,
    find: sql`
      select format('%s moved %s units between %s and %s', hash, units, sender, receiver) as found
      from cashier.unexplained where not is_dust
      union all
      select format('%s grains of dust came to the house, %s units in all: explain-dust', count(*),
        sum(units))
      from cashier.unexplained where is_dust having count(*) > 0
      union all
      select format('operation %s of player %s agrees no more: its transfers moved %s units',
        operation_id, player_id, units)
      from cashier.compared where agrees and div(units, 1e16) <> posted`,
  },
  {
    invariant: 5,
    says: 'what was rejected or cancelled was never signed, and what was signed has its nonce',
    count: sql`select count(*) from cashier.operations`,
    find: sql`
      select format('operation %s of player %s is %s with the nonce %s, but %s was signed for it',
        o.operation_id, o.player_id, o.state, o.nonce, coalesce(s.nonce::text, 'nothing')) as found
      from cashier.operations o
        left join cashier.signed s on s.player_id = o.player_id
          and s.operation_id = o.operation_id and s.attempt = 0
      where o.nonce is distinct from s.nonce
        or (o.state in ('requested', 'rejected') and s.nonce is not null)`,
  },
  {
    invariant: 6,
    says: 'each reward is one movement, and each such movement a reward',
    count: sql`select count(*) from referral.rewards`,
    find: sql`
      with given as (
        select player_id, movement_id, kind, bonus + referral as amount, other_player
        from ledger.movements where kind in ('bonus', 'referral_earning'))
      select format('player %s was given %s by movement %s, but the reward for friend %s says %s',
        player_id, coalesce(g.amount, 0), movement_id, r.friend_id, coalesce(r.amount, 0)) as found
      from referral.rewards r full join given g using (player_id, movement_id)
      where r.amount is distinct from g.amount
        or (r.level, r.friend_id) is distinct from
           (case g.kind when 'bonus' then 0 else r.level end, coalesce(g.other_player, player_id))`,
  },
  {
    invariant: 6,
    says: 'each friend who has signed in is rewarded once, to the referrers above',
    count: sql`select count(*) from referral.friends where rewarded_at is not null`,
    find: sql`
      with recursive earned as (
        select player_id, friend_id, level from referral.rewards
        union all
        select player_id, friend_id, level from referral.kept_rewards
      ), climb as (
        select player_id, friend_id, level, friend_id as above, 0 as climbed from earned
        union all
        select c.player_id, c.friend_id, c.level, a.referrer_id, c.climbed + 1
        from climb c join players.accounts a on a.player_id = c.above where c.climbed < c.level)
      select format('player %s was rewarded for friend %s at level %s, where player %s stands',
        player_id, friend_id, level, above) as found
      from climb where climbed = level and above is distinct from player_id
      union all
      select format('friend %s was rewarded %s times at level %s', friend_id, count(*), level)
      from earned group by friend_id, level having count(*) > 1
      union all
      select format('player %s was rewarded for friend %s, who has not signed in', r.player_id, r.friend_id)
      from earned r
      left join referral.friends f on f.player_id = r.friend_id
      left join players.accounts a on a.player_id = r.friend_id
      where f.rewarded_at is null or a.first_signed_in_at is null`,
  },
  {
    invariant: 6,
    says: 'each reward waits for what the friend’s rewards up to it cost',
    count: sql`select count(*) from referral.rewards`,
    find: sql`
      select format('player %s was given %s for friend %s at level %s, which waits for %s', player_id,
        amount, friend_id, level, unlock_contributed) as found
      from (
        select *, sum(amount) over (partition by friend_id order by level) as cost
        from (
          select player_id, friend_id, level, amount, unlock_contributed from referral.rewards
          union all
          select player_id, friend_id, level, amount, unlock_contributed from referral.kept_rewards
        ) earned) r
      where unlock_contributed < cost
      union all
      select format('the reward of player %s for friend %s was unlocked too early', r.player_id,
        r.friend_id)
      from referral.rewards r
      join referral.friends f on f.player_id = r.friend_id
      join ledger.wallets w on w.player_id = r.friend_id
      where r.unlocked_at is not null and f.decision is null
        and w.contributed < r.unlock_contributed`,
  },
  {
    invariant: 6,
    says: 'the wallets say what each friend’s own reward waits for',
    count: sql`select count(*) from referral.rewards where level = 0`,
    find: sql`
      with own as materialized (
        select r.player_id, row(amount, unlock_deposits, unlock_staked,
          case when decision = 'approved' then 0 else unlock_contributed end
        )::ledger.bonus_lock as lock
        from referral.rewards r join referral.friends f on f.player_id = r.friend_id
        where level = 0 and unlocked_at is null)
      select format('the Bonus of player %s is locked by %s, but its reward says %s',
        player_id, coalesce(w.bonus_lock::text, 'nothing'), coalesce(o.lock::text, 'nothing'))
        as found
      from (select player_id, bonus_lock from ledger.wallets where bonus_lock is not null) w
      full join own o using (player_id)
      where w.bonus_lock is distinct from o.lock`,
  },
  {
    invariant: 7,
    says: 'each idempotency key that was accepted answers with something that exists',
    count: sql`select count(*) from ledger.requests
      where not answer ?| array['refusal', 'reply']`,
    find: sql`
      with known as materialized (select player_id, operation_id from cashier.operations)
      select format('key %s of player %s answers with %s, which does not exist', q.key, q.player_id,
        q.answer ->> 'id') as found
      from ledger.requests q
      left join known o
        on o.player_id = q.player_id and o.operation_id = (q.answer ->> 'id')::uuid
      where o.operation_id is null and not q.answer ?| array['refusal', 'reply']
        and not exists (select from ledger.rounds r where r.player_id = q.player_id
          and r.round_id = (q.answer ->> 'id')::uuid)
        and not exists (select from ledger.movements m where m.player_id = q.player_id
          and m.movement_id = (q.answer ->> 'id')::uuid)`,
  },
  {
    invariant: 10,
    says: 'nonces have no gap in an epoch, nor epochs in a player',
    count: sql`select count(*) from ledger.epochs`,
    find: sql`
      with used as (
        select player_id, epoch, count(*) as rounds, max(nonce) + 1 as next from ledger.rounds
        group by player_id, epoch),
      kept as (select player_id, count(*) as epochs, max(epoch) as last from ledger.epochs
        group by player_id)
      select format('player %s, epoch %s: %s rounds, but the next nonce is %s', player_id, epoch,
        u.rounds, u.next) as found
      from used u where u.rounds <> u.next
      union all
      select format('player %s stands at %s/%s, but the rounds say %s', player_id, w.epoch,
        w.nonce, coalesce(u.next, 0))
      from ledger.wallets w left join used u using (player_id, epoch)
      where w.nonce <> coalesce(u.next, 0)
      union all
      select format('player %s has %s seeds up to epoch %s, standing at %s', player_id,
        k.epochs, k.last, w.epoch)
      from ledger.wallets w left join kept k using (player_id)
      where k.epochs is distinct from w.epoch + 2 or k.last is distinct from w.epoch + 1
      union all
      select format('player %s has rounds of epoch %s before its time', player_id, u.epoch)
      from used u join ledger.wallets w using (player_id) where u.epoch > w.epoch`,
  },
  {
    invariant: 11,
    says: 'no seed deals in two epochs',
    count: sql`select count(*) from ledger.epochs`,
    find: sql`
      select format('%s epochs have the seed of player %s, epoch %s', count(*), min(player_id),
        min(epoch)) as found
      from ledger.epochs group by seed having count(*) > 1`,
  },
  {
    invariant: 11,
    says: 'each player’s epochs are of the generations in turn, those in use of the newest',
    count: sql`select count(*) from ledger.epochs`,
    find: sql`
      with turns as (
        select *, lag(generation) over (partition by player_id order by epoch) as before
        from ledger.epochs)
      select format('player %s, epoch %s: generation %s comes after %s', player_id, epoch,
        generation, before) as found
      from turns where before > generation
      union all
      select format('player %s, epoch %s: there is no generation %s', player_id, epoch, generation)
      from ledger.epochs left join ledger.generations g using (generation)
      where g.generation is null
      union all
      select format('player %s plays in epoch %s of generation %s, which has ended', player_id,
        e.epoch, e.generation)
      from ledger.wallets w join ledger.epochs e using (player_id)
      where e.epoch >= w.epoch
        and e.generation < (select max(generation) from ledger.generations)`,
  },
  {
    invariant: 11,
    says: 'where a generation ended, what each player’s epochs had left was voided by the next',
    count: sql`select count(*) from ledger.epochs where voided_in is not null`,
    find: sql`
      with ends as (
        select generation, lead(generation) over (order by generation) as next
        from ledger.generations),
      lasts as (
        select e.*, n.next, max(e.epoch) over (partition by e.player_id, e.generation) as last
        from ledger.epochs e join ends n using (generation)),
      used as (select player_id, epoch, count(*) as rounds from ledger.rounds
        group by player_id, epoch)
      select format('player %s, epoch %s of generation %s was not voided by %s, but by %s',
        player_id, epoch, generation, next, coalesce(voided_in::text, 'none')) as found
      from lasts
      where voided_in is distinct from case when epoch >= last - 1 then next end
      union all
      select format('player %s, epoch %s is voided from nonce %s, but has %s rounds', player_id,
        epoch, e.voided_from, coalesce(u.rounds, 0))
      from ledger.epochs e left join used u using (player_id, epoch)
      where e.voided_from <> coalesce(u.rounds, 0)`,
  },
  {
    invariant: 11,
    says: 'what was open in a voided epoch was finished by the house, and no other round',
    count: sql`
      select count(*) from ledger.rounds join ledger.epochs using (player_id, epoch)
      where voided_in is not null`,
    find: sql`
      select format('round %s of player %s was finished in generation %s, but its epoch was voided in %s',
        round_id, player_id, finished_in, coalesce(voided_in::text, 'none')) as found
      from ledger.rounds join ledger.epochs using (player_id, epoch)
      where finished_in is distinct from voided_in and finished_in is not null
      union all
      select format('round %s of player %s was played on in generation %s, which had ended',
        round_id, player_id, e.generation)
      from ledger.rounds r join ledger.epochs e using (player_id, epoch)
      join ledger.generations g on g.generation = e.voided_in
      where r.finished_in is null and (r.placed_at > g.began_at or r.settled_at > g.began_at)`,
  },
  {
    invariant: 14,
    says: 'no bet, send or reward stands in a break of its player, and no deposit was signed in one',
    count: sql`select count(*) from ledger.breaks`,
    find: sql`
      select format('%s %s of player %s is in the break of %s', done.what, done.id, b.player_id,
        b.at) as found
      from ledger.breaks b join (
        select player_id, movement_id as id, at, kind::text as what from ledger.movements
        where kind in ('stake', 'send', 'received', 'bonus', 'referral_earning')
        union all
        select player_id, operation_id, signed_at, 'deposit' from cashier.operations
        where kind = 'deposit' and signed_at is not null
      ) done on done.player_id = b.player_id and done.at > b.at and done.at < b.ends_at`,
  },
  {
    invariant: 14,
    says: 'no stake is above the limit that was in force for a round',
    count: sql`select count(*) from ledger.limit_changes where kind = 'stake'`,
    find: sql`
      select format('stake %s of player %s is %s, its limit was %s', m.movement_id, m.player_id,
        m.games, c.amount) as found
      from ledger.limit_changes c join ledger.movements m
        on m.player_id = c.player_id and m.kind = 'stake' and m.at > c.at and m.games > c.amount
      where c.kind = 'stake' and not exists (
        select from ledger.limit_changes later
        where later.player_id = c.player_id and later.kind = 'stake'
          and later.at > c.at and later.at < m.at)`,
  },
  {
    invariant: 14,
    says: 'no bet took a loss above the limit that was in force',
    count: sql`select count(*) from ledger.limit_changes where kind = 'loss'`,
    // A day and a week are the spans before each stake, without their first moment.
    find: sql`
      with zones as (
        select distinct player_id, zone from ledger.limit_changes where kind = 'loss'
      ), flows as (
        select m.player_id, m.movement_id, m.at, m.kind, z.zone,
               sum(m.games) over (partition by m.player_id, z.zone order by m.at
                 range between interval '23:59:59.999999' preceding and current row) as day,
               sum(m.games) over (partition by m.player_id, z.zone order by m.at
                 range between interval '167:59:59.999999' preceding and current row) as week,
               sum(m.games) over (partition by m.player_id, z.zone,
                 ledger.period_begin('month', m.at, z.zone) order by m.at) as month
        from zones z join ledger.movements m using (player_id) where m.games <> 0
      )
      select format('stake %s of player %s took the loss of a %s to %s, its limit was %s',
        f.movement_id, f.player_id, c.period, loss.amount, c.amount) as found
      from ledger.limit_changes c
      join flows f
        on f.player_id = c.player_id and f.zone = c.zone and f.kind = 'stake' and f.at > c.at
      cross join lateral (
        select case c.period when 'day' then f.day when 'week' then f.week else f.month end
          as amount
      ) loss
      where c.kind = 'loss' and loss.amount > c.amount and not exists (
        select from ledger.limit_changes later
        where later.player_id = c.player_id and later.kind = 'loss' and later.period = c.period
          and later.at > c.at and later.at < f.at)`,
  },
  {
    invariant: 15,
    says: 'each receipt has one entry in the log',
    count: sql`select count(*) from log.receipts`,
    // Its last second is on its way. What is from before the log has none.
    find: sql`
      with signed as (
        select player_id, round_id, 2 as kind, placed_at as at from ledger.rounds
        union all
        select player_id, round_id, 3, settled_at from ledger.rounds where settled_at is not null
      )
      select format('the %s of round %s of player %s %s',
        case kind when 2 then 'bet' else 'end' end, round_id, player_id,
        case when s.at is null then 'is in the log, but not in the ledger'
             else 'is not in the log' end) as found
      from signed s full join log.receipts l using (player_id, round_id, kind)
      where s.at is null
        or l.index is null
          and s.at >= (select began_at from log.state) and s.at < (select upto from log.state)`,
  },
  {
    invariant: 15,
    says: 'no receipt has two entries, and no other entry names a round',
    count: sql`select count(*) from log.entries`,
    find: sql`
      select format('the %s of round %s of player %s has %s entries',
        case kind when 2 then 'bet' else 'end' end, round_id, player_id, count(*)) as found
      from log.receipts group by player_id, round_id, kind having count(*) > 1
      union all
      select format('entry %s is of kind %s and names a round', index, get_byte(entry, 0))
      from log.entries
      where get_byte(entry, 0) not in (2, 3) and round <> decode(repeat('00', 20), 'hex')`,
  },
  {
    invariant: 15,
    says: 'each epoch, rulebook, void, act, audit and snapshot has its entry, or waits for it',
    count: sql`select count(*) from log.entries where get_byte(entry, 0) not in (2, 3)`,
    find: sql`
      with there (kind, things) as (
        select 1, count(*) from ledger.epochs union all
        select 4, count(*) from ledger.rulebooks union all
        select 5, count(*) from ledger.epochs where voided_in is not null union all
        select 6, count(act_id) from operator.acts union all
        select 7, count(*) from operator.audits union all
        select kind, count(*) from solvency.snapshots, (values (8), (9)) k (kind)
          where taken_at is not null group by kind
      ), logged as (
        select kind, count(*) as entries from (
          select get_byte(entry, 0) as kind from log.entries union all
          select kind from log.waiting
        ) e group by kind
      )
      select format('there are %s things of kind %s and %s entries', things, kind,
        coalesce(entries, 0)) as found
      from there left join logged using (kind) where things <> coalesce(entries, 0)`,
  },
  {
    invariant: 16,
    says: 'each act of an operator has the hash of the one before, and none that an audit saw is gone',
    count: sql`select count(*) from operator.acts`,
    find: sql`
      with lined as (
        select n, lag(n, 1, 0::bigint) over (order by n) as n_before,
               coalesce(lag(hash) over (order by n), '') as hash_before
        from operator.acts)
      select case when a.n <> n_before + 1
          then format('acts %s to %s are gone', n_before + 1, a.n - 1)
          else format('act %s (%s, %s) or the one before was changed', a.n, a.act, a.operator) end
        as found
      from operator.acts a join lined using (n)
      where a.n <> n_before + 1 or a.hash <> operator.act_hash(hash_before, a)
      union all
      select format('the audit of %s saw act %s, which is gone or another', u.at, u.acts)
      from operator.audits u
      where u.acts > 0 and not exists (
        select from operator.acts a where a.n = u.acts and a.hash = u.acts_head)`,
  },
  {
    invariant: 18,
    says: 'figures: what the back office adds up is what the movements say',
    count: sql`select coalesce(sum(times), 0)::bigint as count from activity.house
      where unit = 'day'`,
    find: sql`
      with moved as (
        select kind, count(*) as times, sum(deposit + bonus + win + referral) as wallets,
               sum(games) as games, sum(fees) as fees, sum(promotions) as promotions,
               sum(chain) as chain, sum(transfers) as transfers, sum(withdrawals) as withdrawals
        from ledger.movements, activity.counted where at >= since and at < upto group by kind
      ), units as (
        select unit, kind, moved from moved, unnest('{day,month}'::text[]) unit
      ), counted as (
        select unit, kind, row(kind, sum(times), sum(wallets), sum(games), sum(fees),
                 sum(promotions), sum(chain), sum(transfers), sum(withdrawals))::text as counted
        from activity.house group by unit, kind
      )
      select format('the figures by %s say %s, but the movements %s', unit,
        coalesce(c.counted, 'nothing'), coalesce(u.moved::text, 'nothing')) as found
      from units u full join counted c using (unit, kind)
      where u.moved::text is distinct from c.counted`,
  },
  {
    invariant: 18,
    says: 'terms: as many have accepted each version as the back office says',
    count: sql`select count(*) from players.terms_accepted`,
    find: sql`
      with accepted as (
        select version, count(*) as times from players.terms_accepted group by version
      ), counted as (
        select version, sum(accepted) as times from players.terms_counted group by version
      )
      select format('version %s was accepted by %s players, but %s were counted', version,
        coalesce(a.times, 0), coalesce(c.times, 0)) as found
      from accepted a full join counted c using (version)
      where a.times is distinct from c.times`,
  },
]
