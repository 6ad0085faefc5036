import { sql } from '../../../platform/database/database.ts'
import type { Sum } from './sum.ts'

/** Rounds, their epochs and seeds, the budget of losses, and the limits in force. */
export const rounds: readonly Sum[] = [
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
    says: 'where a generation ended, what each player’s epochs had left, or open, was voided by the next',
    count: sql`select count(*) from ledger.epochs where voided_in is not null`,
    find: sql`
      with ends as (
        select generation, lead(generation) over (order by generation) as next
        from ledger.generations),
      lasts as (
        select e.*, n.next, max(e.epoch) over (partition by e.player_id, e.generation) as last
        from ledger.epochs e join ends n using (generation)),
      used as (select player_id, epoch, count(*) as rounds from ledger.rounds
        group by player_id, epoch),
      -- The epochs with a round that was open when the next generation began.
      open_then as (select distinct l.player_id, l.epoch from lasts l
        join ledger.generations g on g.generation = l.next
        join ledger.rounds r on r.player_id = l.player_id and r.epoch = l.epoch
          and r.placed_at < g.began_at and (r.settled_at < g.began_at) is not true)
      select format('player %s, epoch %s of generation %s was not voided by %s, but by %s',
        player_id, epoch, generation, next, coalesce(voided_in::text, 'none')) as found
      from lasts l left join open_then o using (player_id, epoch)
      where voided_in is distinct from
        case when epoch >= last - 1 or o.player_id is not null then next end
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
]
