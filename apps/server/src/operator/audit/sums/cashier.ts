import { sql } from '../../../platform/database/database.ts'
import type { Sum } from './sum.ts'

/** Deposits, withdrawals and their fees: the ledger beside the chain. */
export const cashier: readonly Sum[] = [
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
  // Sums what all attempts moved: of a payout that was paid twice, each alone looks right.
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
      select format('the house is kept at %s fkr, but its transfers make %s',
        trim_scale(h.balance * 1e-18), trim_scale((h.opened_balance + t.moved) * 1e-18)) as found
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
      select format('%s moved %s fkr between %s and %s', hash, trim_scale(units * 1e-18), sender,
        receiver) as found
      from cashier.unexplained where not is_dust
      union all
      select format('%s grains of dust came to the house, %s fkr in all: explain-dust', count(*),
        trim_scale(sum(units) * 1e-18))
      from cashier.unexplained where is_dust having count(*) > 0
      union all
      select format('operation %s of player %s agrees no more: its transfers moved %s fkr',
        operation_id, player_id, trim_scale(units * 1e-18))
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
]
