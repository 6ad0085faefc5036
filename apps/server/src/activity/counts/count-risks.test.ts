import { fkr, type Money } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earlier } from '../../../test/database/earlier.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { untilWaiting } from '../../../test/database/until-waiting.ts'
import { makePlayer } from '../../../test/players/player.ts'
import { one, sql } from '../../platform/database/database.ts'
import { countRisks } from './count-risks.ts'
import { countSafety } from './count-safety.ts'

/** Signs of risk: planted players are found with their reasons, to the second, others aren't. */

let db: TestDatabase
let now: Date
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  // Takes an afternoon, so that only tests of nights play at night.
  now = new Date(`${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T14:00:00Z`)
  for (const clear of [
    sql`truncate activity.risks, activity.risk_looks, ledger.movements, ledger.limits`,
    sql`update activity.safety_counted set upto = now() - interval '1 hour'`,
    sql`update activity.counted set upto = now()`,
  ])
    await db.owner.rows(clear)
})

/** `2 days 3 hours` before `now`, plus seconds. */
const plant = sql`
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, games, chain)
  select $1, $2::timestamptz - $3::interval + $4 * interval '1 second', gen_random_uuid(),
    $5::ledger.movement_kind, $6, case when $5 = 'deposit' then 0 else -$6::bigint end,
    case when $5 = 'deposit' then -$6::bigint else 0 end`
const add = (
  player: number,
  kind: 'deposit' | 'stake' | 'win',
  ago: string,
  amount: Money,
  s = 0,
) => db.owner.rows(plant, [player, now, ago, s, kind, kind === 'stake' ? -amount : amount])

interface Sign {
  readonly sign: string
  readonly rows: number
  readonly points: number
}
const signsOf = (player: number, at = now) =>
  db.owner.rows<Sign>(sql`select sign, rows, points from ledger.risk_signs($1, $2) order by sign`, [
    player,
    at,
  ])
const atSecond = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

test('who deposits after each loss is named with the reason; who deposits before play is not', async () => {
  const [chaser, ordinary] = [await makePlayer(db), await makePlayer(db)]
  for (const day of ['1 day', '2 days', '3 days']) {
    await add(chaser, 'stake', day, fkr(50))
    await add(chaser, 'deposit', day, fkr(100), 29 * 60)
    await add(ordinary, 'deposit', day, fkr(100))
    await add(ordinary, 'stake', day, fkr(50), 60)
  }
  expect(await signsOf(chaser)).toEqual([{ sign: 'chasing', rows: 3, points: 3 }])
  expect(await signsOf(ordinary)).toEqual([])
})

test('a loss counts up to half an hour before, a return is taken off, and the days are exact', async () => {
  const player = await makePlayer(db)
  for (const day of ['1 day', '2 days']) {
    await add(player, 'stake', day, fkr(50))
    await add(player, 'deposit', day, fkr(100), 60)
  }
  // Half an hour to the second is too long ago.
  await add(player, 'stake', '3 days', fkr(50))
  await add(player, 'deposit', '3 days', fkr(100), 1_800)
  expect(await signsOf(player)).toEqual([])
  // All came back before the deposit.
  await add(player, 'stake', '4 days', fkr(50))
  await add(player, 'win', '4 days', fkr(50), 1)
  await add(player, 'deposit', '4 days', fkr(100), 60)
  expect(await signsOf(player)).toEqual([])
  await add(player, 'stake', '7 days', fkr(50))
  await add(player, 'deposit', '7 days', fkr(100), 1)
  expect(await signsOf(player)).toMatchObject([{ sign: 'chasing', rows: 3 }])
  expect(await signsOf(player, atSecond(0.999))).toMatchObject([{ sign: 'chasing' }])
  expect(await signsOf(player, atSecond(1))).toEqual([])
})

test('five deposits in 24 hours, to the second', async () => {
  const player = await makePlayer(db)
  for (let n = 0; n < 5; n++) await add(player, 'deposit', '24 hours', fkr(10), 1 + n)
  expect(await signsOf(player)).toEqual([{ sign: 'deposits', rows: 5, points: 2 }])
  expect(await signsOf(player, atSecond(1))).toEqual([])
})

/** Bets of a player whose limits have the zone, or who has none. */
async function bettorIn(zone: string | null) {
  const player = await makePlayer(db)
  if (zone !== null)
    await db.owner.rows(
      sql`insert into ledger.limits (player_id, kind, period, amount, zone)
        values ($1, 'deposit', 'month', 100000, $2)`,
      [player, zone],
    )
  const bets = (...times: readonly string[]) =>
    Promise.all(
      times.map((at) =>
        db.owner.rows(
          sql`insert into ledger.movements
            (player_id, at, movement_id, kind, deposit, games)
            values ($1, $2, gen_random_uuid(), 'stake', -100, 100)`,
          [player, at],
        ),
      ),
    )
  return { player, bets }
}

const threeNights = [{ sign: 'nights', rows: 3, points: 1 }]

test('nights are those of the limits’ time zone, until five o’clock, clock changes too', async () => {
  const { player, bets } = await bettorIn('Europe/Berlin')
  // The clocks go back in the night to Sunday 25 October 2026.
  const at = new Date('2026-10-27T12:00:00Z')
  await bets('2026-10-23T23:30:00+02:00', '2026-10-24T00:00:00+02:00', '2026-10-24T04:59:59+02:00')
  await bets('2026-10-25T04:59:59+01:00', '2026-10-26T05:00:00+01:00')
  expect(await signsOf(player, at)).toEqual([])
  await bets('2026-10-27T04:59:59+01:00')
  expect(await signsOf(player, at)).toEqual(threeNights)
})

test('a night begins at its first midnight, or where midnight is left out at one o’clock', async () => {
  const havana = await bettorIn('America/Havana')
  const at = new Date('2026-11-03T12:00:00Z')
  // At one o'clock on 1 November 2026 the clocks go back to midnight.
  await havana.bets('2026-10-30T00:00:00-04:00', '2026-10-31T04:59:59-04:00')
  await havana.bets('2026-10-31T23:59:59-04:00', '2026-11-01T05:00:00-05:00')
  expect(await signsOf(havana.player, at)).toEqual([])
  await havana.bets('2026-11-01T00:00:00-04:00')
  expect(await signsOf(havana.player, at)).toEqual(threeNights)

  const beirut = await bettorIn('Asia/Beirut')
  // At midnight to 29 March 2026 they go forward to one o'clock.
  await beirut.bets('2026-03-27T00:00:00+02:00', '2026-03-28T00:00:00+02:00')
  await beirut.bets('2026-03-28T23:59:59+02:00', '2026-03-29T05:00:00+03:00')
  const later = new Date('2026-03-30T12:00:00Z')
  expect(await signsOf(beirut.player, later)).toEqual([])
  await beirut.bets('2026-03-29T01:00:00+03:00')
  expect(await signsOf(beirut.player, later)).toEqual(threeNights)
})

test('a player without limits has the nights of the house’s time zone', async () => {
  await db.database.rows(sql`select ledger.note_zone('Asia/Tokyo')`)
  const { player, bets } = await bettorIn(null)
  await bets('2026-10-25T04:59:59+09:00', '2026-10-26T04:59:59+09:00')
  const at = new Date('2026-10-27T12:00:00Z')
  expect(await signsOf(player, at)).toEqual([])
  await bets('2026-10-27T00:00:00+09:00')
  expect(await signsOf(player, at)).toEqual(threeNights)
})

test('raises, ends and such that wait count; the first setting and a lower one do not', async () => {
  const player = await makePlayer(db)
  const change = (amount: number | null, days: number) =>
    db.owner.rows(
      sql`insert into ledger.limit_changes (player_id, kind, period, at, amount, zone)
        values ($1, 'loss', 'day', $2::timestamptz - $3 * interval '1 day', $4, 'UTC')`,
      [player, now, days, amount],
    )
  await change(100, 40)
  await change(200, 31)
  await change(100, 20)
  await change(300, 10)
  await change(null, 5)
  await change(50, 4)
  expect(await signsOf(player)).toEqual([])
  await db.owner.rows(
    sql`insert into ledger.limits (player_id, kind, period, amount, zone, base, base_at,
        pending_amount, pending_at, pending_from)
      values ($1, 'loss', 'day', 50, 'UTC', 0, $2, 90, $2, $2)`,
    [player, now],
  )
  expect(await signsOf(player)).toEqual([{ sign: 'raises', rows: 3, points: 2 }])
  expect(await signsOf(player, atSecond(-1))).toEqual([])
})

test('breaks and warnings are signs of risk from so many on', async () => {
  const player = await makePlayer(db)
  for (const n of [1, 2, 3]) {
    await db.owner.rows(
      sql`insert into ledger.breaks (player_id, at, kind, until, ends_at)
        select $1, at, 'timeout', at + interval '1 day', at + interval '1 day'
        from (select $2::timestamptz - $3 * interval '29 days' as at) t`,
      [player, now, n],
    )
    await db.owner.rows(
      sql`insert into ledger.limit_notices
          (player_id, at, notice_id, kind, period, amount, used)
        values ($1, $2::timestamptz - $3 * interval '9 days', gen_random_uuid(), 'loss', 'day', 100,
          80)`,
      [player, now, n],
    )
  }
  expect(await signsOf(player)).toEqual([
    { sign: 'breaks', rows: 3, points: 2 },
    { sign: 'limits', rows: 3, points: 1 },
  ])
})

test('three sessions of three hours, to the second', async () => {
  const player = await makePlayer(db)
  await db.owner.rows(
    sql`update ledger.wallets set played_at = $2::timestamptz - interval '21 hours'
      where player_id = $1`,
    [player, now],
  )
  // Each begins a day after the other; a mark says when the session before it ended.
  for (const [days, lasted] of [
    [3, '0'],
    [2, '3 hours'],
    [1, '2:59:59'],
  ])
    await db.owner.rows(
      sql`insert into ledger.play_marks
          (player_id, at, wagered, lost, deposited, withdrawn, played, ended_at)
        values ($1, $2::timestamptz - $3 * interval '1 day', $3, 0, 0, 0, '0',
          $2::timestamptz - ($3 + 1) * interval '1 day' + $4::interval)`,
      [player, now, days, lasted],
    )
  await add(player, 'stake', '21 hours', fkr(1))
  expect(await signsOf(player)).toEqual([])
  await db.owner.rows(
    sql`update ledger.play_marks set ended_at = $2::timestamptz - interval '45 hours'
      where player_id = $1 and at > $2::timestamptz - interval '36 hours'`,
    [player, now],
  )
  expect(await signsOf(player)).toEqual([{ sign: 'sessions', rows: 3, points: 2 }])
})

test('stakes that grow: three days of three times an average day, for who has played before', async () => {
  const [growing, newcomer] = [await makePlayer(db), await makePlayer(db)]
  for (const player of [growing, newcomer]) {
    // 21 fkr in the three weeks before: 1 fkr a day.
    await add(player, 'stake', '20 days', fkr(21))
    for (const day of ['3 hours', '27 hours']) await add(player, 'stake', day, fkr(3))
    await add(player, 'stake', '51 hours', fkr(2))
  }
  await add(growing, 'stake', '29 days', fkr(1))
  expect(await signsOf(growing)).toEqual([])
  for (const player of [growing, newcomer]) await add(player, 'stake', '52 hours', fkr(1))
  expect(await signsOf(growing)).toEqual([{ sign: 'stakes', rows: 3, points: 2 }])
  expect(await signsOf(newcomer)).toEqual([])
})

const listed = () =>
  db.operator.rows<{ player: number; score: number; signs: Sign[] }>(
    sql`select player, score, signs from desk.list_risks(1000000, 0, 50)`,
  )

test('the sweep finds who has played, keeps the sum of the points, and forgets what has passed', async () => {
  now = new Date()
  const [chaser, ordinary] = [await makePlayer(db), await makePlayer(db)]
  for (const minutes of [5, 10, 15, 20, 25]) {
    await add(chaser, 'stake', `${minutes} minutes`, fkr(50))
    await add(chaser, 'deposit', `${minutes} minutes`, fkr(100), 60)
  }
  await add(ordinary, 'deposit', '10 minutes', fkr(100))
  const sweep = async () => {
    await countSafety(db.worker)
    await countRisks(db.worker)
  }
  await sweep()
  const risks = await listed()
  expect(risks).toMatchObject([
    { player: chaser, score: 5, signs: [{ sign: 'chasing', rows: 5 }, { sign: 'deposits' }] },
  ])
  // What is listed is what the rows say.
  const read = await one(
    db.operator.rows<{ signs: (Sign & { newest: unknown[] })[] }>(
      sql`select desk.read_risk($1) as signs`,
      [chaser],
    ),
  )
  expect(read.signs.map(({ sign, rows, newest }) => [sign, rows, newest.length])).toEqual([
    ['chasing', 5, 5],
    ['deposits', 5, 5],
  ])
  expect(read.signs.reduce((sum, { points }) => sum + points, 0)).toBe(risks[0]?.score)

  // A day later the deposits of a day are over; nothing has moved since.
  await db.owner.rows(
    sql([`update ledger.movements set ${earlier(`interval '1 day'`, 'at')} where player_id = $1`]),
    [chaser],
  )
  await sweep()
  expect(await listed()).toMatchObject([{ score: 5 }])
  await db.owner.rows(sql`update activity.risks set counted_at = now() - interval '25 hours'`)
  await sweep()
  expect(await listed()).toMatchObject([{ player: chaser, score: 3 }])
})

test('a player is looked at once an hour at most, and of two workers one counts', async () => {
  const player = await makePlayer(db)
  await db.owner.rows(
    sql`insert into activity.risk_looks (player_id, looked_at, due_at)
      values ($1, now(), now() + interval '1 hour')`,
    [player],
  )
  now = new Date()
  for (let n = 0; n < 5; n++) await add(player, 'deposit', '10 minutes', fkr(10), n)
  await countSafety(db.worker)
  await countRisks(db.worker)
  expect(await listed()).toEqual([])
  await db.owner.rows(sql`update activity.risk_looks set due_at = now()`)
  await db.owner.transaction(async (other) => {
    await other.rows(sql`select pg_advisory_xact_lock(34, 2)`)
    await countRisks(db.worker)
    expect(await listed()).toEqual([])
  })
  await countRisks(db.worker)
  expect(await listed()).toMatchObject([{ player, score: 2 }])
})

test('who begins a break is looked at at once, also within the hour', async () => {
  const player = await makePlayer(db)
  await db.owner.rows(
    sql`insert into activity.risk_looks (player_id, looked_at) values ($1, now())`,
    [player],
  )
  for (const minutes of [10, 11, 12])
    await db.owner.rows(
      sql`insert into ledger.breaks (player_id, at, kind, until, ends_at)
        select $1, at, 'timeout', at, at
        from (select now() - $2 * interval '1 minute' as at) t`,
      [player, minutes],
    )
  await countSafety(db.worker)
  await countRisks(db.worker)
  expect(await listed()).toMatchObject([{ player, signs: [{ sign: 'breaks', rows: 3 }] }])
})

test('a mark for later outlives the look of each day', async () => {
  const player = await makePlayer(db)
  await db.owner.rows(
    sql`insert into activity.risks (player_id, score, signs, counted_at)
      values ($1, 1, '{"nights": 3}', now() - interval '25 hours')`,
    [player],
  )
  await db.owner.rows(
    sql`insert into activity.risk_looks (player_id, due_at)
      values ($1, now() + interval '1 hour')`,
    [player],
  )
  await countRisks(db.worker)
  expect(await listed()).toEqual([])
  expect(
    await db.owner.rows(
      sql`select due_at > now() as later, looked_at > now() - interval '1 minute' as looked
        from activity.risk_looks`,
    ),
  ).toEqual([{ later: true, looked: true }])
})

test('what happens while signs are looked for, by a long look, makes the player due again', async () => {
  now = new Date()
  const player = await makePlayer(db)
  const due = sql`
    insert into activity.risk_looks (player_id, due_at) values ($1, now() - interval '1 hour')`
  await db.owner.rows(due, [player])
  const look = sql`
    select due_at is not null as "isDue" from activity.risk_looks where player_id = $1`
  // The look has judged, and waits to write what it has found.
  const { looking, sweeping } = await db.owner.transaction(async (holder) => {
    await holder.rows(sql`lock table activity.risks in share mode`)
    const looking = countRisks(db.worker)
    await untilWaiting(db)
    await add(player, 'deposit', '0 s', fkr(10))
    await db.owner.rows(sql`update activity.counted set upto = clock_timestamp()`)
    let isOver = false
    const sweeping = countSafety(db.worker).then(() => (isOver = true))
    await untilWaiting(db, { many: 2, isOver: () => isOver })
    return { looking, sweeping }
  })
  await Promise.all([looking, sweeping])
  expect(await db.owner.rows(look, [player])).toEqual([{ isDue: true }])
})

test('signs are read by functions alone: by the back office, and by the API for their player', async () => {
  for (const login of [db.database, db.worker, db.operator])
    await expect(login.rows(sql`select * from activity.risks`)).rejects.toThrow('permission denied')
  await expect(db.worker.rows(sql`select ledger.kept_signs(1)`)).rejects.toThrow(
    'permission denied',
  )
  for (const login of [db.database, db.worker])
    await expect(login.rows(sql`select * from desk.list_risks(1, 1, 1)`)).rejects.toThrow(
      'permission denied',
    )
})

test('who closes the account while it is looked at has no sign after it', async () => {
  const player = await makePlayer(db)
  now = new Date()
  for (const s of [0, 1, 2, 3, 4]) await add(player, 'deposit', '1 hour', fkr(10), s)
  expect(await signsOf(player)).not.toEqual([])
  await db.owner.rows(
    sql`insert into activity.risk_looks (player_id, due_at) values ($1, now() - interval '1 hour')`,
    [player],
  )
  const { looking, closing } = await db.owner.transaction(async (holder) => {
    // The look has judged and written the signs, and waits behind that.
    await holder.rows(sql`select from activity.risk_looks for update`)
    const looking = countRisks(db.worker)
    const waiting = sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    while ((await db.owner.rows(waiting)).length < 1);
    let isClosed = false
    const closing = db.database
      .rows(sql`select cashier.close_wallets($1)`, [player])
      .then(() => (isClosed = true))
    while (!isClosed && (await db.owner.rows(waiting)).length < 2);
    return { looking, closing }
  })
  await Promise.all([looking, closing])
  expect(await db.owner.rows(sql`select from activity.risks`)).toEqual([])
})
