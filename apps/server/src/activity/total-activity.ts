import { hundredths } from '@pipkin/money'
import { type Database, sql } from '../platform/database/database.ts'
import { done, type Result, refuse } from '../platform/http/answer.ts'
import { type AskedPeriod, readPeriod } from './period.ts'
import type { TimeZones } from './time-zones.ts'

// How far it had come after each round; of more than 200 rounds after the last of each 200th part.
const statement = sql`
  with settled as (
    select m.at, m.movement_id, r.stake, r.payout
    from ledger.movements m
    join ledger.rounds r on r.player_id = m.player_id and r.round_id = m.movement_id
    where m.player_id = $1 and m.kind = 'stake' and m.at >= $2 and m.at < $3
      and r.status <> 'pending'
  ), running as (
    select at, ntile(200) over placed as part, (row_number() over placed)::int as rounds,
           (sum(stake) over placed)::bigint as staked, (sum(payout) over placed)::bigint as returned
    from settled window placed as (order by at, movement_id)
  )
  select distinct on (part) at, rounds, staked, returned from running order by part, rounds desc`

interface Point {
  readonly at: Date
  readonly rounds: number
  readonly staked: bigint
  readonly returned: bigint
}

/** What the settled rounds of a period staked and returned, and how the net went. */
export async function totalActivity(
  { database, zones }: { database: Database; zones: TimeZones },
  { player, ...asked }: AskedPeriod & { player: number },
): Promise<Result<'totalActivity'>> {
  const period = await readPeriod(database, zones, asked)
  if (period === null) return refuse('malformed')
  const points = await database.rows<Point>(statement, [player, period.from, period.to])
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
