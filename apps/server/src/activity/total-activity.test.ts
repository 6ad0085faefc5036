import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { type PlayedRound, placeBet, playSlot, replaceInTime } from '../../test/rounds/play.ts'
import { one, sql } from '../platform/database/database.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
})

interface Totals {
  rounds: number
  staked: number
  returned: number
  net: number
  points: { at: string; net: number }[]
}

const totals = async (query: Record<string, string> = {}) => {
  const answer = await player.send(
    `activityTotals?${new URLSearchParams({ User_Id: String(player.id), ...query })}`,
    {},
  )
  return { status: answer.status, ...(answer.body.Data as Totals) }
}

/** Settled rounds, placed at these times. */
async function playAt(...times: string[]): Promise<PlayedRound[]> {
  const played: PlayedRound[] = []
  for (const at of times) {
    const round = await playSlot(player)
    await replaceInTime(server.db.owner, round.Transaction_Id, at)
    played.push(round)
  }
  return played
}

const sumOf = (rounds: PlayedRound[]) => ({
  rounds: rounds.length,
  staked: rounds.reduce((sum, { Bet_Amt }) => sum + Bet_Amt, 0),
  returned: rounds.reduce((sum, { Return_Amt }) => sum + Return_Amt, 0),
})

test('a period without play totals zero and has no point', async () => {
  expect(await totals()).toEqual({
    status: 200,
    rounds: 0,
    staked: 0,
    returned: 0,
    net: 0,
    points: [],
  })
})

test('the net after each settled round; an open one does not count yet', async () => {
  const played = await playAt('2026-11-01T10:00Z', '2026-11-01T11:00Z', '2026-11-01T12:00Z')
  await placeBet(player, 2)
  const sums = sumOf(played)
  let net = 0
  expect(await totals()).toEqual({
    status: 200,
    ...sums,
    net: sums.returned - sums.staked,
    points: played.map(({ Bet_Amt, Return_Amt }, i) => {
      net += Return_Amt - Bet_Amt
      return { at: `2026-11-01T1${i}:00:00.000Z`, net }
    }),
  })
})

test('the totals of a period: days in the zone, the last one whole; instants up to and without the last', async () => {
  const played = await playAt(
    '2026-10-31T18:29:59Z',
    '2026-10-31T18:30:00Z',
    '2026-11-01T18:29:59Z',
    '2026-11-01T18:30:00Z',
  )
  const day = { from: '2026-11-01', to: '2026-11-01' }
  expect(await totals({ ...day, tz: 'Asia/Kolkata' })).toMatchObject(sumOf(played.slice(1, 3)))
  expect(await totals({ ...day, tz: 'UTC' })).toMatchObject(sumOf(played.slice(2)))
  expect(await totals({ to: '2026-10-31', tz: 'UTC' })).toMatchObject(sumOf(played.slice(0, 2)))
  expect(
    await totals({ from: '2026-11-01T18:29:59Z', to: '2026-11-02T00:00:00+05:30' }),
  ).toMatchObject(sumOf(played.slice(2, 3)))
  expect(
    await totals({ from: '2026-11-01T18:29:59Z', to: '2026-11-02T00:00:01+05:30' }),
  ).toMatchObject(sumOf(played.slice(2)))
})

test.each([
  // Midnight comes twice: the first begins the day.
  ['America/Havana', '2025-11-02', '2025-11-02T04:00Z', '2025-11-03T05:00Z'],
  // It doesn't come: the day begins at one.
  ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00Z', '2026-03-29T21:00Z'],
])('a day in %s, %s, is from %s to %s', async (tz, day, from, to) => {
  const justBefore = (time: string) => new Date(Date.parse(time) - 1).toISOString()
  const played = await playAt(justBefore(from), from, justBefore(to), to)
  expect(await totals({ from: day, to: day, tz })).toMatchObject(sumOf(played.slice(1, 3)))
})

test.each([
  { from: 'yesterday' },
  { from: '2026-13-01' },
  { to: '2026-11-01T10:00' },
  { to: '' },
  { tz: 'Mars' },
])('totals refuse the malformed period %j', async (query) => {
  expect((await totals(query)).status).toBe(400)
})

test('at most 200 points, of which the last is the whole', async () => {
  const { staked, returned } = sumOf(await playAt('2026-11-01T10:00Z'))
  // The same round 1,000 times more.
  await server.db.owner.rows({
    name: 'many',
    text: `with source as (
             select r.*, m.deposit, m.bonus, m.win, m.games from ledger.rounds r
             join ledger.movements m on m.player_id = r.player_id and m.movement_id = r.round_id
             where r.player_id = ${player.id}
           ), many as (
             select gen_random_uuid() as id, n from generate_series(0, 999) n
           ), rounds as (
             insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed,
               rules_hash, stake, placed_at, moves, moved_at, status, payout, settled_at,
               settlement_id)
             select player_id, id, game, 1 + n / 1000, n % 1000, client_seed, rules_hash, stake,
                    placed_at + n * interval '1 second', moves, moved_at, status, payout,
                    settled_at, settlement_id from source, many
           )
           insert into ledger.movements (player_id, at, movement_id, kind, deposit,
             bonus, win, games, round_id)
           select player_id, placed_at + n * interval '1 second', id, 'stake', deposit, bonus, win,
                  games, id from source, many`,
  })
  const { points, ...all } = await totals()
  expect(all).toMatchObject({ rounds: 1001, staked: 1001 * staked, returned: 1001 * returned })
  expect(points).toHaveLength(200)
  expect(points.at(-1)?.net).toBe(1001 * (returned - staked))
})

test('LIMIT-07 a long history is added up from what was counted once, to the same sums', async () => {
  const rounds = 12_000
  await server.db.owner.rows(
    sql`
    with epochs as (
      insert into ledger.epochs (player_id, epoch, seed)
      select $1, n, sha256(int4send(n)) from generate_series(2, $2 / 1000 + 1) n
    )
    update ledger.wallets set epoch = $2 / 1000 where player_id = $1`,
    [player.id, rounds],
  )
  await server.db.owner.rows(
    sql`
    insert into ledger.rounds (player_id, round_id, game, epoch, nonce, client_seed, rules_hash,
      stake, placed_at, moved_at, moves, status, settled_at, payout, settlement_id)
    select $1, gen_random_uuid(), 3, n / 1000, n % 1000, 'x', g.rules_hash, 1000, at, at,
           '[{"spin": true}]', case when n % 7 = 0 then 'win' else 'loss' end::ledger.round_status,
           at, case when n % 7 = 0 then 5000 else 0 end, case when n % 7 = 0 then uuidv7() end
    from generate_series(0, $2 - 1) n join ledger.games g on g.game = 3,
         lateral (select '2026-01-01T00:00Z'::timestamptz + n * interval '1 minute' as at) t`,
    [player.id, rounds],
  )
  // One is open, so its epoch can still change and isn't counted.
  await server.db.owner.rows(
    sql`
    update ledger.rounds set status = 'pending', settled_at = null
    where player_id = $1 and epoch = 3 and nonce = 5`,
    [player.id],
  )
  const expected = (from: number, to: number) => {
    const settled = Array.from({ length: to - from }, (_, n) => from + n).filter((n) => n !== 3005)
    const [staked, wins] = [10 * settled.length, settled.filter((n) => n % 7 === 0).length]
    return { rounds: settled.length, staked, returned: 50 * wins, net: 50 * wins - staked }
  }
  const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()
  const first = await totals()
  expect(first).toMatchObject(expected(0, rounds))
  expect(first.points.length).toBeLessThanOrEqual(200)
  expect(first.points.length).toBeGreaterThan(100)
  expect(first.points.at(-1)).toEqual({ at: at(rounds - 1), net: first.net })
  // Whole spans and parts of them, in the middle of what was counted.
  for (const [from, to] of [
    [17, rounds - 40],
    [2_990, 9_999],
    [3_000, 3_010],
    [5_001, 5_003],
  ] as const)
    expect(await totals({ from: at(from), to: at(to) })).toMatchObject(expected(from, to))

  // Asked again, it reads what was counted, and the rounds of the epoch that wasn't.
  const { rows } = server.db.database
  const fetched = sql`
    select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::int as rows
    from pg_stat_xact_user_tables where schemaname = 'ledger' and relname = 'rounds'`
  const spy = vi.spyOn(server.db.database, 'rows')
  await totals()
  const asked = spy.mock.calls.filter(([{ text }]) => text.includes('activity.spans'))
  spy.mockImplementation(rows)
  const read = await server.db.owner.transaction(async (inside) => {
    for (const [statement, values] of asked) await inside.rows(statement, values)
    return (await one(inside.rows<{ rows: number }>(fetched))).rows
  })
  spy.mockRestore()
  expect(read).toBeLessThanOrEqual(1_100)
})
