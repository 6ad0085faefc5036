import { isDeepStrictEqual } from 'node:util'
import { listReturns } from '../../apps/server/src/desk/games/list-returns.ts'
import { readMoney } from '../../apps/server/src/desk/money/read-money.ts'
import { addUp, readNow } from '../../apps/server/src/desk/read-now.ts'
import { listReferrers } from '../../apps/server/src/desk/referral/list-referrers.ts'
import { readReferral } from '../../apps/server/src/desk/referral/read-referral.ts'
import {
  type Database,
  type Queryable,
  type Statement,
  sql,
} from '../../apps/server/src/platform/database/database.ts'

const oneMoment = sql`set transaction isolation level repeatable read, read only`

/**
 * Reads the sums of every screen of the back office at one moment, and adds the same up from the
 * rows of the ledger, as the audit does. Answers how many sums it compared, and which differ.
 */
export async function compareSums(
  owner: Database,
): Promise<{ readonly compared: number; readonly differ: readonly string[] }> {
  return owner.transaction(async (inside) => {
    const database = inTurn(inside)
    await database.rows(oneMoment)
    const pairs = [
      ...(await now(database)),
      ...(await money(database, 'day')),
      ...(await money(database, 'month')),
      ...(await returns(database)),
      ...(await referral(database)),
    ]
    const differ = pairs
      .filter(({ shown, true: summed }) => !isDeepStrictEqual(shown, summed))
      .map(({ what, shown, true: summed }) => `${what}: ${shown}, but ${summed}`)
    return { compared: pairs.length, differ }
  })
}

/** A screen asks for several things at once, a database transaction for one after another. */
function inTurn(inside: Queryable): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  return {
    rows<R extends object>(statement: Statement, values?: readonly unknown[]) {
      const rows = last.then(() => inside.rows<R>(statement, values))
      last = rows.catch(() => undefined)
      return rows
    },
  }
}

/** A sum of a screen, and the same from the rows. */
interface Pair {
  readonly what: string
  readonly shown: readonly string[] | undefined
  readonly true: readonly string[] | undefined
}
type Sums = readonly (bigint | number)[]

/** Screens' rows of sums beside those of a statement (`key`, `sums`): neither has one alone. */
async function pairsOf(
  database: Queryable,
  what: string,
  shown: readonly (readonly [key: string, sums: Sums])[],
  summing: Statement,
): Promise<Pair[]> {
  const rows = await database.rows<{ key: string; sums: string[] }>(summing)
  const summed = new Map(rows.map(({ key, sums }) => [key, sums]))
  const here = new Map(shown.map(([key, sums]) => [key, sums.map(String)]))
  return [...new Set([...summed.keys(), ...here.keys()])].map((key) => ({
    what: `${what} ${key}`,
    shown: here.get(key),
    true: summed.get(key),
  }))
}

function answerOf<A>(result: { ok: true; answer: A } | { ok: false }): A {
  if (!result.ok) throw new Error('a screen was refused')
  return result.answer
}

/** All pages of a list. */
async function allOf<P extends { readonly next: string | null }, R>(
  read: (cursor: string | undefined) => Promise<{ ok: true; answer: P } | { ok: false }>,
  rowsOf: (page: P) => readonly R[],
): Promise<R[]> {
  const rows: R[] = []
  let cursor: string | undefined
  do {
    const page = answerOf(await read(cursor))
    rows.push(...rowsOf(page))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return rows
}

const owed = sql`
  select 'now' as key, array[sum(deposit), sum(win), sum(bonus), sum(referral),
      (select coalesce(sum(stake), 0) from ledger.rounds where settled_at is null),
      (select count(*) from ledger.rounds where settled_at is null),
      sum(withdrawals)]::text[] as sums
  from ledger.movements`

async function now(database: Queryable): Promise<Pair[]> {
  const { wallets, stakes, payouts } = answerOf(
    await readNow({ database }, { operator: 0 }, () => addUp({ database })),
  )
  const { deposit, win, bonus, referral } = wallets
  const sums = [deposit, win, bonus, referral, stakes.sum, stakes.count, payouts.sum]
  return pairsOf(database, 'what is owed', [['now', sums]], owed)
}

const moved = (by: 'day' | 'month') =>
  sql([
    `select coalesce(date_trunc('${by}', at at time zone 'UTC')::date::text, 'all') as key,
       array[count(*) filter (where kind = 'stake'),
         coalesce(sum(games) filter (where kind = 'stake'), 0), sum(games), sum(fees),
         -coalesce(sum(promotions) filter (where kind = 'bonus'), 0),
         -coalesce(sum(promotions) filter (where kind = 'referral_earning'), 0),
         -coalesce(sum(chain) filter (where kind = 'deposit'), 0),
         coalesce(sum(chain) filter (where kind = 'withdraw_paid'), 0)]::text[] as sums
     from ledger.movements, activity.counted where at >= since and at < upto
     group by rollup (date_trunc('${by}', at at time zone 'UTC'))`,
  ])

async function money(database: Queryable, by: 'day' | 'month'): Promise<Pair[]> {
  const { all } = answerOf(await readMoney({ database }, { by }))
  const periods = await allOf(
    (before) => readMoney({ database }, { by, ...(before !== undefined && { before }) }),
    ({ periods }) => periods,
  )
  const shown = [...periods, { ...all, start: 'all' }].map(
    (row) =>
      [
        row.start,
        [
          ...[row.bets, row.stakes, row.gross, row.fees, row.toFriends, row.toReferrers],
          ...[row.deposits, row.withdrawals],
        ],
      ] as const,
  )
  return pairsOf(database, `money by ${by}`, shown, moved(by))
}

const returned = sql`
  select concat_ws(' ', coalesce(day::date::text, 'all'), game,
      encode(rules_hash, 'hex')) as key,
    array[count(*), sum(stake), sum(payout), count(distinct player_id)]::text[] as sums
  from (
    select *, date_trunc('day', r.settled_at at time zone 'UTC') as day from ledger.rounds r
  ) r, activity.counted
  where settled_at >= since and settled_at < upto
  group by grouping sets ((day, game, rules_hash), (game, rules_hash))`

async function returns(database: Queryable): Promise<Pair[]> {
  const read = (span: 'day' | 'all') =>
    allOf(
      (cursor) =>
        listReturns(
          { database, playersUrl: null },
          { span, limit: 100, ...(cursor !== undefined && { cursor }) },
        ),
      ({ returns }) => returns,
    )
  const shown = [...(await read('day')), ...(await read('all'))].map(
    (row) =>
      [
        `${row.since ?? 'all'} ${row.game} ${row.rulesHash}`,
        [row.rounds, row.staked, row.returned, row.players],
      ] as const,
  )
  return pairsOf(database, 'what games returned', shown, returned)
}

const given = sql`
  select 'all' as key, array[-coalesce(sum(promotions), 0), count(*),
      (select coalesce(sum(amount), 0) from referral.rewards where unlocked_at is not null),
      (select count(*) from referral.rewards where unlocked_at is not null)]::text[] as sums
  from ledger.movements, activity.counted
  where kind in ('bonus', 'referral_earning') and at >= since and at < upto`
const earned = sql`
  select player_id::text as key, array[count(*), sum(referral),
    (select coalesce(sum(amount) filter (where unlocked_at is not null), 0)
     from referral.rewards r where r.player_id = m.player_id and level > 0)]::text[] as sums
  from ledger.movements m, activity.counted
  where kind = 'referral_earning' and at >= since and at < upto
  group by player_id order by sum(referral) desc, player_id limit 100`

async function referral(database: Queryable): Promise<Pair[]> {
  const programme = answerOf(await readReferral({ database }))
  const { referrers } = answerOf(await listReferrers({ database }, { limit: 100 }))
  const { given: all, unlocked } = programme
  return [
    ...(await pairsOf(
      database,
      'referral',
      [['all', [all.sum, all.count, unlocked.sum, unlocked.count]]],
      given,
    )),
    ...(await pairsOf(
      database,
      'referrer',
      referrers.map((row) => [String(row.player), [row.rewards, row.earned, row.unlocked]]),
      earned,
    )),
  ]
}
