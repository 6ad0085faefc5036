import { hundredths, type Money } from '@pipkin/money'
import { type Database, maybeOne, type Queryable, sql } from '../../platform/database/database.ts'
import { countReturns } from './count-returns.ts'

/**
 * The sums behind the home page's lists and the back office, kept because adding up millions of
 * movements would take too long for a request. A sweep adds what is new since the last one, away
 * from the money path: no bet writes these sums or waits for them.
 */

// A worker that finds the row locked by another skips this sweep. `now()` is the start of this
// transaction, before it had an id. Each statement counts one step at most: catching up takes many
// short ones.
const takePoint = sql`
  select upto::text as since, least($1::timestamptz, upto + $3::interval)::text as until,
         $1 > upto as "isAhead", $1 > upto + $3::interval as "isFarAhead",
         ledger.are_over($2::jsonb) as "isOver", now()::text as now, ledger.ids_now()::text as ids
  from activity.counted for update skip locked`

interface Point {
  readonly since: string
  readonly until: string
  /**
   * Whether the moment of the last sweep lies after what is counted, and whether by more than one
   * step. Null in the first sweep of a process.
   */
  readonly isAhead: boolean | null
  readonly isFarAhead: boolean | null
  /** Whether every transaction that had begun by that moment has ended. */
  readonly isOver: boolean | null
  readonly now: string
  readonly ids: string
}

// Adds the movements of a time to the sums: each `to_…` writes the table of its name. Of an hour's
// returns only large ones are kept: a new one is added while fewer than three known ones are as
// large.
const countStep = sql`
  with moved as materialized (
    select m.player_id, m.movement_id, m.kind, m.win, m.referral, m.games,
           m.deposit + m.bonus + m.win + m.referral as wallets, m.fees, m.promotions, m.chain,
           m.transfers, m.withdrawals, date_trunc('hour', m.at, 'UTC') as hour, r.game
    from ledger.movements m
    left join ledger.rounds r on r.player_id = m.player_id and r.round_id = m.round_id
    where m.at >= $1 and m.at < $2
  ), of_rounds as (
    select * from moved where kind in ('stake', 'win', 'partial_win', 'tie')
  ), by_day_and_month as (
    select date_trunc(unit, hour at time zone 'UTC')::date as start, unit, kind,
           coalesce(game, 0) as game, count(*) as times, sum(wallets) as wallets,
           sum(games) as games, sum(fees) as fees, sum(promotions) as promotions,
           sum(chain) as chain, sum(transfers) as transfers, sum(withdrawals) as withdrawals
    from moved, unnest('{day,month}'::text[]) unit group by 1, 2, 3, 4
  ), to_house as (
    insert into activity.house as h (unit, start, kind, game, times, wallets, games, fees,
                                     promotions, chain, transfers, withdrawals)
      select unit, start, kind, game, times, wallets, games, fees, promotions, chain, transfers,
             withdrawals
      from by_day_and_month
    on conflict (unit, start, kind, game) do update set
      times = h.times + excluded.times, wallets = h.wallets + excluded.wallets,
      games = h.games + excluded.games, fees = h.fees + excluded.fees,
      promotions = h.promotions + excluded.promotions, chain = h.chain + excluded.chain,
      transfers = h.transfers + excluded.transfers,
      withdrawals = h.withdrawals + excluded.withdrawals
  ), to_referrers as (
    insert into activity.referrers as r (player_id, rewards, earned)
      select player_id, count(*), sum(referral) from moved where kind = 'referral_earning'
      group by player_id order by player_id
    on conflict (player_id) do update
      set rewards = r.rewards + excluded.rewards, earned = r.earned + excluded.earned
  ), to_winnings as (
    insert into activity.winnings (player_id, won)
      select player_id, sum(win) from of_rounds where kind in ('win', 'partial_win')
      group by player_id order by player_id
    on conflict (player_id) do update set won = winnings.won + excluded.won
  ), ranked as (
    select *, row_number() over (partition by hour order by win desc) as place
    from of_rounds where kind in ('win', 'partial_win')
  ), to_large_returns as (
    insert into activity.large_returns (hour, movement_id, player_id, payout)
      select hour, movement_id, player_id, win from ranked r
      where place <= 3 and 3 > (
        select count(*) from activity.large_returns l
        where l.hour = r.hour and l.payout >= r.win)
  ), to_hourly_rounds as (
    insert into activity.hourly_rounds (hour, game, rounds)
      select hour, game, count(*) from of_rounds
      where kind = 'stake' and game is not null group by hour, game
    on conflict (hour, game) do update set rounds = hourly_rounds.rounds + excluded.rounds
  ), old_returns as (
    delete from activity.large_returns where hour < now() - interval '8 days'
  ), old_hourly_rounds as (
    delete from activity.hourly_rounds where hour < now() - interval '8 days'
  ), to_counted as (
    update activity.counted set upto = $2
  )
  select kind::text, count(*)::int as times, sum(abs(games))::bigint as money from of_rounds
  group by kind`

interface Counted {
  readonly kind: string
  readonly times: number
  readonly money: bigint
}

/**
 * Adds what is new. A movement gets its time before its database transaction commits. So a sweep
 * counts only up to the time of an earlier sweep of this process, and only once every transaction
 * that had begun by then is over: earlier movements are visible and never change. Each movement is
 * counted exactly once. `onCounted` takes the number of bets and payouts and their money, by the
 * movements' kind.
 */
export function figureSweep(
  database: Database,
  onCounted: (kind: string, times: number, money: Money) => void = () => undefined,
  stepLength = '1 hour',
): () => Promise<void> {
  /**
   * The moment of the last sweep, and for each node an id younger than those of all transactions
   * that had written by then.
   */
  let lastSweep: { readonly at: string; readonly ids: string } | null = null

  async function count(inside: Queryable) {
    const point = await maybeOne(
      inside.rows<Point>(takePoint, [lastSweep?.at ?? null, lastSweep?.ids ?? null, stepLength]),
    )
    if (!point || point.isOver === false) return { counted: [], goesOn: false }
    const { since, until, isAhead, isFarAhead } = point
    const counted = isAhead ? await inside.rows<Counted>(countStep, [since, until]) : []
    if (isAhead) await countReturns(inside, since, until)
    if (!isFarAhead) lastSweep = { at: point.now, ids: point.ids }
    return { counted, goesOn: isFarAhead === true }
  }

  return async () => {
    // Catches up step by step.
    for (;;) {
      const { counted, goesOn } = await database.transaction(count)
      for (const { kind, times, money } of counted) onCounted(kind, times, hundredths(money))
      if (!goesOn) return
    }
  }
}
