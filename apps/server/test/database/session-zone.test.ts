import { contract } from '@pipkin/contract/schemas'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readFeeSettings } from '../../src/desk/fees/read-fee-settings.ts'
import { sql } from '../../src/platform/database/database.ts'
import { startDesk } from '../desk/desk.ts'
import { bringFriend, makePlayer } from '../players/player.ts'
import {
  openAround,
  type RunningServer,
  type SignedIn,
  serve,
} from '../processes/running-server.ts'
import { playSlot } from '../rounds/play.ts'

/**
 * A database whose sessions have another time zone than UTC: its operator may have set one, and no
 * answer may show it.
 */

const rows = 7
let server: RunningServer
let me: SignedIn

/** Behind UTC: its months begin in the last day of UTC's. Its clocks go forward on 2026-03-08. */
const zone = 'America/New_York'

beforeAll(async () => {
  const around = await openAround()
  const { owner } = around.db
  // Before the API opens its first connection.
  await owner.rows(sql`
    do $$ begin
      execute format('alter database %I set timezone to %L', current_database(),
        'America/New_York');
    end $$`)
  server = await serve(around)
  me = await server.player()
  for (let n = 0; n < rows; n += 1) {
    await playSlot(me)
    await bringFriend(around.db, me.id, await makePlayer(around.db))
    await owner.rows(sql`insert into players.password_changes (player_id) values ($1)`, [me.id])
  }
  // All within one millisecond: only a position with its microseconds keeps them apart.
  await owner.rows(sql`
    update ledger.movements m
      set at = date_trunc('second', now()) + place * interval '1 microsecond'
    from (select movement_id, row_number() over (order by at, movement_id) as place
      from ledger.movements) n
    where n.movement_id = m.movement_id`)
  await owner.rows(sql`
    update players.password_changes c
      set at = date_trunc('second', now()) + place * interval '1 microsecond'
    from (select change_id, row_number() over (order by at, change_id) as place
      from players.password_changes) n
    where n.change_id = c.change_id`)
  await owner.rows(sql`
    update referral.rewards
      set at = date_trunc('second', now()) + friend_id % 100 * interval '1 microsecond'`)
})
afterAll(() => server.close())

const page = async (path: string, query: Record<string, string>) => {
  const answer = await me.send(`${path}${new URLSearchParams(query)}`, {})
  expect(answer).toMatchObject({ status: 200, body: { Status: true } })
  const { Data, referralLinks = Data, Next } = answer.body
  if (!Array.isArray(referralLinks)) throw new Error('no list')
  return { found: referralLinks, next: typeof Next === 'string' ? Next : null }
}

test('the sessions of this one have another', async () => {
  expect(await server.db.database.rows(sql`select current_setting('timezone') as zone`)).toEqual([
    { zone },
  ])
})

test.each([
  ['listTransactions', 'User_Id'],
  ['listTodayActivity', 'User_Id'],
  ['listNotices', 'User_Id'],
  ['listEarnings', 'referrer_id'],
] as const)('%s: the pages are the list, and none is refused', async (name, field) => {
  const call = `${contract[name].call.path}?${field}=${me.id}&`
  const whole = await page(call, { limit: '100' })
  expect(whole.found.length).toBeGreaterThanOrEqual(rows)
  const seen: unknown[] = []
  let cursor: string | null = null
  do {
    const { found, next } = await page(call, { limit: '3', ...(cursor !== null && { cursor }) })
    seen.push(...found)
    cursor = next
  } while (cursor !== null && seen.length < 100)
  expect(seen).toEqual(whole.found)
})

test('the back office’s days and months are those of UTC', async () => {
  const { owner } = server.db
  const desk = await startDesk(server.db)
  onTestFinished(() => desk.close())
  const { get } = await desk.operator('admin')
  const times = [
    '2026-02-28 23:59:59.999999',
    '2026-03-01 00:00:00',
    '2026-03-08 00:00:00',
    '2026-03-08 23:59:59.999999',
    '2026-03-09 00:00:00',
    '2026-03-31 23:59:59.999999',
    '2026-04-01 00:00:00',
  ].map((time) => `${time}+00`)
  await owner.rows(
    sql`
    update ledger.rounds r set placed_at = given.at, settled_at = given.at
    from (select at, place from unnest($1::timestamptz[]) with ordinality as t (at, place)) given,
         (select round_id, row_number() over (order by round_id) as place from ledger.rounds) n
    where r.round_id = n.round_id and n.place = given.place`,
    [times],
  )
  await owner.rows(
    sql`
    update referral.rewards r set unlocked_at = given.at
    from (select at, place from unnest($1::timestamptz[]) with ordinality as t (at, place)) given,
         (select movement_id, row_number() over (order by movement_id) as place
          from referral.rewards) n
    where r.movement_id = n.movement_id and n.place = given.place`,
    [times],
  )
  const days = (found: readonly (string | null)[]) => found.map((time) => time?.slice(0, 10))
  for (const moment of ['placed', 'ended']) {
    const rounds = async (span: string, since: string) => {
      const { Data } = await get(`listGameRounds?of=${moment}&span=${span}&since=${since}&limit=50`)
      return days(Data.rounds.map(({ placedAt }) => placedAt))
    }
    expect(await rounds('month', '2026-03-01')).toEqual(days(times.slice(1, 6).reverse()))
    expect(await rounds('day', '2026-03-08')).toEqual(['2026-03-08', '2026-03-08'])
  }
  const { Data } = await get('listUnlocked?day=2026-03-08&limit=50')
  const unlocked = days(Data.rewards.map(({ unlockedAt }) => unlockedAt))
  expect(unlocked).toEqual(['2026-03-08', '2026-03-08'])
  // The load of a game is that of yesterday and today: from its first hour on.
  await owner.rows(sql`
    insert into activity.hourly_rounds (hour, game, rounds)
    values ((ledger.today() - 1)::timestamp at time zone 'UTC', 2, 77),
           (ledger.today()::timestamp at time zone 'UTC' - interval '25 hours', 2, 99)`)
  const { whatIf } = (await get('readGame?game=2')).Data
  expect(whatIf.hour.rounds).toBe(77)
})

// At any hour one of these two has another date than UTC.
test.each(['Etc/GMT+12', 'Etc/GMT-14'])(
  'the last 30 days are those of UTC, in %s too',
  async (zone) => {
    const { owner } = server.db
    const { month } = await owner.transaction(async (inside) => {
      await inside.rows(sql`select set_config('timezone', $1, true)`, [zone])
      await inside.rows(sql`
      insert into activity.house
        (unit, start, kind, game, times, wallets, games, fees, promotions, chain, transfers,
         withdrawals)
      select 'day', ledger.today() - ago, 'send', 0, 1, -sent, 0, 0, 0, 0, sent, 0
      from (values (29, 100), (30, 1000)) day (ago, sent)`)
      const read = await readFeeSettings({ database: inside })
      if (!read.ok) throw new Error(read.code)
      await inside.rows(sql`delete from activity.house`)
      return read.answer
    })
    expect(month.sent).toBe(100n)
  },
)

test('a game is hard until midnight in UTC', async () => {
  await server.db.owner.rows(sql`update ledger.settings set daily_loss = 0`)
  const { body } = await server.player().then(({ send }) => send('gameList', {}))
  const games = body.Data as { Hard_Until: string | null }[]
  const hard = games.flatMap(({ Hard_Until }) => Hard_Until ?? [])
  expect(hard).toEqual([expect.stringMatching(/T00:00:00\.000Z$/)])
})
