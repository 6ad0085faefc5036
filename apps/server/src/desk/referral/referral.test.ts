import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAll } from '../../../test/database/count-all.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { bringFriend, fund, makePlayer } from '../../../test/players/player.ts'
import { withinADay } from '../../../test/within-a-day.ts'
import { one, sql } from '../../platform/database/database.ts'
import { unlockSweep } from '../../referral/unlock-sweep.ts'

/** What the screen of the referral programme shows: a ring of three, and an honest friend. */

let db: TestDatabase
let desk: RunningDesk
let ben: OperatorBrowser
const reason = 'ticket 7'
let referrer: number
let friends: readonly number[]
let honest: number

beforeAll(async () => {
  await withinADay()
  db = await freshDatabase()
  desk = await startDesk(db)
  ben = await desk.operator('cashier', 'Ben')
  await countAll(db)
  referrer = await makePlayer(db)
  friends = [await makePlayer(db), await makePlayer(db), await makePlayer(db)]
  honest = await makePlayer(db)
  for (const friend of [...friends, honest]) await bringFriend(db, referrer, friend)
  const [first = 0, second = 0, third = 0] = friends
  const trace = (player: number, prefix: string) =>
    db.database.rows(sql`select referral.trace_network($1, $2)`, [player, prefix])
  await trace(first, '203.0.113.0/24')
  await trace(second, '203.0.113.0/24')
  await trace(honest, '198.51.100.0/24')
  const address = `0x${'ab'.repeat(20)}`
  await db.owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    third,
  ])
  for (const player of [second, third])
    await db.worker.rows(sql`select referral.trace_address($1, $2)`, [player, address])
  // The honest friend deposits, stakes and contributes enough.
  await fund(db, honest, { deposit: fkr(500) })
  await db.owner.rows(
    sql`update ledger.wallets set staked = 1000000, contributed = 1000000 where player_id = $1`,
    [honest],
  )
  const sweep = unlockSweep(db.worker)
  await sweep()
  await sweep()
  await countAll(db)
})
afterAll(async () => {
  await desk.close()
  await db.close()
})

test('what was given and unlocked is counted, by day and by who brought friends', async () => {
  const { Data } = await ben.get('readReferral')
  expect(Data).toMatchObject({
    given: { sum: 800, count: 8 },
    unlocked: { sum: 200, count: 2 },
    days: [{ given: 800, times: 8, unlocked: 200 }],
  })
  expect((await ben.get('readReferralTerms')).Data).toMatchObject({ friend: 100, levels: [100] })
  const truth = await one(
    db.owner.rows(
      sql`select sum(amount)::int as given,
          sum(amount) filter (where unlocked_at is not null)::int as unlocked
        from referral.rewards`,
    ),
  )
  expect(truth).toEqual({ given: 80_000, unlocked: 20_000 })
  // What was unlocked leads to its rewards, page by page.
  const first = (await ben.get('listUnlocked?limit=1')).Data
  const { day } = Data.days[0]!
  const rest = (await ben.get(`listUnlocked?day=${day}&cursor=${first.next}`)).Data
  expect([...first.rewards, ...rest.rewards].map(({ player }) => player).sort()).toEqual(
    [referrer, honest].sort(),
  )
  expect(rest).toMatchObject({ rewards: [{ friend: honest, amount: 100 }], next: null })
  expect((await ben.get('listUnlocked?day=2026-01-01')).Data.rewards).toEqual([])
  expect((await ben.get('listReferrers')).Data).toEqual({
    referrers: [
      expect.objectContaining({
        player: referrer,
        rewards: 4,
        earned: 400,
        unlocked: 100,
        isRing: true,
      }),
    ],
    next: null,
  })
})

test('a ring: who belongs to it, and what which of them share', async () => {
  const { rings, next } = (await ben.get('listRings')).Data
  expect(rings).toMatchObject([
    { player: referrer, friends: 3, shares: ['address', 'network'], locked: 600, unlocked: 0 },
  ])
  expect(next).toBeNull()
  const { members, sums, ties } = (await ben.get(`readRing?player=${referrer}`)).Data
  expect(sums).toMatchObject({ friends: 3, locked: 600, unlocked: 0 })
  expect(members.map(({ player }: { player: number }) => player)).toEqual([referrer, ...friends])
  expect(members[0]).toMatchObject({ isFriend: false })
  expect(members[1]).toMatchObject({ isFriend: true, shares: ['network'], locked: 200 })
  expect(ties).toMatchObject([
    { how: 'network', players: friends.slice(0, 2) },
    { how: 'payout address', what: `0x${'ab'.repeat(20)}`, players: friends.slice(1) },
  ])
  expect((await ben.get('readRing?player=99999999')).status).toBe(404)
  for (const list of ['listRings', 'listReferrers'])
    expect((await ben.get(`${list}?cursor=x`)).status).toBe(400)
  const behind = (...place: (string | number)[]) =>
    Buffer.from(place.join('|')).toString('base64url')
  const ringsBehind = async (at: string, player: number) =>
    (await ben.get(`listRings?cursor=${behind(at, player)}`)).Data.rings.length
  expect(await ringsBehind('infinity', 0)).toBe(1)
  expect(await ringsBehind('2020-01-01 00:00:00.123456+00', 0)).toBe(0)
  const referrersBehind = async (earned: number, player: number) =>
    (await ben.get(`listReferrers?cursor=${behind(earned, player)}`)).Data.referrers.length
  expect(await referrersBehind(40_001, 0)).toBe(1)
  expect(await referrersBehind(40_000, referrer)).toBe(0)
})

test('rewards are refused for a friend after the other, each an act; what is unlocked stays', async () => {
  for (const player of friends)
    expect(await ben.post('refuseRewards', { player, reason })).toMatchObject({ Status: true })
  expect(await ben.post('refuseRewards', { player: friends[0], reason })).toMatchObject({
    Message: 'It is so already.',
  })
  expect(await ben.post('refuseRewards', { player: honest, reason })).toMatchObject({
    Message: 'All rewards for this friend are unlocked: nothing is left to decide.',
  })
  expect(await ben.post('refuseRewards', { player: referrer, reason })).toMatchObject({
    status: 404,
  })
  expect((await ben.get('listRings')).Data.rings).toMatchObject([{ refused: 3, frozen: 0 }])
  // It stays locked, for all that they play.
  await db.owner.rows(
    sql`update ledger.wallets set deposited = 1000000, staked = 1000000, contributed = 1000000
      where player_id = any($1)`,
    [friends],
  )
  const sweep = unlockSweep(db.worker)
  await sweep()
  await sweep()
  expect((await ben.get('readReferral')).Data.unlocked).toEqual({ sum: 200, count: 2 })
})
