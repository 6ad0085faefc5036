import { randomUUID } from 'node:crypto'
import { fkr, hundredths, type Money, zero } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { passTime } from '../../test/players/pass-time.ts'
import {
  balancesOf,
  bringFriend,
  fund,
  makePlayer,
  setCatalogue,
} from '../../test/players/player.ts'
import { endRounds } from '../../test/rounds/end-rounds.ts'
import { seeds } from '../../test/seeds.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { audit, auditReport } from '../operator/audit/audit.ts'
import { connect, type Database, one, type Queryable, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'

/** The ledger's part of safer play, on the real database: two pools stand for two processes. */

let db: TestDatabase
let pools: readonly Database[]
let second: Database

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  second = connect(db.url, { connections: 10, onError: () => undefined, slowAnswersMs: 55_000 })
  pools = [db.database, second]
})
afterAll(async () => {
  const found = auditReport(
    await audit({ database: db.worker, surroundings: system, seeds }, { full: false }),
  )
  await second.close()
  await db.close()
  // Its own checks alone: time has been moved under the rest.
  expect(found).not.toMatch(/WRONG 14/)
})
// A month of a limit, and the day of the rewards' budget, end at midnight.
beforeEach(() => withinADay())

type Answer = { readonly refusal?: string } & Readonly<Record<string, unknown>>

const tenFkr = fkr(10)

async function placeBet(player: number, stake: Money = tenFkr, by = db.database): Promise<Answer> {
  const { answer } = await one(
    by.rows<{ answer: Answer }>(
      sql`select ledger.place_bet($1, $2, 3::smallint, $3, 'seed', null, null, null, null,
        false) as answer`,
      [player, randomUUID(), stake],
    ),
  )
  return answer
}

/** Ends the player's open round of the slot. */
async function settle(player: number, payout: Money = zero, by = db.database) {
  await endRounds(by, player, payout > 0n ? 'win' : 'loss', payout, '[{"spin": true}]')
}

/** A bet and its end; answers the refusal, if there is one. */
async function play(player: number, stake = tenFkr, payout = zero, by = db.database) {
  const answer = await placeBet(player, stake, by)
  if (answer.refusal === undefined) await settle(player, payout, by)
  return answer
}

const setLimit = (
  player: number,
  kind: string,
  period: string,
  amount: Money | null,
  zone = 'UTC',
) =>
  db.database.rows(sql`select ledger.set_limit($1, $2, $3, $4, $5)`, [
    player,
    kind,
    period,
    amount,
    zone,
  ])

const confirmLimit = async (player: number, kind: string, period: string) =>
  (
    await one(
      db.database.rows<{ answer: Answer }>(sql`select ledger.confirm_limit($1, $2, $3) as answer`, [
        player,
        kind,
        period,
      ]),
    )
  ).answer

interface Shown {
  readonly limits: readonly {
    readonly kind: string
    readonly period: string | null
    readonly amount: number
    readonly used: number
    readonly left: number
    readonly resets_at: string | null
    readonly pending: { readonly amount: number | null; readonly from: string } | null
  }[]
  readonly break: { readonly kind: string; readonly until: string } | null
  readonly session: { readonly staked: number; readonly returned: number; readonly net: number }
}

const shown = async (player: number) =>
  (await one(db.database.rows<{ row: Shown }>(sql`select ledger.read_limits($1) as row`, [player])))
    .row

const takeBreak = (player: number, kind: string, length: string) =>
  db.database.rows(sql`select ledger.take_break($1, $2, $3)`, [player, kind, length])

const letPass = (player: number, time: string) => passTime(db, player, time)

const rich = () => makePlayer(db, { deposit: fkr(10_000) })

const countOf = async (player: number, kind: string) =>
  (
    await one(
      db.owner.rows<{ count: number }>(
        sql`select count(*)::int as count from ledger.movements
          where player_id = $1 and kind = $2::ledger.movement_kind`,
        [player, kind],
      ),
    )
  ).count

const aHundred = Array.from({ length: 100 }, (_, index) => index)
const poolOf = (index: number) => pools[index % pools.length]!

/** A wallet of the player's own. */
async function linkWallet(player: number): Promise<string> {
  const address = `0x${randomUUID().replaceAll('-', '')}00000000`
  await db.owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    player,
  ])
  return address
}

async function requestDeposit(player: number, amount: Money, address: string, by = db.database) {
  const { answer } = await one(
    by.rows<{ answer: Answer }>(
      sql`select cashier.request_deposit($1, $2, $3, $4, null, null) as answer`,
      [player, randomUUID(), amount, address],
    ),
  )
  return answer
}

async function send(sender: number, receiver: number, amount: Money, by = db.database) {
  const { answer } = await one(
    by.rows<{ answer: Answer }>(sql`select ledger.send($1, $2, $3, $4, null, null) as answer`, [
      sender,
      randomUUID(),
      receiver,
      amount,
    ]),
  )
  return answer
}

describe('a limit', () => {
  test('counts at once when it is the first or lower', async () => {
    const player = await rich()
    await setLimit(player, 'stake', 'round', fkr(20))
    expect(await play(player, fkr(30))).toMatchObject({
      refusal: 'limitReached',
      limit: { kind: 'stake', period: null, left: 2_000, resets_at: null },
    })
    expect(await play(player, fkr(20))).not.toHaveProperty('refusal')
    await setLimit(player, 'stake', 'round', fkr(10))
    expect(await play(player, fkr(20))).toMatchObject({ refusal: 'limitReached' })
  })

  test('of 0 allows none at all', async () => {
    const player = await rich()
    await setLimit(player, 'loss', 'day', zero)
    expect(await play(player)).toMatchObject({ refusal: 'limitReached', limit: { kind: 'loss' } })
    await setLimit(player, 'stake', 'round', zero)
    expect(await play(player)).toMatchObject({ refusal: 'limitReached', limit: { kind: 'stake' } })
    const wallet = await linkWallet(player)
    await setLimit(player, 'deposit', 'month', zero)
    expect(await requestDeposit(player, fkr(1), wallet)).toMatchObject({ limit: { left: 0 } })
  })

  test('rises, or ends, only after the cooling time and a second act', async () => {
    const player = await rich()
    for (const wanted of [fkr(50), null]) {
      await setLimit(player, 'stake', 'round', fkr(10))
      await setLimit(player, 'stake', 'round', wanted)
      expect((await shown(player)).limits[0]).toMatchObject({
        amount: 1_000,
        pending: { amount: wanted && Number(wanted) },
      })
      expect(await confirmLimit(player, 'stake', 'round')).toMatchObject({
        refusal: 'limitTooSoon',
      })
      await letPass(player, '23 hours 59 minutes')
      expect(await confirmLimit(player, 'stake', 'round')).toMatchObject({
        refusal: 'limitTooSoon',
      })
      await letPass(player, '1 minute')
      expect(await play(player, fkr(20))).toMatchObject({ refusal: 'limitReached' })
      expect(await confirmLimit(player, 'stake', 'round')).toEqual({})
      expect(await play(player, fkr(20))).not.toHaveProperty('refusal')
      expect(await confirmLimit(player, 'stake', 'round')).toMatchObject({
        refusal: 'noLimitPending',
      })
    }
  })

  test('that is lowered ends the raise that waits; the same raise again does not wait anew', async () => {
    const player = await rich()
    await setLimit(player, 'loss', 'day', fkr(50))
    await setLimit(player, 'loss', 'day', fkr(80))
    const from = (await shown(player)).limits[0]?.pending?.from
    await setLimit(player, 'loss', 'day', fkr(80))
    expect((await shown(player)).limits[0]?.pending?.from).toBe(from)
    await setLimit(player, 'loss', 'day', fkr(40))
    expect((await shown(player)).limits[0]).toMatchObject({ amount: 4_000, pending: null })
    await letPass(player, '2 days')
    expect(await confirmLimit(player, 'loss', 'day')).toMatchObject({ refusal: 'noLimitPending' })
  })

  test('keeps its time zone through every change, so that no move of the player begins a month', async () => {
    const player = await rich()
    await setLimit(player, 'loss', 'month', fkr(50), 'America/New_York')
    await setLimit(player, 'loss', 'month', fkr(40), 'Pacific/Kiritimati')
    const zones = await db.owner.rows(sql`select zone from ledger.limits where player_id = $1`, [
      player,
    ])
    expect(zones).toEqual([{ zone: 'America/New_York' }])
  })
})

describe('losses', () => {
  test.each(['day', 'week', 'month'])(
    'of a %s stop at the limit, to the hundredth',
    async (period) => {
      const player = await rich()
      await play(player, fkr(30))
      await setLimit(player, 'loss', period, hundredths(5_999n))
      await play(player, tenFkr)
      await play(player, tenFkr)
      expect(await play(player, tenFkr)).toMatchObject({
        refusal: 'limitReached',
        limit: { kind: 'loss', period, left: 999 },
      })
      const { limits } = await shown(player)
      expect(limits[0]).toMatchObject({ used: 5_000, left: 999 })
      expect(limits[0]?.resets_at).not.toBeNull()
    },
  )

  test('count an open stake until it returns', async () => {
    const player = await rich()
    await setLimit(player, 'loss', 'day', fkr(20))
    await placeBet(player, fkr(20))
    expect((await shown(player)).limits[0]).toMatchObject({ used: 2_000, left: 0 })
    await settle(player, fkr(15))
    expect((await shown(player)).limits[0]).toMatchObject({ used: 500, left: 1_500 })
    expect(await play(player, fkr(20))).toMatchObject({ refusal: 'limitReached' })
    expect(await play(player, tenFkr)).not.toHaveProperty('refusal')
  })

  test.each([
    ['day', '24 hours'],
    ['week', '168 hours'],
  ])('leave a %s on the second, neither before nor after', async (period, length) => {
    const player = await rich()
    await setLimit(player, 'loss', period, fkr(100))
    await play(player, fkr(30))
    // Reads the time as text: a Date would round it.
    const { at } = await one(
      db.owner.rows<{ at: string }>(
        sql`select at::text from ledger.movements where player_id = $1 and kind = 'stake'`,
        [player],
      ),
    )
    const used = async (offset: string) =>
      (
        await one(
          db.owner.rows<{ used: bigint }>(
            sql`select used from ledger.losses($1, $4::timestamptz + $2::interval + $3::interval)`,
            [player, length, offset, at],
          ),
        )
      ).used
    expect(await used('-1 second')).toBe(3_000n)
    expect(await used('-1 microsecond')).toBe(3_000n)
    expect(await used('0')).toBe(0n)
    expect(await used('1 second')).toBe(0n)
  })

  test('leave no room that a return leaves with: it counts to its last second, and no longer', async () => {
    const player = await rich()
    await setLimit(player, 'loss', 'day', fkr(50))
    await play(player, fkr(20), fkr(60))
    await letPass(player, '23 hours 30 minutes')
    // A look, which holds for an hour.
    await play(player)
    for (let round = 0; round < 4; round += 1) await play(player)
    await letPass(player, '31 minutes')
    expect((await shown(player)).limits[0]).toMatchObject({ used: 5_000, left: 0 })
    expect(await play(player)).toMatchObject({ refusal: 'limitReached' })
  })

  test('are judged as a sum over the movements would judge them, at any times', async () => {
    const player = await rich()
    const limits = { day: 9_000n, week: 15_000n }
    for (const [period, amount] of Object.entries(limits))
      await setLimit(player, 'loss', period, hundredths(amount))
    const passes = ['1 second', '7 minutes', '59 minutes', '61 minutes', '5 hours', '23 hours']
    let state = 12_345
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((state / 2_147_483_648) * below)
    }
    const seen = { stood: 0, refused: 0 }
    for (let turn = 0; turn < 150; turn += 1) {
      await letPass(player, passes[next(passes.length)]!)
      const stake = fkr(10 * (1 + next(3)))
      const sums = await one(
        db.owner.rows<{ day: bigint; week: bigint }>(
          sql`select
            coalesce(sum(games) filter (
              where at > clock_timestamp() - interval '24 hours'), 0)::bigint as day,
            coalesce(sum(games) filter (
              where at > clock_timestamp() - interval '168 hours'), 0)::bigint as week
          from ledger.movements where player_id = $1`,
          [player],
        ),
      )
      const fits = sums.day + stake <= limits.day && sums.week + stake <= limits.week
      const answer = await play(player, stake, hundredths(next(4) === 0 ? 2_500n : 0n))
      expect({ turn, fits, sums }).toEqual({ turn, fits: answer.refusal === undefined, sums })
      seen[fits ? 'stood' : 'refused'] += 1
    }
    expect(seen.stood).toBeGreaterThan(30)
    expect(seen.refused).toBeGreaterThan(30)
  })
})

describe('a month', () => {
  const month = async (zone: string, at: string) =>
    one(
      db.owner.rows<{ from: Date; to: Date }>(
        sql`select ledger.counted_after('month', $1, $2) + interval '1 microsecond' as from,
          ledger.period_end('month', $2, $1) as to`,
        [zone, at],
      ),
    )

  test.each([
    // The last second and the first, in the player's own zone.
    ['UTC', '2026-11-30T23:59:59.999999Z', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['UTC', '2026-12-01T00:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['Asia/Kolkata', '2026-11-30T18:30:00Z', '2026-11-30T18:30:00Z', '2026-12-31T18:30:00Z'],
    ['Asia/Kolkata', '2026-11-30T18:29:59Z', '2026-10-31T18:30:00Z', '2026-11-30T18:30:00Z'],
    // February of a leap year and of another.
    ['UTC', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['UTC', '2027-02-28T23:59:59Z', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z'],
    // The clocks go forward and back inside of it.
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z'],
    // They change on the first of a month.
    ['America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-30T10:00:00Z', '2026-11-30T10:00:00Z', '2026-12-31T10:00:00Z'],
  ])('of %s holds %s from %s to %s', async (zone, at, from, to) => {
    expect(await month(zone, at)).toEqual({ from: new Date(from), to: new Date(to) })
  })

  test('begins anew for losses at the midnight of the zone', async () => {
    await withinADay('Asia/Kolkata')
    const player = await rich()
    await setLimit(player, 'loss', 'month', fkr(100), 'Asia/Kolkata')
    await play(player, fkr(30))
    const used = await one(
      db.owner.rows<{ before: bigint; after: bigint }>(
        sql`select (ledger.losses($1, e.at - interval '1 microsecond')).used as before,
          (ledger.losses($1, e.at)).used as after
        from (select ledger.period_end('month', clock_timestamp(), 'Asia/Kolkata') as at) e`,
        [player],
      ),
    )
    expect(used).toEqual({ before: 3_000n, after: 0n })
  })

  test('does not depend on the time zone of a connection, nor does a day', async () => {
    const ends = (zone: string) =>
      db.owner.transaction(async ({ rows }) => {
        await rows(sql([`set local time zone '${zone}'`]))
        return rows(
          sql`select ledger.counted_after('day', 'UTC', '2026-03-29T12:00:00Z')
              = '2026-03-28T12:00:00Z' as day,
            ledger.counted_after('month', 'UTC', '2026-03-29T12:00:00Z')
              = timestamptz '2026-03-01T00:00:00Z' - interval '1 microsecond' as month`,
        )
      })
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati'])
      expect(await ends(zone)).toEqual([{ day: true, month: true }])
  })
})

describe('a hundred at once over two pools', () => {
  test.each(['day', 'week', 'month'])(
    'SAFER-01 bets against a loss limit of a %s',
    async (period) => {
      const player = await rich()
      await setLimit(player, 'loss', period, hundredths(10_999n))
      await Promise.all(aHundred.map((index) => play(player, tenFkr, zero, poolOf(index))))
      // More come than stand: rounds of one game wait for each other.
      for (let left = 0; left < 20; left += 1) await play(player)
      expect(await countOf(player, 'stake')).toBe(10)
      expect((await shown(player)).limits[0]).toMatchObject({ used: 10_000, left: 999 })
    },
  )

  test('SAFER-02 bets against a stake limit', async () => {
    const player = await rich()
    await setLimit(player, 'stake', 'round', hundredths(1_999n))
    await Promise.all(
      aHundred.map((index) => play(player, fkr(index % 4 < 2 ? 10 : 20), zero, poolOf(index))),
    )
    expect(await play(player, fkr(20))).toMatchObject({ refusal: 'limitReached' })
    await play(player)
    const stakes = await db.owner.rows(
      sql`select distinct games from ledger.movements where player_id = $1 and kind = 'stake'`,
      [player],
    )
    expect(stakes).toEqual([{ games: 1_000n }])
  })

  test.each(['day', 'week', 'month'])(
    'SAFER-03 deposits against a deposit limit of a %s',
    async (period) => {
      const player = await makePlayer(db)
      await setLimit(player, 'deposit', period, hundredths(105_999n))
      const wallets = await Promise.all(aHundred.map(() => linkWallet(player)))
      const answers = await Promise.all(
        wallets.map((wallet, index) => requestDeposit(player, fkr(20), wallet, poolOf(index))),
      )
      const taken = answers.filter(({ refusal }) => refusal === undefined)
      expect(taken).toHaveLength(52)
      expect(answers.filter(({ refusal }) => refusal === 'limitReached')).toHaveLength(48)
      expect((await shown(player)).limits[0]).toMatchObject({ used: 104_000, left: 1_999 })
    },
  )

  test.each(['day', 'week', 'month'])(
    "SAFER-04 sends against the receiver's deposit limit of a %s, from two senders",
    async (period) => {
      const [receiver, ...senders] = [await makePlayer(db), await rich(), await rich()]
      await setLimit(receiver, 'deposit', period, hundredths(10_000n))
      const answers = await Promise.all(
        aHundred.map((index) => send(senders[index % 2]!, receiver, fkr(5), poolOf(index))),
      )
      const sent = answers.filter(({ refusal }) => refusal === undefined)
      // 4.90 fkr of each arrives.
      expect(sent).toHaveLength(20)
      expect((await balancesOf(db, receiver)).deposit).toBe(hundredths(9_800n))
      for (const answer of answers)
        if (answer.refusal !== undefined)
          expect(answer).toMatchObject({ refusal: 'receiverCannot', after: null, until: null })
    },
  )

  test('SAFER-05 bets, deposits and sends while a break begins: none after it', async () => {
    const [player, friend] = [await rich(), await rich()]
    const wallets = await Promise.all(aHundred.map(() => linkWallet(player)))
    await Promise.all([
      ...aHundred.map((index) => play(player, tenFkr, zero, poolOf(index))),
      ...wallets.map((wallet, index) => requestDeposit(player, fkr(20), wallet, poolOf(index))),
      ...aHundred.map((index) => send(player, friend, fkr(5), poolOf(index))),
      takeBreak(player, 'timeout', '24 hours'),
    ])
    const late = await db.owner.rows(
      sql`select m.kind from ledger.movements m join ledger.breaks b using (player_id)
        where player_id = $1 and m.at > b.at and m.kind in ('stake', 'send')`,
      [player],
    )
    expect(late).toEqual([])
    const open = await db.owner.rows(
      sql`select state from cashier.operations where player_id = $1 and state <> 'rejected'`,
      [player],
    )
    expect(open).toEqual([])
  })
})

describe('deposits', () => {
  test('count gross: a withdrawal gives no room back', async () => {
    const player = await rich()
    await setLimit(player, 'deposit', 'day', fkr(10_100))
    const wallet = await linkWallet(player)
    await db.database.rows(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), 100000, '0', null, null)`,
      [player],
    )
    expect(await requestDeposit(player, fkr(101), wallet)).toMatchObject({
      refusal: 'limitReached',
      limit: { kind: 'deposit', period: 'day', left: 10_000 },
    })
    expect(await requestDeposit(player, fkr(100), wallet)).not.toHaveProperty('refusal')
  })

  test('on their way are counted, and no more where they end without a credit', async () => {
    const player = await makePlayer(db)
    await setLimit(player, 'deposit', 'week', fkr(100))
    const [one, other] = [await linkWallet(player), await linkWallet(player)]
    const { id } = await requestDeposit(player, fkr(80), one)
    expect((await shown(player)).limits[0]).toMatchObject({ used: 8_000, left: 2_000 })
    expect(await requestDeposit(player, fkr(30), other)).toMatchObject({ refusal: 'limitReached' })
    await db.worker.rows(sql`select cashier.end_deposit($1, $2, null, 'notApproved')`, [player, id])
    expect((await shown(player)).limits[0]).toMatchObject({ used: 0, left: 10_000 })
    expect(await requestDeposit(player, fkr(30), other)).not.toHaveProperty('refusal')
  })
})

describe('a break', () => {
  test.each([
    ['timeout', '24 hours'],
    ['timeout', '1008 hours'],
    ['exclusion', '6 months'],
  ])('(%s of %s) refuses bets, deposits and sends in both directions', async (kind, length) => {
    const [player, friend] = [await rich(), await rich()]
    const wallet = await linkWallet(player)
    await takeBreak(player, kind, length)
    const refusal = { refusal: 'onBreak', break: { kind } }
    expect(await placeBet(player)).toMatchObject(refusal)
    expect(await requestDeposit(player, fkr(100), wallet)).toMatchObject(refusal)
    expect(await send(player, friend, fkr(5))).toMatchObject(refusal)
    expect(await send(friend, player, fkr(5))).toMatchObject({ refusal: 'receiverCannot' })
  })

  test('is replaced by a longer one, never by a shorter one', async () => {
    const player = await rich()
    const until = async () => (await shown(player)).break
    await takeBreak(player, 'timeout', '168 hours')
    const week = await until()
    await takeBreak(player, 'timeout', '24 hours')
    expect(await until()).toEqual(week)
    await takeBreak(player, 'timeout', '720 hours')
    const month = await until()
    expect(Date.parse(month!.until)).toBeGreaterThan(Date.parse(week!.until))
    await takeBreak(player, 'exclusion', '12 months')
    const year = await until()
    expect(year).toMatchObject({ kind: 'exclusion' })
    await takeBreak(player, 'timeout', '1008 hours')
    await takeBreak(player, 'exclusion', '6 months')
    expect(await until()).toEqual(year)
    await takeBreak(player, 'exclusion', '60 months')
    expect(Date.parse((await until())!.until)).toBeGreaterThan(Date.parse(year!.until))
    // What shortened nothing isn't in the player's history, either.
    const [kept] = await db.owner.rows(
      sql`select array_agg(kind::text order by at) as kinds from ledger.breaks
          where player_id = $1`,
      [player],
    )
    expect(kept).toEqual({ kinds: ['timeout', 'timeout', 'exclusion', 'exclusion'] })
  })

  test('ends when its time is over; an exclusion stays until an operator ends it, a day later', async () => {
    const [resting, excluded] = [await rich(), await rich()]
    await takeBreak(resting, 'timeout', '24 hours')
    await letPass(resting, '23 hours 59 minutes')
    expect(await placeBet(resting)).toMatchObject({ refusal: 'onBreak' })
    await letPass(resting, '1 minute')
    expect(await placeBet(resting)).not.toHaveProperty('refusal')

    const end = async () =>
      (
        await one(
          db.operator.rows<{ refusal: string | null }>(
            sql`select operator.end_exclusion('Asha', 'the letter of today', $1) as refusal`,
            [excluded],
          ),
        )
      ).refusal
    expect(await end()).toBe('notExcluded')
    await takeBreak(excluded, 'exclusion', '6 months')
    await letPass(excluded, '180 days')
    expect(await end()).toBe('excludedStill')
    await letPass(excluded, '10 days')
    expect(await placeBet(excluded)).toMatchObject({ refusal: 'onBreak' })
    expect(await end()).toBe(null)
    expect(await placeBet(excluded)).toMatchObject({ refusal: 'onBreak' })
    await letPass(excluded, '24 hours')
    expect(await placeBet(excluded)).not.toHaveProperty('refusal')
  })

  test('BREAK-18 that ends in both accounts of an owner, as they send to each other: no deadlock', async () => {
    const accounts = [await rich(), await rich()].sort((a, b) => a - b)
    await db.owner.rows(sql`select ledger.join_owner($1, $2, '0x' || repeat('a', 40))`, accounts)
    await takeBreak(accounts[0]!, 'exclusion', '6 months')
    for (const account of accounts) await letPass(account, '190 days')
    const end = (index: number) =>
      db.operator.rows(sql`select operator.end_exclusion('Asha', 'a letter', $1)`, [
        accounts[index % 2],
      ])
    for (let round = 0; round < 10; round += 1) {
      await db.owner.rows(
        sql`update ledger.breaks set ends_at = 'infinity' where player_id = any($1)`,
        [accounts],
      )
      await db.owner.rows(
        sql`update ledger.wallets set break_until = 'infinity' where player_id = any($1)`,
        [accounts],
      )
      await Promise.all([
        ...[0, 1, 2, 3].map(end),
        ...aHundred
          .slice(0, 20)
          .map((index) =>
            send(accounts[index % 2]!, accounts[(index + 1) % 2]!, fkr(5), poolOf(index)),
          ),
      ])
    }
  })

  test('BREAK-38 that ends while a signature brings another one whose time is over ends with that', async () => {
    const [excluded, other] = [await rich(), await rich()]
    for (const account of [excluded, other]) {
      await takeBreak(account, 'exclusion', '6 months')
      await letPass(account, '190 days')
    }
    const end = sql`select operator.end_exclusion('Asha', 'a letter', $1) as refusal`
    const ended = await waitBehind(
      db,
      {
        by: db.owner,
        first: (inside) =>
          inside.rows(sql`select ledger.join_owner($1, $2, '0x' || repeat('b', 40))`, [
            excluded,
            other,
          ]),
      },
      () => db.operator.rows(end, [excluded]),
    )
    expect(ended).toEqual([{ refusal: null }])
    for (const account of [excluded, other]) {
      await letPass(account, '2 days')
      expect(await placeBet(account)).not.toHaveProperty('refusal')
    }
  })

  test('outlasts an exclusion that ends before it', async () => {
    const player = await rich()
    await takeBreak(player, 'timeout', '1008 hours')
    await db.database.rows(sql`select ledger.exclude($1, null)`, [player])
    await letPass(player, '2 days')
    await db.operator.rows(sql`select operator.end_exclusion('Asha', 'a letter', $1)`, [player])
    await letPass(player, '30 days')
    expect(await placeBet(player)).toMatchObject({ refusal: 'onBreak' })
    await letPass(player, '10 days')
    expect(await placeBet(player)).not.toHaveProperty('refusal')
  })

  test('that was taken in an exclusion ends before it', async () => {
    const player = await rich()
    await db.database.rows(sql`select ledger.exclude($1, null)`, [player])
    await takeBreak(player, 'timeout', '1008 hours')
    await letPass(player, '50 days')
    expect(await placeBet(player)).toMatchObject({ refusal: 'onBreak' })
  })

  test('is kept in an exclusion that could end before it', async () => {
    const player = await rich()
    await db.database.rows(sql`select ledger.exclude($1, null)`, [player])
    await takeBreak(player, 'timeout', '1008 hours')
    expect((await shown(player)).break).toMatchObject({ kind: 'exclusion' })
    await letPass(player, '2 days')
    await db.operator.rows(sql`select operator.end_exclusion('Asha', 'a letter', $1)`, [player])
    await letPass(player, '30 days')
    expect(await placeBet(player)).toMatchObject({ refusal: 'onBreak' })
    await letPass(player, '10 days')
    expect(await placeBet(player)).not.toHaveProperty('refusal')
  })

  test('finishes an open round and lets money out', async () => {
    const player = await makePlayer(db, { deposit: fkr(1_000), win: fkr(100) })
    await linkWallet(player)
    await placeBet(player)
    await takeBreak(player, 'exclusion', '6 months')
    expect(await placeBet(player)).toMatchObject({ resumed: true })
    await settle(player, fkr(15))
    const moved = await one(
      db.database.rows<{ answer: Answer }>(
        sql`select ledger.move_to_deposit(
          $1, gen_random_uuid(), 'winning_transfer', 10000, null, null) as answer`,
        [player],
      ),
    )
    expect(moved.answer).not.toHaveProperty('refusal')
    const paid = await one(
      db.database.rows<{ answer: Answer }>(
        sql`select cashier.request_withdrawal(
          $1, gen_random_uuid(), 50000, interval '0', null, null) as answer`,
        [player],
      ),
    )
    expect(paid.answer).not.toHaveProperty('refusal')
  })

  describe('keeps rewards', () => {
    const giveKept = (by = db.worker) =>
      one(by.rows<{ given: boolean }>(sql`select referral.give_next_kept() as given`))
    const keptFor = async (player: number) =>
      (
        await one(
          db.owner.rows<{ sum: bigint }>(
            sql`select coalesce(sum(amount), 0)::bigint as sum from referral.kept_rewards
              where player_id = $1`,
            [player],
          ),
        )
      ).sum
    const settings = (daily: Money) =>
      db.owner.rows(sql`update referral.settings set daily_budget = $1`, [daily])
    const rewardOf = async (player: number) => (await balancesOf(db, player)).referral
    /** What days gave is what was given, no more and no less. */
    const expectBudget = async () =>
      expect(
        await db.owner.rows(
          sql`select sum(given) - (select coalesce(sum(amount), 0) from referral.rewards) as off
            from referral.days`,
        ),
      ).toEqual([{ off: '0' }])

    test('until it has ended, and the friend gets theirs at once', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(referrer, 'timeout', '24 hours')
      await bringFriend(db, referrer, friend)
      expect((await balancesOf(db, friend)).bonus).toBe(fkr(100))
      await letPass(referrer, '23 hours 59 minutes')
      expect(await giveKept()).toEqual({ given: false })
      expect(await rewardOf(referrer)).toBe(0n)
      expect(await keptFor(referrer)).toBe(fkr(100))
      await expectBudget()

      await letPass(referrer, '1 minute')
      expect(await giveKept()).toEqual({ given: true })
      expect(await rewardOf(referrer)).toBe(fkr(100))
      expect(await keptFor(referrer)).toBe(0n)
      expect(await giveKept()).toEqual({ given: false })
      await expectBudget()
      // On the terms of the friend's sign-in, as if there had been no break.
      const terms = await db.owner.rows(
        sql`select level, amount, unlock_contributed, over_cap from referral.rewards
          where player_id = $1`,
        [referrer],
      )
      expect(terms).toEqual([
        { level: 1, amount: fkr(100), unlock_contributed: fkr(200), over_cap: false },
      ])
    })

    test('in the operator’s hand: they are shown, and refused', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(referrer, 'timeout', '24 hours')
      await bringFriend(db, referrer, friend)
      // The friend's own is unlocked: the kept one alone is left to decide.
      await db.owner.rows(
        sql`update referral.rewards set unlocked_at = now() where friend_id = $1`,
        [friend],
      )
      const { refusal, sheet } = await one(
        db.owner.rows<{ refusal: string | null; sheet: object }>(
          sql`select operator.decide_rewards('Asha', 'one person', $1, 'refused') as refusal,
            operator.find_player('Asha', 'one person', 'id', $1::text, $1) as sheet`,
          [friend],
        ),
      )
      expect(refusal).toBeNull()
      expect(sheet).toMatchObject({
        rewards_by_this_player: [
          { player: friend, state: 'unlocked' },
          { player: referrer, level: 1, state: 'kept', over_cap: false },
        ],
      })
      await letPass(referrer, '24 hours')
      expect(await giveKept()).toEqual({ given: true })
      expect(
        await db.owner.rows(
          sql`select state from referral.judged_rewards where player_id = $1 and level = 1`,
          [referrer],
        ),
      ).toEqual([{ state: 'refused' }])
    })

    test('over a cap after an approval: that one waits for a look of its own', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(referrer, 'timeout', '24 hours')
      await bringFriend(db, referrer, friend)
      const approve = () =>
        db.owner.rows(
          sql`select operator.decide_rewards('Asha', 'looked at it', $1, 'approved') as refusal`,
          [friend],
        )
      expect(await approve()).toEqual([{ refusal: null }])
      expect(await approve()).toEqual([{ refusal: 'alreadySo' }])
      await db.owner.rows(sql`update referral.settings set referrer_day = 0`)
      await letPass(referrer, '24 hours')
      expect(await giveKept()).toEqual({ given: true })
      await db.owner.rows(sql`update referral.settings set referrer_day = default`)
      await db.owner.rows(
        sql`update ledger.wallets
          set deposited = 1000000, staked = 1000000, contributed = 1000000 where player_id = $1`,
        [friend],
      )
      const states = () =>
        db.owner.rows(
          sql`select level, state from referral.judged_rewards where friend_id = $1
            order by level`,
          [friend],
        )
      const own = { level: 0, state: 'unlocked' }
      expect(await states()).toEqual([own, { level: 1, state: 'waiting' }])
      expect(
        await db.owner.rows(sql`select reasons from referral.waiting where friend_id = $1`, [
          friend,
        ]),
      ).toEqual([{ reasons: ['cap'] }])
      expect(await approve()).toEqual([{ refusal: null }])
      expect(await states()).toEqual([own, { level: 1, state: 'unlocked' }])
    })

    test('the next one where the oldest is more than the day has left', async () => {
      const [first, second] = [await makePlayer(db), await makePlayer(db)]
      for (const referrer of [first, second]) {
        await takeBreak(referrer, 'timeout', '24 hours')
        await bringFriend(db, referrer, await makePlayer(db))
        await letPass(referrer, '24 hours')
      }
      await db.owner.rows(
        sql`update referral.kept_rewards set amount = 100000000000 where player_id = $1`,
        [first],
      )
      expect(await giveKept()).toEqual({ given: true })
      expect(await rewardOf(second)).toBe(fkr(100))
      expect(await giveKept()).toEqual({ given: false })
      await db.owner.rows(sql`delete from referral.kept_rewards where player_id = $1`, [first])
    })

    test('of the friend too, whose break came along from an earlier account', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(friend, 'timeout', '24 hours')
      await bringFriend(db, referrer, friend)
      expect(await rewardOf(referrer)).toBe(fkr(100))
      expect((await balancesOf(db, friend)).bonus).toBe(0n)
      await letPass(friend, '24 hours')
      expect(await giveKept()).toEqual({ given: true })
      expect((await balancesOf(db, friend)).bonus).toBe(fkr(100))
    })

    test('of a self-exclusion until an operator has ended it, and a day longer', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(referrer, 'exclusion', '6 months')
      await bringFriend(db, referrer, friend)
      await letPass(referrer, '190 days')
      expect(await giveKept()).toEqual({ given: false })
      await db.operator.rows(sql`select operator.end_exclusion('Asha', 'the letter', $1)`, [
        referrer,
      ])
      expect(await giveKept()).toEqual({ given: false })
      await letPass(referrer, '24 hours')
      expect(await giveKept()).toEqual({ given: true })
      expect(await rewardOf(referrer)).toBe(fkr(100))
    })

    test('BREAK-11 given once, by any number of workers at once, within the day’s budget', async () => {
      const referrer = await makePlayer(db)
      await takeBreak(referrer, 'timeout', '24 hours')
      for (let made = 0; made < 6; made += 1) await bringFriend(db, referrer, await makePlayer(db))
      expect(await keptFor(referrer)).toBe(fkr(600))
      await letPass(referrer, '24 hours')
      const { given } = await one(
        db.owner.rows<{ given: bigint }>(
          sql`select sum(given)::bigint as given from referral.days
            where day = (clock_timestamp() at time zone 'UTC')::date`,
        ),
      )
      await settings(hundredths(given + 40_099n))
      const giveAll = () => Promise.all(aHundred.slice(0, 20).map(() => giveKept()))
      await giveAll()
      expect(await rewardOf(referrer)).toBe(fkr(400))
      await settings(fkr(100_000))
      await giveAll()
      expect(await rewardOf(referrer)).toBe(fkr(600))
      expect(await keptFor(referrer)).toBe(0n)
      await expectBudget()
    })

    test('BREAK-12 and gives none to a break that began while it waited for the player', async () => {
      const [referrer, friend] = [await makePlayer(db), await makePlayer(db)]
      await takeBreak(referrer, 'timeout', '24 hours')
      await bringFriend(db, referrer, friend)
      await letPass(referrer, '24 hours')
      const first = ({ rows }: Queryable) =>
        rows(sql`select ledger.take_break($1, 'timeout', '168 hours')`, [referrer])
      await waitBehind(db, { by: db.database, first }, () => giveKept())
      expect(await rewardOf(referrer)).toBe(0n)
      expect(await keptFor(referrer)).toBe(fkr(100))
      expect(await giveKept()).toEqual({ given: false })
      await letPass(referrer, '168 hours')
      expect(await giveKept()).toEqual({ given: true })
      expect(await rewardOf(referrer)).toBe(fkr(100))
    })
  })
})

describe('a session', () => {
  test('counts stakes and returns, and begins anew with the first bet after an hour without one', async () => {
    const player = await rich()
    await play(player, fkr(20), fkr(50))
    await placeBet(player, tenFkr)
    expect((await shown(player)).session).toMatchObject({
      staked: 3_000,
      returned: 5_000,
      net: 2_000,
    })
    await settle(player)
    await letPass(player, '59 minutes')
    await play(player, tenFkr)
    expect((await shown(player)).session).toMatchObject({
      staked: 4_000,
      returned: 5_000,
      net: 1_000,
    })
    await letPass(player, '60 minutes 1 second')
    await play(player, tenFkr)
    expect((await shown(player)).session).toMatchObject({ staked: 1_000, returned: 0, net: -1_000 })
  })

  test('has a reminder that no bet passes until it is acknowledged', async () => {
    const player = await rich()
    await db.database.rows(sql`select ledger.set_reminder($1, 30::smallint)`, [player])
    await play(player)
    await letPass(player, '29 minutes')
    expect(await play(player)).not.toHaveProperty('refusal')
    await letPass(player, '1 minute')
    const due = await Promise.all(
      aHundred.map((index) => play(player, tenFkr, zero, poolOf(index))),
    )
    for (const answer of due)
      expect(answer).toMatchObject({ refusal: 'reminderDue', session: { staked: 2_000 } })
    await db.database.rows(sql`select ledger.acknowledge_reminder($1)`, [player])
    expect(await play(player)).not.toHaveProperty('refusal')
    // After an hour without a bet a session begins anew, and with it the reminder.
    await letPass(player, '2 hours')
    expect(await play(player)).not.toHaveProperty('refusal')
  })

  test.each([30, null])(
    'SAFER-20 a reminder that is due and set to %s minutes still waits to be acknowledged',
    async (minutes) => {
      const player = await rich()
      const set = (to: number | null) =>
        db.database.rows(sql`select ledger.set_reminder($1, $2::smallint)`, [player, to])
      await set(30)
      await play(player)
      await letPass(player, '30 minutes')
      await set(minutes)
      expect(await play(player)).toMatchObject({ refusal: 'reminderDue' })
      await db.database.rows(sql`select ledger.acknowledge_reminder($1)`, [player])
      expect(await play(player)).not.toHaveProperty('refusal')
      await letPass(player, '30 minutes')
      const next = await play(player)
      if (minutes === null) expect(next).not.toHaveProperty('refusal')
      else expect(next).toMatchObject({ refusal: 'reminderDue' })
    },
  )
})

test('money that comes in otherwise is no stake: a limit on losses lets deposits through', async () => {
  const player = await rich()
  await setLimit(player, 'loss', 'day', tenFkr)
  await fund(db, player, { deposit: fkr(500) })
  expect((await shown(player)).limits[0]).toMatchObject({ used: 0, left: 1_000 })
})

describe('a player is warned that most of a limit is used', () => {
  const setTold = (player: number, kind: string, period: string, amount: Money) =>
    db.database.rows(sql`select ledger.set_limit($1, $2, $3, $4, 'UTC', '{"warn_percent": 80}')`, [
      player,
      kind,
      period,
      amount,
    ])
  const noticesOf = (player: number) =>
    db.owner.rows(
      sql`select kind, period, amount, used from ledger.limit_notices where player_id = $1
        order by at, period`,
      [player],
    )

  test('by the bet that passes 80 % of a loss limit, once a period', async () => {
    const player = await rich()
    await setTold(player, 'loss', 'day', fkr(100))
    for (let bet = 1; bet <= 7; bet += 1) await play(player)
    expect(await noticesOf(player)).toEqual([])
    for (let bet = 8; bet <= 10; bet += 1) expect(await play(player)).not.toHaveProperty('refusal')
    expect(await play(player)).toMatchObject({ refusal: 'limitReached' })
    const told = { kind: 'loss', period: 'day', amount: fkr(100), used: fkr(80) }
    expect(await noticesOf(player)).toEqual([told])
    await letPass(player, '24 hours')
    for (let bet = 1; bet <= 8; bet += 1) await play(player)
    expect(await noticesOf(player)).toEqual([told, told])
  })

  test('not where the profile asks for no warning', async () => {
    const player = await rich()
    await db.database.rows(
      sql`select ledger.set_limit($1, 'loss', 'day', 1000, 'UTC', '{"warn_percent": null}')`,
      [player],
    )
    await play(player)
    expect(await noticesOf(player)).toEqual([])
  })

  test('from the part on that is in force when the limit is set lower', async () => {
    const player = await rich()
    const set = (amount: Money, rules: string) =>
      db.database.rows(sql`select ledger.set_limit($1, 'loss', 'day', $2, 'UTC', $3)`, [
        player,
        amount,
        rules,
      ])
    await set(fkr(100), '{"warn_percent": null}')
    await set(fkr(50), '{"warn_percent": 80}')
    for (let bet = 1; bet <= 4; bet += 1) await play(player)
    expect(await noticesOf(player)).toMatchObject([{ amount: fkr(50), used: fkr(40) }])
  })

  test('by a limit that staff set: at 80 %, or where the limit warned before', async () => {
    const player = await rich()
    const lower = (period: string, amount: Money) =>
      db.operator.rows(
        sql`select operator.lower_limit('Asha', 'a letter', $1, 'loss', $2, $3) as refusal`,
        [player, period, amount],
      )
    await db.database.rows(
      sql`select ledger.set_limit($1, 'loss', 'week', $2, 'UTC', '{"warn_percent": 50}')`,
      [player, fkr(100)],
    )
    expect(await lower('week', fkr(80))).toEqual([{ refusal: null }])
    expect(await lower('day', fkr(50))).toEqual([{ refusal: null }])
    for (let bet = 1; bet <= 4; bet += 1) await play(player)
    expect(await noticesOf(player)).toMatchObject([
      { period: 'day', amount: fkr(50), used: fkr(40) },
      { period: 'week', amount: fkr(80), used: fkr(40) },
    ])
  })

  test('by a bet that is refused not, and by a lower amount anew', async () => {
    const player = await rich()
    await setTold(player, 'loss', 'week', fkr(100))
    expect(await play(player, fkr(110))).toMatchObject({ refusal: 'limitReached' })
    expect(await noticesOf(player)).toEqual([])
    for (let bet = 1; bet <= 8; bet += 1) await play(player)
    await setTold(player, 'loss', 'week', fkr(90))
    await play(player)
    expect(await noticesOf(player)).toMatchObject([{ used: fkr(80) }, { used: fkr(90) }])
  })

  test('once in any race, by deposits and by what others send', async () => {
    const player = await makePlayer(db)
    await setTold(player, 'deposit', 'month', fkr(100_000))
    const sender = await rich()
    const address = await linkWallet(player)
    await requestDeposit(player, fkr(79_000), address)
    expect(await noticesOf(player)).toEqual([])
    await Promise.all(
      aHundred.slice(0, 20).map((index) => send(sender, player, fkr(100), poolOf(index))),
    )
    expect(await noticesOf(player)).toHaveLength(1)
    const other = await makePlayer(db)
    await setTold(other, 'deposit', 'day', fkr(1_000))
    await requestDeposit(other, fkr(800), await linkWallet(other))
    expect(await noticesOf(other)).toMatchObject([{ used: fkr(800) }])
  })
})
