import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PlayedRound, placeBet, playSlot, replaceInTime } from '../../test/play.ts'
import { type RunningServer, type SignedIn, startServer } from '../../test/running-server.ts'

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

test('nothing played is zero and no point', async () => {
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

test('of a period: days in the zone, the last one whole; instants up to and without the last', async () => {
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
  { from: 'yesterday' },
  { from: '2026-13-01' },
  { to: '2026-11-01T10:00' },
  { to: '' },
  { tz: 'Mars' },
])('%j is not well formed', async (query) => {
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
             select gen_random_uuid() as id, n from generate_series(1, 1000) n
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
