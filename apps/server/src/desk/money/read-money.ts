import type { MoneyPeriod, MoneyUnit } from '@pipkin/contract/desk'
import type { DeskInput } from '@pipkin/contract/desk/rules'
import { hundredths, type Money } from '@pipkin/money'
import { one, type Queryable, sql } from '../../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, done } from '../desk-deps.ts'

// A page goes back from the newest period before a day: 31 days or 12 months.
const span = sql`
  with newest as (
    select max(start) as start from activity.house
    where unit = $1 and start < coalesce($2::date, 'infinity')
  ), oldest as (
    select case $1 when 'day' then start - 30 else (start - interval '11 months')::date end as start
    from newest
  )
  select c.upto, n.start::text as newest, o.start::text as oldest,
         exists (select from activity.house h where h.unit = $1 and h.start < o.start) as more
  from activity.counted c cross join newest n cross join oldest o`

interface Span {
  readonly upto: Date
  /** Null before the first count. */
  readonly newest: string | null
  readonly oldest: string | null
  readonly more: boolean
}

const figures = sql`
  select start::text, kind::text, game, g.name, times, h.games::bigint, h.fees::bigint,
         h.promotions::bigint, h.chain::bigint
  from activity.house h left join ledger.games g using (game)
  where unit = $1 and start between $2::date and $3::date`

const allFigures = sql`
  select '' as start, kind::text, game, g.name, sum(times)::bigint as times,
         sum(h.games)::bigint as games, sum(h.fees)::bigint as fees,
         sum(h.promotions)::bigint as promotions, sum(h.chain)::bigint as chain
  from activity.house h left join ledger.games g using (game)
  where unit = 'month' group by kind, game, g.name`

interface FigureRow {
  readonly start: string
  readonly kind: string
  readonly game: number
  /** Null: of no round. */
  readonly name: string | null
  readonly times: bigint
  readonly games: bigint
  readonly fees: bigint
  readonly promotions: bigint
  readonly chain: bigint
}

const gas = sql`
  select start::text, units::text, round(worth)::bigint as worth from activity.gas
  where unit = $1 and start between $2::date and $3::date`

const allGas = sql`
  select coalesce(sum(units), 0)::text as units, coalesce(round(sum(worth)), 0)::bigint as worth
  from activity.gas where unit = 'month'`

interface GasRow {
  readonly units: string
  readonly worth: bigint
}

/** What the house took and gave by day or month, from the counted figures. */
export async function readMoney(
  { database }: DeskReadDeps,
  { by, before }: DeskInput<'readMoney'>,
): Promise<DeskResult<'readMoney'>> {
  const { upto, newest, oldest, more } = await one(database.rows<Span>(span, [by, before ?? null]))
  const [all, allOfGas, periods] = await Promise.all([
    database.rows<FigureRow>(allFigures),
    one(database.rows<GasRow>(allGas)),
    newest !== null && oldest !== null ? readPeriods(database, by, oldest, newest) : [],
  ])
  return done<'readMoney'>({
    upto,
    periods,
    all: periodOf('', all, allOfGas),
    next: more ? oldest : null,
  })
}

async function readPeriods(
  database: Queryable,
  by: MoneyUnit,
  oldest: string,
  newest: string,
): Promise<readonly MoneyPeriod[]> {
  const [rows, gasRows] = await Promise.all([
    database.rows<FigureRow>(figures, [by, oldest, newest]),
    database.rows<GasRow & { start: string }>(gas, [by, oldest, newest]),
  ])
  const gasOf = new Map(gasRows.map((row) => [row.start, row]))
  const rowsOf = Map.groupBy(rows, ({ start }) => start)
  // A deposit that failed costs gas and moves nothing.
  return [...new Set([...rowsOf.keys(), ...gasOf.keys()])]
    .sort()
    .reverse()
    .map((start) => periodOf(start, rowsOf.get(start) ?? [], gasOf.get(start)))
}

function periodOf(
  start: string,
  rows: readonly FigureRow[],
  gas: GasRow = { units: '0', worth: 0n },
): MoneyPeriod {
  const ofKind = (column: 'fees' | 'promotions' | 'chain', ...kinds: readonly string[]) =>
    sum(rows.filter(({ kind }) => kinds.includes(kind)).map((row) => row[column]))
  const games = Map.groupBy(
    rows.filter(({ game }) => game !== 0),
    ({ game }) => game,
  )
  return {
    start,
    ...playedOf(rows),
    fees: sum(rows.map(({ fees }) => fees)),
    rewards: hundredths(-ofKind('promotions', 'bonus', 'referral_earning')),
    toFriends: hundredths(-ofKind('promotions', 'bonus')),
    toReferrers: hundredths(-ofKind('promotions', 'referral_earning')),
    adjustments: hundredths(-ofKind('promotions', 'adjustment')),
    deposits: hundredths(-ofKind('chain', 'deposit')),
    withdrawals: ofKind('chain', 'withdraw_paid'),
    gasCoins: coinsText(BigInt(gas.units)),
    gas: hundredths(gas.worth),
    games: [...games]
      .sort(([a], [b]) => a - b)
      .map(([game, these]) => ({ game, name: these[0]?.name ?? '', ...playedOf(these) })),
  }
}

/** A stake brings money in; what a round gives back, a tie's stake too, takes it out. */
function playedOf(rows: readonly FigureRow[]) {
  const stakes = rows.filter(({ kind }) => kind === 'stake')
  const staked = sum(stakes.map(({ games }) => games))
  const gross = sum(rows.map(({ games }) => games))
  return {
    bets: Number(stakes.reduce((all, { times }) => all + times, 0n)),
    stakes: staked,
    returns: hundredths(staked - gross),
    gross,
  }
}

const sum = (amounts: readonly bigint[]): Money =>
  hundredths(amounts.reduce((all, amount) => all + amount, 0n))

/** `0.00123`: units of 18 decimals as whole coins, without zeros at the end. */
function coinsText(units: bigint): string {
  const text = units.toString().padStart(19, '0')
  return `${text.slice(0, -18)}.${text.slice(-18)}`.replace(/\.?0+$/, '')
}
