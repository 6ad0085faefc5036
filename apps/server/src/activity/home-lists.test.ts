import { fkr } from '@pipkin/money'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { httpClient } from '../../test/calls/http-client.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { placeBet } from '../../test/rounds/play.ts'
import { one, sql } from '../platform/database/database.ts'
import { figureSweep } from './counts/count-figures.ts'

let server: RunningServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const post = sql`
  select ledger.post($1, gen_random_uuid(), $2, win => $3::bigint, games => -$3::bigint, at => $4)`

const win = (player: SignedIn, payout: number, at = 'now') =>
  server.db.owner.rows(post, [player.id, 'win', fkr(payout), at])

/** A time of the database. */
const daysAgo = async (days: number) =>
  (
    await one(
      server.db.owner.rows<{ at: string }>(
        sql`select (now() - $1 * interval '1 day')::text as at`,
        [days],
      ),
    )
  ).at

/**
 * Counts all that is there: other tests' database transactions on the same server may hold the
 * counted point back for a while.
 */
async function count(): Promise<void> {
  const { first, moment } = await one(
    server.db.owner.rows<{ first: Date | null; moment: string }>(
      sql`select min(at) as first, now()::text as moment from ledger.movements`,
    ),
  )
  await server.db.owner.rows(
    sql`update activity.counted
        set upto = coalesce($1::timestamptz, now()) - interval '1 second'`,
    [first],
  )
  const sweep = figureSweep(server.db.worker, undefined, '1 day')
  await expect
    .poll(async () => {
      await sweep()
      return server.db.owner.rows(sql`select upto > $1 as done from activity.counted`, [moment])
    })
    .toEqual([{ done: true }])
}

const read = async (call: string, as = httpClient(server.url)) =>
  (await as.send(call, {})).body.Data

test('Top 10 Players: the sum of credited winnings, of all time, others masked', async () => {
  const [small, large, hidden] = [
    await server.player(),
    await server.player(),
    await server.player(),
  ]
  await win(small, 50)
  await win(large, 100, await daysAgo(20))
  await win(large, 900)
  await win(hidden, 600)
  // A stake that came back is no winning.
  await server.db.owner.rows(post, [small.id, 'tie', fkr(9_000), 'now'])
  await server.db.owner.rows(
    sql`update players.accounts set show_name = false where player_id = $1`,
    [hidden.id],
  )
  await count()
  const masked = (player: SignedIn) => `••••${String(player.id).slice(-4)}`
  const rows = (own?: SignedIn) =>
    (
      [
        [large, 'Meera N.', 1_000],
        [hidden, `Player ••${String(hidden.id).slice(-2)}`, 600],
        [small, 'Meera N.', 50],
      ] as const
    ).map(([player, Name, Total_Winnings]) => ({
      User_Id: player === own ? player.id : masked(player),
      Name,
      ProfilePic: null,
      Total_Winnings,
    }))
  expect(await read('getTop10Players')).toEqual(rows())
  expect(await read('getTop10Players', hidden)).toEqual(rows(hidden))
})

test('Top 10 Players are ten', async () => {
  for (let n = 1; n <= 12; n += 1) await win(await server.player(), n)
  await count()
  const rows = (await read('getTop10Players')) as { Total_Winnings: number }[]
  expect(rows.map(({ Total_Winnings }) => Total_Winnings)).toEqual([
    12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ])
})

test('Top-3 Winners: the largest single returns of the last 7 days', async () => {
  const [first, second] = [await server.player(), await server.player()]
  await win(first, 10_000, await daysAgo(7.1))
  await win(first, 500, await daysAgo(6.9))
  await win(first, 400, await daysAgo(1))
  await win(second, 450, await daysAgo(2))
  await win(second, 300, await daysAgo(3))
  await count()
  expect(await read('getTop3Winners')).toMatchObject([
    { Amount: 500 },
    { Amount: 450 },
    { Amount: 400 },
  ])
})

test('Most Popular: by rounds of the last 7 days, then as in the catalogue', async () => {
  const players = [await server.player(), await server.player()]
  for (const player of players) await placeBet(player, 4, 5)
  for (const player of players) await placeBet(player, 2)
  await placeBet(players[0]!, 3)
  await count()
  const games = (await read('mostpopular')) as { Id: number }[]
  expect(games.slice(0, 4).map(({ Id }) => Id)).toEqual([2, 4, 3, 1])
  expect(games[0]).toEqual(
    ((await read('gameList')) as { Id: number }[]).find(({ Id }) => Id === 2),
  )
})

test('before anything is won the lists are empty, the games as in the catalogue', async () => {
  expect(await read('getTop10Players')).toEqual([])
  expect(await read('getTop3Winners')).toEqual([])
  expect(await read('mostpopular')).toEqual(await read('gameList'))
})
