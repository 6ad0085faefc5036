import { hundredths } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import type { Queue } from '../platform/limits/queue.ts'
import { type AskedPeriod, readPeriod } from './period.ts'
import type { TimeZones } from './time-zones.ts'

// Counts the spans of epochs that have ended with no round open, at most twenty epochs at a time.
const countSpans = sql`
  with counted as materialized (
    select distinct epoch from activity.spans where player_id = $1
  ), missing as (
    select e.epoch from ledger.epochs e join ledger.wallets w using (player_id)
    where e.player_id = $1 and e.epoch < w.epoch
      and e.epoch <> all (array(select epoch from counted))
      and not exists (
        select from ledger.rounds r
        where r.player_id = $1 and r.epoch = e.epoch and r.status = 'pending')
      and exists (select from ledger.rounds r where r.player_id = $1 and r.epoch = e.epoch)
    order by e.epoch limit 20
  )
  insert into activity.spans
    select r.player_id, r.epoch, r.nonce / 50, count(*), sum(r.stake), sum(r.payout),
           min(r.placed_at), max(r.placed_at)
    from missing join ledger.rounds r on r.player_id = $1 and r.epoch = missing.epoch
    group by r.player_id, r.epoch, r.nonce / 50
  on conflict do nothing
  returning epoch`

// The running sums after each round; of more than 200 rounds, those after the last round of each
// 200th part. Rounds are read one by one where their epoch isn't counted, where a span lies only
// partly in the period, and where there are few; elsewhere the counted spans are read. offset 0:
// each place is looked up by its index.
const statement = sql`
  with spans as materialized (
    select s.*, s.first_at >= $2 and s.last_at < $3 as is_whole from activity.spans s
    where s.player_id = $1 and s.last_at >= $2 and s.first_at < $3
  ), size as (
    select coalesce(sum(rounds), 0) <= 5000 as is_small from spans
  ), counted as materialized (
    select distinct epoch from activity.spans where player_id = $1
  ), places as materialized (
    select e.epoch, 0 as first, 999 as last from ledger.epochs e
    where e.player_id = $1 and e.epoch <> all (array(select epoch from counted))
    union all
    select s.epoch, s.span * 50, s.span * 50 + 49 from spans s, size
    where size.is_small or not s.is_whole
  ), parts as (
    select r.placed_at as at, 1 as rounds, r.stake as staked, r.payout as returned
    from places p cross join lateral (
      select * from ledger.rounds r
      where r.player_id = $1 and r.epoch = p.epoch and r.nonce between p.first and p.last
      offset 0
    ) r
    where r.placed_at >= $2 and r.placed_at < $3 and r.status <> 'pending'
    union all
    select s.last_at, s.rounds, s.staked, s.returned from spans s, size
    where s.is_whole and not size.is_small
  ), running as (
    select at, (sum(rounds) over placed)::int as rounds,
           (sum(staked) over placed)::bigint as staked,
           (sum(returned) over placed)::bigint as returned
    from parts window placed as (order by at rows unbounded preceding)
  ), shown as (
    select *, (rounds - 1)::bigint * 200 / max(rounds) over () as part from running
  )
  select distinct on (part) at, rounds, staked, returned from shown order by part, rounds desc`

interface Point {
  readonly at: Date
  readonly rounds: number
  readonly staked: bigint
  readonly returned: bigint
}

/**
 * What the settled rounds of a period staked and returned, and how the net went. All totals
 * together take one connection, a step at a time.
 */
export async function totalActivity(
  { database, zones, totals }: { database: Database; zones: TimeZones; totals: Queue },
  { player, ...asked }: AskedPeriod & { player: number },
): Promise<Result<'totalActivity'>> {
  const period = await readPeriod(database, zones, asked)
  if (period === null) return refuse('malformed')
  let counted: readonly object[]
  do counted = await totals(() => database.rows(countSpans, [player]))
  while (counted.length > 0)
  const points = await totals(() =>
    database.rows<Point>(statement, [player, period.from, period.to]),
  )
  const { rounds, staked, returned } = points.at(-1) ?? { rounds: 0, staked: 0n, returned: 0n }
  return done<'totalActivity'>({
    rounds,
    staked: hundredths(staked),
    returned: hundredths(returned),
    net: hundredths(returned - staked),
    points: points.map((point) => ({
      at: point.at,
      net: hundredths(point.returned - point.staked),
    })),
  })
}
