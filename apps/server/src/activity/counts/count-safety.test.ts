import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { type Database, one, sql } from '../../platform/database/database.ts'
import { countSafety } from './count-safety.ts'

/** The sweep takes short steps, locks no player out, and always goes on. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
/** The figures are counted up to now; the sweep hasn't looked for an hour. */
beforeEach(async () => {
  for (const clear of [
    sql`truncate ledger.movements, ledger.limits, activity.near_limits, activity.safety_looks`,
    sql`update activity.counted set upto = now()`,
    sql`update activity.safety_counted set upto = now() - interval '1 hour'`,
  ])
    await db.owner.rows(clear)
})

/** Each of them has used most of a limit on deposits, so long ago. */
const deposit = sql`
  with limited as (
    insert into ledger.limits (player_id, kind, period, amount, zone)
    select n, 'deposit', 'week', 100, 'UTC' from generate_series($1::int, $2::int) n
    on conflict do nothing
  )
  insert into ledger.movements (player_id, at, movement_id, kind, deposit, chain)
  select n, now() - $3::interval, gen_random_uuid(), 'deposit', 45, -45
  from generate_series($1::int, $2::int) n`
const step = async (database: Database) =>
  (await one(database.rows<{ more: boolean }>(sql`select ledger.count_safety() as more`))).more
const near = async () =>
  (
    await one(
      db.owner.rows<{ n: number }>(sql`select count(*)::int as n from activity.near_limits`),
    )
  ).n

test('a step looks at 500 players at most, and the next ones go on', async () => {
  for (const ago of ['59 minutes 50 seconds', '59 minutes 40 seconds'])
    await db.owner.rows(deposit, [1, 1_200, ago])
  const seen: number[] = []
  const upto: number[] = []
  for (let n = 0; n < 4; n++) {
    expect(await step(db.worker)).toBe(true)
    seen.push(await near())
    const at = sql`
      select round(extract(epoch from c.upto - s.upto) / 60)::int as at
      from activity.counted c, activity.safety_counted s`
    upto.push((await one(db.owner.rows<{ at: number }>(at))).at)
  }
  const [first, second = 0, third = 0, fourth = 0] = seen
  expect(first).toBe(0)
  // Where a look takes long, a step ends after two seconds.
  for (const [before, after] of [
    [0, second],
    [second, third],
    [third, fourth],
  ] as const) {
    expect(after).toBeGreaterThan(before)
    expect(after).toBeLessThanOrEqual(before + 500)
  }
  // Each step goes on by a minute, also while players wait.
  expect(upto).toEqual([59, 58, 57, 56])
})

test('a player is looked at once a minute, and then again', async () => {
  await db.owner.rows(deposit, [1, 1, '50 minutes'])
  await countSafety(db.worker)
  expect(await near()).toBe(0)
  // What moves in the same minute waits.
  await db.owner.rows(deposit, [1, 1, '2 seconds'])
  await db.owner.rows(sql`update activity.counted set upto = now()`)
  await db.owner.rows(sql`update activity.safety_counted set upto = now() - interval '1 minute'`)
  await countSafety(db.worker)
  expect(await near()).toBe(0)
  await db.owner.rows(sql`update activity.safety_looks set due_at = due_at - interval '1 minute'`)
  await countSafety(db.worker)
  expect(await near()).toBe(1)
})

test('a deposit that was asked for counts before anything has moved', async () => {
  await db.owner.rows(sql`
    insert into ledger.limits (player_id, kind, period, amount, zone)
    values (1, 'deposit', 'week', 100, 'UTC')`)
  await db.owner.rows(sql`
    insert into cashier.operations (player_id, operation_id, kind, amount, address, at)
    values (1, gen_random_uuid(), 'deposit', 90, '0x' || repeat('a', 40),
      now() - interval '9 minutes')`)
  await countSafety(db.worker)
  expect(await near()).toBe(1)
  await db.owner.rows(sql`delete from cashier.operations`)
})

test('whose friend’s play or deposit may unlock a reward is noted, and none without one', async () => {
  await db.owner.rows(sql`
    insert into referral.rewards (player_id, friend_id, level, amount, unlock_deposits,
      unlock_staked, unlock_contributed, movement_id, at, unlocked_at)
    select 9, n, 1, 1, 1, 1, 1, gen_random_uuid(), now(), case when n = 2 then now() end
    from generate_series(1, 2) n`)
  await db.owner.rows(deposit, [1, 3, '50 minutes'])
  await countSafety(db.worker)
  expect(
    await db.owner.rows(sql`select player_id as player from referral.changed_friends`),
  ).toEqual([{ player: 1 }])
})

test('a worker that was away for an hour catches up', async () => {
  for (let minute = 1; minute < 60; minute++)
    for (const seconds of [10, 20])
      await db.owner.rows(deposit, [minute, minute, `${minute} minutes ${seconds} seconds`])
  await countSafety(db.worker)
  expect(await near()).toBe(59)
  expect(
    await db.owner.rows(
      sql`select s.upto = c.upto as "isThere" from activity.safety_counted s, activity.counted c`,
    ),
  ).toEqual([{ isThere: true }])
})

test('of two workers one counts; it has no id while it reads, so that no receipt waits for it', async () => {
  await db.owner.rows(deposit, [1, 10, '50 minutes'])
  await db.owner.rows(deposit, [1, 10, '49 minutes'])
  const counting = await db.owner.transaction(async (holder) => {
    await holder.rows(sql`lock table activity.near_limits in exclusive mode`)
    const first = countSafety(db.worker)
    const waiting = sql`
      select (select count(*)::int from pg_locks i
              where i.pid = l.pid and i.locktype = 'transactionid') as ids
      from pg_locks l where not l.granted and l.relation = 'activity.near_limits'::regclass`
    let waits: object[] = []
    while (waits.length === 0) waits = await holder.rows(waiting)
    // It stands before its first write.
    expect(waits).toEqual([{ ids: 0 }])
    expect(await step(db.worker)).toBe(false)
    return { first }
  })
  await counting.first
  expect(await near()).toBe(10)
})
