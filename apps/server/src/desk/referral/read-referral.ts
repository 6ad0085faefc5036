import { hundredths } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

const sums = sql`
  select c.upto, given.sum as given, given.times as given_times,
         unlocked.sum as unlocked, unlocked.times as unlocked_times
  from activity.counted c
  cross join (
    select coalesce(-sum(promotions), 0)::bigint as sum, coalesce(sum(times), 0)::int as times
    from activity.house where unit = 'month' and kind in ('bonus', 'referral_earning')
  ) given
  cross join (
    select coalesce(sum(amount), 0)::bigint as sum, coalesce(sum(times), 0)::int as times
    from activity.unlocked where unit = 'month'
  ) unlocked`

interface SumsRow {
  readonly upto: Date
  readonly given: bigint
  readonly given_times: number
  readonly unlocked: bigint
  readonly unlocked_times: number
}

const days = sql`
  select start::text as day, coalesce(g.given, 0)::bigint as given,
         coalesce(g.times, 0)::int as times, coalesce(u.amount, 0)::bigint as unlocked
  from (
    select start, -sum(promotions) as given, sum(times) as times from activity.house
    where unit = 'day' and kind in ('bonus', 'referral_earning') and start > ledger.today() - 366
    group by start order by start desc limit 31
  ) g
  full join (
    select start, amount from activity.unlocked where unit = 'day' and start > ledger.today() - 366
    order by start desc limit 31
  ) u using (start)
  order by start desc limit 31`

interface DayRow {
  readonly day: string
  readonly given: bigint
  readonly times: number
  readonly unlocked: bigint
}

/** What the referral programme gave and unlocked, by its counted figures. */
export async function readReferral({
  database,
}: DeskReadDeps): Promise<DeskResult<'readReferral'>> {
  const [row, byDay] = await Promise.all([
    one(database.rows<SumsRow>(sums)),
    database.rows<DayRow>(days),
  ])
  return done<'readReferral'>({
    upto: row.upto,
    given: { sum: hundredths(row.given), count: row.given_times },
    unlocked: { sum: hundredths(row.unlocked), count: row.unlocked_times },
    days: byDay.map(({ day, given, times, unlocked }) => ({
      day,
      given: hundredths(given),
      times,
      unlocked: hundredths(unlocked),
    })),
  })
}
