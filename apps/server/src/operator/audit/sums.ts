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
    says: 'each sending reaches its receiver, less 2 %',
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
      where s.deposit + s.fees + r.deposit is distinct from 0
        or s.fees <> (-s.deposit * 200 + 9999) / 10000`,
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
    says: 'what of a player’s money is their own equals what was deposited, won, carried and withdrawn of it',
    count: sql`select count(*) from ledger.wallets`,
    find: sql`
      with flows as (
        select player_id, deposit as amount from ledger.movements where kind = 'deposit'
        union all
        select player_id, payout - stake from ledger.rounds where payout > stake
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
  {
    invariant: 5,
    says: 'each confirmed operation moved on the chain what the ledger says',
    count: sql`select count(*) from cashier.operations where state = 'confirmed'`,
    find: sql`
      with moved as (
        select t.hash,
               div(sum(case when t.receiver = h.address then t.units else -t.units end),
                 1e16) as hundredths
        from cashier.transfers t, cashier.house h group by t.hash)
      select format('operation %s of player %s: the ledger says %s, the chain %s', o.operation_id, o.player_id,
        coalesce(o.credited, o.fee - o.amount), coalesce(m.hundredths, 0)) as found
      from cashier.operations o cross join cashier.house h
        left join moved m on m.hash = o.mined_hash
      where o.state = 'confirmed' and o.mined_block <= h.scanned_block
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
      from cashier.signed where attempt = 0 having count(*) <> max(nonce) - min(nonce) + 1
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
      from cashier.unmatched`,
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
      with recursive climb as (
        select player_id, friend_id, level, friend_id as above, 0 as climbed from referral.rewards
        union all
        select c.player_id, c.friend_id, c.level, a.referrer_id, c.climbed + 1
        from climb c join players.accounts a on a.player_id = c.above where c.climbed < c.level)
      select format('player %s was rewarded for friend %s at level %s, where player %s stands',
        player_id, friend_id, level, above) as found
      from climb where climbed = level and above is distinct from player_id
      union all
      select format('friend %s was rewarded %s times at level %s', friend_id, count(*), level)
      from referral.rewards group by friend_id, level having count(*) > 1
      union all
      select format('player %s was rewarded for friend %s, who has not signed in', r.player_id, r.friend_id)
      from referral.rewards r
      left join referral.friends f on f.player_id = r.friend_id
      left join players.accounts a on a.player_id = r.friend_id
      where f.rewarded_at is null or a.first_signed_in_at is null`,
  },
  {
    invariant: 7,
    says: 'each idempotency key that was accepted answers with something that exists',
    count: sql`select count(*) from ledger.requests where not answer ? 'refusal'`,
    find: sql`
      select format('key %s of player %s answers with %s, which does not exist', q.key, q.player_id,
        q.answer ->> 'id') as found
      from ledger.requests q
      where not q.answer ? 'refusal'
        and not exists (select from ledger.rounds r where r.player_id = q.player_id
          and r.round_id = (q.answer ->> 'id')::uuid)
        and not exists (select from ledger.movements m where m.player_id = q.player_id
          and m.movement_id = (q.answer ->> 'id')::uuid)
        and not exists (select from cashier.operations o where o.player_id = q.player_id
          and o.operation_id = (q.answer ->> 'id')::uuid)`,
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
]
