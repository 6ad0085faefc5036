import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr, type Money } from '@pipkin/money'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openHouse } from '../../../test/cashier/open-house.ts'
import { borrowDatabaseForTest } from '../../../test/database/borrowed-database.ts'
import type { TestDatabase } from '../../../test/database/fresh-database.ts'
import { secondPool } from '../../../test/database/second-pool.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { balancesOf, bringFriend, makePlayer, setCatalogue } from '../../../test/players/player.ts'
import { withinADay } from '../../../test/within-a-day.ts'
import { type Database, one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { sendMoney } from '../../transfers/send-money.ts'

/** Fees and referral terms from a draft to what a player pays, by two operators. */

let db: TestDatabase
let desk: RunningDesk
let asha: OperatorBrowser
let ben: OperatorBrowser
const reason = 'ticket 7'

beforeEach(async () => {
  db = await borrowDatabaseForTest()
  await setCatalogue(db)
  desk = await startDesk(db)
  onTestFinished(() => desk.close())
  asha = await desk.operator('admin', 'Asha')
  ben = await desk.operator('admin', 'Ben')
})

type Changes = Partial<Awaited<ReturnType<typeof settings>>['now']>

const settings = async () => (await asha.get('readFeeSettings')).Data

/** Proposes settings that differ from those of now. */
async function draft(changes: Changes) {
  const { version, now } = await settings()
  return asha.post('changeFees', { version, ...now, ...changes, reason })
}

async function publish(changes: Changes) {
  const { Data } = await draft(changes)
  expect(await ben.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
}

const send = (database: Database, sender: PlayerId, receiver: PlayerId, fee?: Money) =>
  sendMoney(
    { database, surroundings: system, config: { holdMs: 0 } },
    { player: sender, receiver, amount: fkr(100), fee },
    null,
  )

/** A withdrawal as the API asks for it, of 100 fkr. */
const withdraw = async (database: Database, player: PlayerId, fee: Money | null) =>
  (
    await one(
      database.rows<{ answer: { refusal?: string; fee?: number; amount_to_send?: number } }>(
        sql`select cashier.request_withdrawal($1, gen_random_uuid(), 10000, '0', null, null,
              p_fee => $2) as answer`,
        [player, fee],
      ),
    )
  ).answer

async function payable(): Promise<PlayerId> {
  const player = await makePlayer(db, { deposit: fkr(1_000) })
  await bringFriend(db, await makePlayer(db), player)
  await db.owner.rows(
    sql`insert into cashier.addresses (address, player_id)
      values ('0x' || lpad(to_hex($1::int), 40, '0'), $1)`,
    [player],
  )
  return player
}

test('fees are as specified until two people have changed them; each version stays', async () => {
  const [sender, receiver] = [await makePlayer(db, { deposit: fkr(1_000) }), await makePlayer(db)]
  expect((await settings()).now).toMatchObject({ sendFee: 200, withdrawalFee: 1_000 })
  const { Data } = await draft({ sendFee: 300 })
  expect((await settings()).now.sendFee).toBe(200)
  const [waiting] = (await ben.get('listProposals')).Data.proposals
  expect(waiting?.changes).toEqual([{ what: 'Fee of a send', before: '2 %', after: '3 %' }])
  expect(await asha.post('approveProposal', { ...Data, reason })).toMatchObject({ status: 403 })
  await ben.post('approveProposal', { ...Data, reason })
  expect(await send(db.database, sender, receiver)).toMatchObject({
    answer: { amountToSend: fkr(97) },
  })
  const { versions } = (await ben.get('listFeeVersions?limit=5')).Data
  expect(versions).toMatchObject([
    {
      version: 2,
      madeBy: 'Asha, approved by Ben',
      reason,
      changes: [{ what: 'Fee of a send', before: '2 %', after: '3 %' }],
    },
    { version: 1, madeBy: 'Pipkin', changes: [] },
  ])
  for (const role of ['owner', 'operator', 'database'] as const)
    await expect(
      db[role].rows(sql`update operator.versions set made_by = 'nobody'`),
    ).rejects.toThrow(/never changed|permission denied/)
})

test('a version shows what its author changed, and no pause that another made meanwhile', async () => {
  await ben.post('pausePayouts', { reason })
  await publish({ sendFee: 400 })
  await ben.post('resumePayouts', { reason })
  await publish({ sendFee: 200 })
  const { versions } = (await ben.get('listFeeVersions?limit=2')).Data
  expect(versions.map(({ changes }) => changes)).toEqual([
    [{ what: 'Fee of a send', before: '4 %', after: '2 %' }],
    [{ what: 'Fee of a send', before: '2 %', after: '4 %' }],
  ])
})

test('DESK-47 a form that shows the old fee gets the new one, and nothing moves', async () => {
  const [player, other] = [await payable(), await makePlayer(db)]
  await publish({ sendFee: 300, withdrawalFee: 1_200 })
  const { deposit } = await balancesOf(db, player)
  expect(await send(db.database, player, other, fkr(2))).toMatchObject({
    ok: false,
    code: 'feeChanged',
    parts: { n: '3' },
    data: { fee: fkr(3) },
  })
  expect(await withdraw(db.database, player, fkr(10))).toMatchObject({
    refusal: 'feeChanged',
    fee: 1_200,
  })
  expect((await balancesOf(db, player)).deposit).toBe(deposit)
  expect(await withdraw(db.database, player, fkr(12))).toMatchObject({ amount_to_send: 8_800 })
  expect(await send(db.database, player, other, fkr(3))).toMatchObject({ ok: true })
})

test('DESK-48 while 100 sends and withdrawals run over two pools, each pays what it named', async () => {
  const pools = [db.database, secondPool(db.url, 8)] as const
  const players = await Promise.all(Array.from({ length: 20 }, payable))
  const { Data } = await draft({ sendFee: 300, withdrawalFee: 1_200 })
  const [old, now] = [
    { send: fkr(2), withdrawal: fkr(10) },
    { send: fkr(3), withdrawal: fkr(12) },
  ]
  /** What was named, and what the request took; null where it was refused. */
  const ask = async (nth: number) => {
    const player = players[nth % 20]!
    const pool = pools[nth % 2]!
    // Ever more of them have seen the new fee.
    const seen = (nth * 7) % 100 < nth ? now : old
    if (nth % 3 === 0) {
      const { amount_to_send: arrives } = await withdraw(pool, player, seen.withdrawal)
      return {
        named: seen.withdrawal,
        took: arrives === undefined ? null : 10_000n - BigInt(arrives),
      }
    }
    const sent = await send(pool, player, players[(nth + 1) % 20]!, seen.send)
    return { named: seen.send, took: sent.ok ? fkr(100) - sent.answer.amountToSend : null }
  }
  const [asked] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, (_, nth) => ask(nth))),
    ben.post('approveProposal', { ...Data, reason }),
  ])
  const done = asked.filter(({ took }) => took !== null)
  expect(done.filter(({ named, took }) => took !== named)).toEqual([])
  const paid = await db.owner.rows<{ fee: bigint; version: number }>(sql`
    select m.fees as fee, c.settings_version as version
    from ledger.movements m join ledger.carried c using (player_id, movement_id)
    where m.kind = 'send'
    union all
    select fee, settings_version from cashier.operations where kind = 'withdrawal'`)
  expect(paid).toHaveLength(done.length)
  expect(
    paid.filter(({ fee, version }) => (version === 1) !== [200n, 1_000n].includes(fee)),
  ).toEqual([])
  // Who sees the fee of now pays it.
  expect(await send(db.database, players[0]!, players[1]!, now.send)).toMatchObject({ ok: true })
})

test('DESK-49 a draft changes what its author saw, or nothing', async () => {
  const { version, now } = await settings()
  /** Proposes a change from a form that was opened at the beginning. */
  const late = (changes: Changes) =>
    asha.post('changeFees', { version, ...now, ...changes, reason })
  const [first, second] = [await late({ sendFee: 300 }), await late({ sendFee: 400 })]
  await ben.post('approveProposal', { ...second.Data, reason })
  expect((await ben.get('listProposals')).Data.proposals).toEqual([])
  const changed = { Status: false, Message: expect.stringContaining('have changed since') }
  expect(await ben.post('approveProposal', { ...first.Data, reason })).toMatchObject(changed)
  expect(await late({ sendFee: 500 })).toMatchObject(changed)
  expect(await late({ sendFee: 500, playerHour: 700 })).toMatchObject(changed)
  expect(await asha.post('changeFees', { version: 99, ...now, reason })).toMatchObject(changed)
  expect(await asha.post('changeFees', { version: 2 ** 31, ...now, reason })).toMatchObject({
    status: 400,
  })
  expect(await settings()).toMatchObject({ version: 2, now: { ...now, sendFee: 400 } })
})

test('drafts of different settings outdate nothing of each other, and keep what the others did', async () => {
  const { version, now } = await settings()
  const drafts = [
    await asha.post('changeFees', { version, ...now, withdrawalFee: 900, reason }),
    await asha.post('changeFees', { version, ...now, playerHour: 700, reason }),
    await asha.post('changeGas', { mostGwei: 80, reason }),
    await asha.post('changePayoutLimits', { day: 7_000, reason }),
  ]
  for (const { Data } of drafts) {
    const before = (await ben.get('listProposals')).Data.proposals.length
    expect(await ben.post('approveProposal', { ...Data, reason })).toMatchObject({ Status: true })
    expect((await ben.get('listProposals')).Data.proposals).toHaveLength(before - 1)
  }
  expect(await settings()).toMatchObject({
    version: 5,
    now: { ...now, withdrawalFee: 900, playerHour: 700 },
    gas: { mostGwei: 80 },
  })
})

test('a first limit of payouts says from which sum: the one above which they wait', async () => {
  const { reviewAbove } = (await settings()).now
  const { Data } = await asha.post('changePayoutLimits', { each: 5_000, reason })
  const changes = async () => (await ben.get('listProposals')).Data.proposals[0]?.changes
  expect(await changes()).toEqual([
    {
      what: 'A payout takes two people above',
      before: `${reviewAbove.toLocaleString('en')} fkr`,
      after: '5,000 fkr',
    },
  ])
  // A change of the other sum leaves it to follow the one above which payouts wait.
  const another = (await asha.post('changePayoutLimits', { day: 7_000, reason })).Data
  await ben.post('approveProposal', { ...another, reason })
  await publish({ reviewAbove: reviewAbove + 1 })
  expect((await asha.get('readNow')).Data.takesTwo).toEqual({ above: reviewAbove + 1, day: 7_000 })
  // So the first is about another sum by now.
  expect(await changes()).toBeUndefined()
  expect((await ben.post('approveProposal', { ...Data, reason })).Status).toBe(false)
})

test('a draft of gas or of payout limits that can’t be approved any more is not listed', async () => {
  for (const [act, input] of [
    ['changeGas', { mostGwei: 80 }],
    ['changePayoutLimits', { day: 7_000 }],
  ] as const) {
    const { Data } = await asha.post(act, { ...input, reason })
    await asha.post(act, {
      ...input,
      ...(act === 'changeGas' ? { mostGwei: 90 } : { day: 8_000 }),
      reason,
    })
    expect((await ben.get('listProposals')).Data.proposals).toHaveLength(2)
    await ben.post('approveProposal', { ...Data, reason })
    expect((await ben.get('listProposals')).Data.proposals).toEqual([])
  }
})

test('DESK-50 a fee, a minimum or a limit beyond its bounds is refused before it is proposed', async () => {
  const beyond: readonly Changes[] = [
    { sendFee: 2_001 },
    // Its fee must pay a withdrawal's gas.
    { withdrawalFee: 99 },
    { smallestDeposit: 0 },
    { hintFrom: 20_000 },
    { playerDay: 1 },
  ]
  for (const changes of beyond) expect(await draft(changes)).toMatchObject({ Status: false })
  expect((await ben.get('listProposals')).Data.proposals).toEqual([])
})

test('the smallest withdrawal follows the fee that pays its gas', async () => {
  await db.owner.rows(openHouse)
  await db.owner.rows(sql`update cashier.house set gas_price = 50000000000`)
  // 65,000 of gas at 50 gwei, a coin at 100 fkr: 0.33 fkr, rounded up.
  await publish({ smallestWithdrawal: 0.01, withdrawalFee: 1_000 })
  expect((await settings()).smallestWithdrawalNow).toBe(3.21)
  await publish({ withdrawalFee: 500 })
  expect((await settings()).smallestWithdrawalNow).toBe(6.41)
})

test('referral terms go from a draft of the games role to the friends who come from then on', async () => {
  const games = await desk.operator('games', 'Gita')
  const terms = async () => (await games.get('readReferralTerms')).Data
  const propose = async (changes: object) =>
    games.post('changeReferralTerms', { ...(await terms()), ...changes, reason })
  const [boss, friend] = [await makePlayer(db), await makePlayer(db)]
  await bringFriend(db, boss, friend)

  const { Data } = await propose({ friend: 50, levels: [80, 20] })
  const [waiting] = (await ben.get('listProposals')).Data.proposals
  expect(waiting?.changes).toEqual(
    expect.arrayContaining([{ what: 'A friend gets', before: '100 fkr', after: '50 fkr' }]),
  )
  await ben.post('approveProposal', { ...Data, reason })
  expect(await terms()).toMatchObject({ version: 2, friend: 50, levels: [80, 20] })
  const second = await makePlayer(db)
  await bringFriend(db, boss, second)
  const given = await db.owner.rows<{ friend_id: number; level: number; amount: bigint }>(
    sql`select friend_id, level, amount from referral.rewards order by friend_id, level`,
  )
  expect(given.map(({ amount }) => amount)).toEqual([10_000n, 10_000n, 5_000n, 8_000n])
  expect((await games.get('listTermVersions')).Data.versions[0]).toMatchObject({
    version: 2,
    madeBy: 'Gita, approved by Ben',
  })
})

test('DESK-51 referral terms that are a gift, or could give nothing, are refused', async () => {
  const { Data } = await asha.get('readReferralTerms')
  const isRefused = async (changes: object) =>
    !(await asha.post('changeReferralTerms', { ...Data, ...changes, reason })).Status
  for (const changes of [{ deposits: 0, staked: 0 }, { dailyBudget: 150 }, { referrerTotal: 1 }])
    expect(await isRefused(changes)).toBe(true)
  // A reward that waits for the end of a break could never be given within a smaller budget.
  await db.owner.rows(sql`
    insert into referral.kept_rewards
      (player_id, friend_id, level, amount, unlock_deposits, unlock_staked, unlock_contributed)
    values (10000000, 10000001, 1, 1000000, 0, 0, 0)`)
  expect(await isRefused({ dailyBudget: 9_999 })).toBe(true)
  expect(await isRefused({ dailyBudget: 10_000 })).toBe(false)
})

test('what two API processes answered adds up', async () => {
  const note = sql`select health.note_requests($1, $2, 1, $3::bigint[])`
  const took = [90, 0, 0, 0, 0, 0, 0, 0, 0, 9, 1]
  // A test's database may have been made long ago.
  await db.owner.rows(sql`update activity.counted set upto = clock_timestamp()`)
  await db.owner.rows(sql`
    update log.state set upto = clock_timestamp(), all_published_at = clock_timestamp()`)
  // Its time stands still: no minute ends in between.
  await db.owner.rows(
    sql([
      `create or replace function health.starts_now() returns table (unit text, start timestamptz)
       language sql stable as $$
         select u, date_trunc(u, timestamptz '${new Date().toISOString()}')
         from unnest('{minute,hour}'::text[]) u
       $$`,
    ]),
  )
  for (const _ of [1, 2]) await db.database.rows(note, [100, 5, took])
  await db.worker.rows(sql`select health.take_sample()`)
  const { samples, alarms, now } = (await asha.get('readHealth?span=month')).Data
  expect(samples).toHaveLength(1)
  expect(samples[0]).toMatchObject({ p50: 2.8, p99: 10_000, mails: 0 })
  expect(now.figuresLag).toBeTypeOf('number')
  expect(alarms).toEqual([])
  const kept = await db.owner.rows(
    sql`select unit, requests, took[1] as quick from health.samples order by unit`,
  )
  expect(kept).toEqual([
    { unit: 'hour', requests: 200n, quick: 180n },
    { unit: 'minute', requests: 200n, quick: 180n },
  ])
  // Minutes are kept for 30 days.
  await db.owner.rows(sql`
    insert into health.samples (unit, start)
    select unit, now() - interval '31 days' from unnest('{minute,hour}'::text[]) unit`)
  await db.worker.rows(sql`select health.take_sample()`)
  expect(
    await db.owner.rows(
      sql`select unit from health.samples where start < now() - interval '30 days'`,
    ),
  ).toEqual([{ unit: 'hour' }])
})

test('a new house has two days until its first audit is due', async () => {
  const health = async () => (await asha.get('readHealth?span=hour')).Data
  const began = async (ago: string) => {
    await db.owner.rows(sql`alter table operator.versions disable trigger user`)
    await db.owner.rows(sql`update operator.versions set at = clock_timestamp() - $1::interval`, [
      ago,
    ])
  }
  const alarm = expect.objectContaining({ alarm: 'No audit for two days', says: 'there was none' })
  await began('47 hours')
  const { now, alarms } = await health()
  expect(now.firstAuditIn).toBeGreaterThan(3_500)
  expect(alarms).not.toContainEqual(alarm)
  desk = await startDesk(db)
  asha = await desk.operator('admin', 'Asha')
  onTestFinished(() => desk.close())
  await began('49 hours')
  expect((await health()).alarms).toContainEqual(alarm)
})

test('what gas is worth and may cost is changed by two, and its version kept', async () => {
  expect((await settings()).gas).toEqual({ coinPrice: 100, mostGwei: 200 })
  const { Data } = await asha.post('changeGas', { coinPrice: 0, mostGwei: 80, reason })
  const [waiting] = (await ben.get('listProposals')).Data.proposals
  expect(waiting?.changes).toEqual([
    { what: 'The most for a unit of gas, in gwei', before: '200', after: '80' },
    { what: 'The coin that pays for gas is worth', before: '100 fkr', after: '0 fkr' },
  ])
  expect((await settings()).gas.mostGwei).toBe(200)
  await ben.post('approveProposal', { ...Data, reason })
  expect(await settings()).toMatchObject({ version: 2, gas: { coinPrice: 0, mostGwei: 80 } })
  expect(await asha.post('changeGas', { coinPrice: 0, mostGwei: 80, reason })).toMatchObject({
    Message: 'It is so already.',
  })
  for (const wrong of [{ coinPrice: -1 }, { mostGwei: 0 }])
    expect(
      (await asha.post('changeGas', { coinPrice: 1, mostGwei: 80, ...wrong, reason })).status,
    ).toBe(400)
  expect((await asha.post('changePayoutLimits', { each: -1, day: 1, reason })).status).toBe(400)
})

test('two who change one of two settings each undo nothing of each other’s', async () => {
  const cleo = await desk.operator('admin', 'Cleo')
  const propose = async (act: 'changeGas' | 'changePayoutLimits', one: object) =>
    (await asha.post(act, { ...one, reason })).Data.proposal
  const both = [
    [await propose('changeGas', { coinPrice: 50 }), await propose('changeGas', { mostGwei: 80 })],
    [
      await propose('changePayoutLimits', { each: 700 }),
      await propose('changePayoutLimits', { day: 7_000 }),
    ],
  ]
  const { proposals } = (await ben.get('listProposals')).Data
  expect(proposals.map(({ changes }) => changes.map(({ what }) => what))).toEqual([
    ['The coin that pays for gas is worth'],
    ['The most for a unit of gas, in gwei'],
    ['A payout takes two people above'],
    ['All payouts of 24 hours take two people above'],
  ])
  for (const [first, second] of both) {
    expect(await ben.post('approveProposal', { proposal: first, reason })).toMatchObject({
      Status: true,
    })
    expect(await cleo.post('approveProposal', { proposal: second, reason })).toMatchObject({
      Status: true,
    })
  }
  expect((await settings()).gas).toEqual({ coinPrice: 50, mostGwei: 80 })
  expect((await asha.get('readNow')).Data.takesTwo).toEqual({ above: 700, day: 7_000 })
})

test('acts are found by who, what, about and day', async () => {
  await withinADay()
  await publish({ sendFee: 300 })
  const found = async (query: string) =>
    (await asha.get(`listActs?${query}`)).Data.acts.map(({ act }) => act)
  expect(await found('act=changeFees')).toEqual(['changeFees'])
  expect(await found('who=Asha')).toEqual(['changeFees', 'propose'])
  expect(await found('about=fees')).toEqual(['changeFees'])
  const today = new Date().toISOString().slice(0, 10)
  expect(await found(`act=changeFees&from=${today}&to=${today}`)).toEqual(['changeFees'])
  expect(await found('to=2026-01-01')).toEqual([])
  expect(await found('who=%25')).toEqual([])
  const named = await desk.operator('admin', 'Eve_X')
  await named.post('pausePayouts', { reason })
  expect(await found('who=Eve_X')).toEqual(['pausePayouts'])
})
