import { randomBytes, randomUUID } from 'node:crypto'
import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpClient } from '../../test/calls/http-client.ts'
import { passTime } from '../../test/players/pass-time.ts'
import { makePlayer } from '../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { propertySeed } from '../../test/property-seed.ts'
import { playSlot } from '../../test/rounds/play.ts'
import { one, sql } from '../platform/database/database.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer({ TIME_ZONE: 'UTC' })
})
afterAll(() => server.close())

interface Row {
  readonly from: string
  readonly to: string
  readonly seconds: number
  readonly staked: number
  readonly returned: number
  readonly net: number
  readonly deposited: number
  readonly withdrawn: number
}
interface Page {
  readonly Data: readonly Row[]
  readonly Next?: string
  readonly Time_Zone: string
  readonly Lifetime: object
}

async function history(player: SignedIn, by: string, more: Record<string, string> = {}) {
  const query = new URLSearchParams({ by, ...more })
  const { status, body } = await player.send(`playHistory?${query}`, {})
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Page
}

const rowsBy = async (player: SignedIn, by: string, more?: Record<string, string>) =>
  (await history(player, by, more)).Data

const logIn = ({ id }: SignedIn) =>
  server.db.owner.rows(sql`insert into players.sessions (token_hash, player_id) values ($1, $2)`, [
    randomBytes(32),
    id,
  ])

const pass = (player: SignedIn, time: string) => passTime(server.db, player.id, time)

/** A movement at a time: a stake of 10 fkr unless it says otherwise. */
const post = (player: number, at: string, kind = 'stake', amount = fkr(-10)) =>
  server.db.owner.rows(
    sql`select ledger.post($1, $2, $3::ledger.movement_kind, deposit => $4::bigint,
      games => case when $3 = 'stake' then -$4::bigint else 0 end,
      chain => case when $3 = 'deposit' then -$4::bigint else 0 end,
      withdrawals => case when $3 in ('withdraw', 'withdraw_refund') then -$4::bigint else 0 end,
      at => $5)`,
    [player, randomUUID(), kind, amount, at],
  )

/** Takes a new player's past away, so that a test can write one in the order of its times. */
async function begin(player: number): Promise<void> {
  await server.db.owner.rows(sql`delete from ledger.play_marks where player_id = $1`, [player])
  await server.db.owner.rows(sql`delete from ledger.movements where player_id = $1`, [player])
  await post(player, '2020-01-01T12:00:00Z', 'deposit', fkr(5_000))
}

/** What the running session is, as the clock of a game shows it. */
const sessionNow = async (player: SignedIn) => {
  const { body } = await player.send('limits', {})
  return Object(body.Data).session as Row
}

describe('by session', () => {
  test('the running one says what the clock of a game says', async () => {
    const player = await server.player()
    for (let round = 0; round < 25; round += 1) await playSlot(player)
    const [row, ...others] = await rowsBy(player, 'session')
    const { staked, returned, net } = await sessionNow(player)
    expect(row).toMatchObject({ staked: 250, returned, net, deposited: 0, withdrawn: 0 })
    expect(staked).toBe(250)
    expect(others).toEqual([])
  })

  test('one ends with its last bet or return, at the log-in or at a bet after an hour without', async () => {
    const player = await server.player()
    await pass(player, '10 minutes')
    await playSlot(player)
    await pass(player, '61 minutes')
    await playSlot(player)
    await pass(player, '59 minutes')
    await playSlot(player)
    await pass(player, '1 minute')
    await logIn(player)
    await playSlot(player)
    const rows = await rowsBy(player, 'session')
    expect(rows.map(({ staked }) => staked)).toEqual([10, 20, 10])
    const minutes = rows.map(({ seconds }) => Math.floor(seconds / 60))
    expect(minutes).toEqual([0, 59, 10])
    for (const { from, to, seconds } of rows) {
      const beyond = (Date.parse(to) - Date.parse(from)) / 1_000 - seconds
      // The times on the wire lack their microseconds.
      expect(beyond).toBeGreaterThan(-0.002)
      expect(beyond).toBeLessThan(1.002)
    }
  })

  test('one without play has ended with its last bet an hour after it', async () => {
    const player = await server.player()
    await playSlot(player)
    await pass(player, '90 minutes')
    expect((await rowsBy(player, 'session'))[0]?.seconds).toBeLessThan(600)
  })

  test('a log-in in which nothing happened is none; one with a deposit alone is', async () => {
    const player = await server.player()
    await playSlot(player)
    for (let again = 0; again < 3; again += 1) await logIn(player)
    await post(player.id, new Date().toISOString(), 'deposit', fkr(50))
    await logIn(player)
    const rows = await rowsBy(player, 'session')
    expect(rows.map(({ staked, deposited }) => [staked, deposited])).toEqual([
      // The running one.
      [0, 0],
      [0, 50],
      [10, 0],
    ])
  })
})

describe('by day and month', () => {
  /** A player of the server with a limit's time zone. */
  const livingIn = async (zone: string) => {
    const player = await server.player({ deposit: fkr(0) })
    await server.db.owner.rows(sql`select ledger.set_limit($1, 'deposit', 'month', 100000, $2)`, [
      player.id,
      zone,
    ])
    await begin(player.id)
    return player
  }

  test.for([
    // The clocks go forward: a day of 23 hours.
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    // Back: 25.
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    // Midnight itself comes twice; the first begins the day.
    ['America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
    // Midnight doesn't come: the day begins at one.
    ['Asia/Beirut', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
    ['Asia/Kolkata', '2026-02-27T18:30Z', '2026-02-28T18:30Z'],
    ['UTC', '2028-02-29T00:00Z', '2028-03-01T00:00Z'],
  ] as const)(
    'a day in %s from %s to %s holds what is on its first and last microsecond',
    async ([zone, from, to]) => {
      const player = await livingIn(zone)
      const moved = sql`select ($1::timestamptz + $2::interval)::text as at`
      for (const [time, offset, stake] of [
        [from, '-1 microsecond', 10],
        [from, '0', 20],
        [from, '30 minutes', 40],
        [to, '-1 microsecond', 80],
        [to, '0', 160],
      ] as const) {
        const { at: moment } = await one(
          server.db.owner.rows<{ at: string }>(moved, [time, offset]),
        )
        await post(player.id, moment, 'stake', fkr(-stake))
      }
      const rows = await rowsBy(player, 'day')
      expect(rows.map(({ staked }) => staked)).toEqual([160, 140, 10, 0])
      expect(rows[1]).toMatchObject({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        net: -140,
      })
    },
  )

  test('a month ends where that of the limits does, and the asked zone counts only without one', async () => {
    const player = await livingIn('Asia/Kolkata')
    await post(player.id, '2028-02-29T18:29:59.999999Z')
    await post(player.id, '2028-02-29T18:30:00Z', 'stake', fkr(-20))
    const asked = await history(player, 'month', { tz: 'America/New_York' })
    expect(asked.Time_Zone).toBe('Asia/Kolkata')
    expect(asked.Data.map(({ from, staked }) => [from, staked])).toEqual([
      ['2028-02-29T18:30:00.000Z', 20],
      ['2028-01-31T18:30:00.000Z', 10],
      ['2019-12-31T18:30:00.000Z', 0],
    ])
    const free = await server.player()
    expect((await history(free, 'month', { tz: 'America/New_York' })).Time_Zone).toBe(
      'America/New_York',
    )
    expect((await history(free, 'month', { tz: 'Mars/Olympus' })).Time_Zone).toBe('UTC')
  })

  test('a session over midnight is split between its days', async () => {
    const player = await server.player()
    await playSlot(player)
    await pass(player, '30 minutes')
    await playSlot(player)
    const zones = await server.db.owner.rows<{ name: string }>(
      sql`select name from pg_timezone_names
        where clock_timestamp() - date_trunc('day', clock_timestamp(), name)
          between interval '5 minutes' and interval '25 minutes' limit 1`,
    )
    // Somewhere it is just after midnight in two of four quarters of an hour.
    const rows = await rowsBy(player, 'day', { tz: zones[0]?.name ?? 'UTC' })
    const seconds = rows.reduce((sum, row) => sum + row.seconds, 0)
    expect(seconds).toBeGreaterThanOrEqual(1_799)
    expect(seconds).toBeLessThan(2_400)
    expect(rows.reduce((sum, { staked }) => sum + staked, 0)).toBe(20)
    if (zones.length > 0) expect(rows.map(({ staked }) => staked)).toEqual([10, 10])
  })

  test('a withdrawal counts with its fee when it is asked for, and is taken off when it comes back', async () => {
    const player = await livingIn('UTC')
    await post(player.id, '2026-05-01T12:00:00Z', 'withdraw', fkr(-500))
    await post(player.id, '2026-05-02T12:00:00Z', 'withdraw_refund', fkr(200))
    const { Data, Lifetime } = await history(player, 'day')
    expect(Data.map(({ withdrawn }) => withdrawn)).toEqual([-200, 500, 0])
    expect(Lifetime).toEqual({ deposited: 5_000, withdrawn: 300, net: 4_700 })
  })
})

test('page by page it is the same list, newest first', async () => {
  const player = await server.player({})
  await begin(player.id)
  for (let day = 1; day <= 9; day += 1)
    await post(player.id, `2026-0${day}-11T12:00:00Z`, 'stake', fkr(-day))
  for (const by of ['day', 'month']) {
    const whole = await rowsBy(player, by, { limit: '100' })
    const paged: Row[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await history(player, by, { limit: '2', ...(cursor && { cursor }) })
      paged.push(...page.Data)
      cursor = page.Next
    }
    expect(paged).toEqual(whole)
    expect(whole.map(({ staked }) => staked).filter((staked) => staked > 0)).toEqual([
      9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
  }
  const { status } = await player.send('playHistory?by=day&cursor=nonsense', {})
  expect(status).toBe(400)
})

test('every sum between two times is what the movements between them say, between any marks', async () => {
  const minute = fc.integer({ min: 0, max: 3_000 })
  const act = fc.record({ minute, isBet: fc.boolean(), nonce: fc.integer({ min: 1, max: 60 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), fc.array(minute), async (acts, edges) => {
      const player = await makePlayer(server.db)
      await begin(player)
      const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
      const inOrder = acts.toSorted((a, b) => a.minute - b.minute)
      for (const [index, { minute, isBet, nonce }] of inOrder.entries())
        await server.db.owner.rows(
          sql`select ledger.post($1, gen_random_uuid(), $2::ledger.movement_kind,
            deposit => $3::bigint, games => -$3::bigint, next_nonce => $4, begins_session => $5,
            at => $6::timestamptz + $7 * interval '1 ms')`,
          [
            player,
            isBet ? 'stake' : 'win',
            isBet ? -1_000 : 700,
            nonce,
            nonce > 55,
            at(minute),
            index,
          ],
        )
      for (const edge of [...edges.map(at), 'infinity', '-infinity'])
        expect(
          await server.db.owner.rows(
            sql`select wagered, lost, deposited, withdrawn from ledger.sums_before($1, $2)`,
            [player, edge],
          ),
        ).toEqual(
          await server.db.owner.rows(
            sql`select coalesce(sum(games) filter (where kind = 'stake'), 0)::bigint as wagered,
              coalesce(sum(games), 0)::bigint as lost,
              coalesce(sum(deposit) filter (where kind = 'deposit'), 0)::bigint as deposited,
              0::bigint as withdrawn
            from ledger.movements where player_id = $1 and at < $2`,
            [player, edge],
          ),
        )
    }),
    { seed: propertySeed, numRuns: 20 },
  )
})

test('the history of play needs a session', async () => {
  const { status } = await httpClient(server.url).send('playHistory?by=day', {})
  expect(status).toBe(401)
})
