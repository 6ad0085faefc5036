import { fkr } from '@pipkin/money'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../../../test/processes/running-server.ts'
import { placeBet, playSlot, replaceInTime } from '../../../test/rounds/play.ts'
import { one, sql } from '../../platform/database/database.ts'
import { figureSweep } from './count-figures.ts'

let server: RunningServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/** What is counted, and what a sum over everything says. */
const figures = () =>
  one(
    server.db.owner.rows(sql`
      select (select coalesce(jsonb_object_agg(player_id, won), '{}')
        from activity.winnings) as won,
             (select coalesce(jsonb_object_agg(game, rounds), '{}')
              from (select game, sum(rounds) as rounds from activity.hourly_rounds
                group by game) p) as plays`),
  )
const truth = () =>
  one(
    server.db.owner.rows(sql`
      select (select coalesce(jsonb_object_agg(player_id, won), '{}')
              from (select player_id, sum(win) as won from ledger.movements
                    where kind in ('win', 'partial_win') group by player_id) m) as won,
             (select coalesce(jsonb_object_agg(game, rounds), '{}')
              from (select game, count(*) as rounds from ledger.rounds group by game) r) as plays`),
  )

/**
 * Sweeps until it is so: other work on the database server may hold the counted point back for a
 * moment.
 */
const sweptUntil = (sweep: () => Promise<unknown>, read: () => Promise<unknown>, wanted: unknown) =>
  expect
    .poll(async () => {
      await sweep()
      return read()
    })
    .toEqual(wanted)

/** Some bets of some players at once. */
async function playAround(players: number, rounds: number): Promise<void> {
  const all = await Promise.all(Array.from({ length: players }, () => server.player()))
  await Promise.all(
    all.map(async (player) => {
      for (let n = 0; n < rounds; n += 1) await playSlot(player)
      await placeBet(player, 2)
    }),
  )
}

test('counts each movement once, whenever it looks and however many look', async () => {
  const [sweep, other] = [figureSweep(server.db.worker), figureSweep(server.db.worker)]
  const playing = playAround(4, 8)
  let done = false
  void playing.finally(() => {
    done = true
  })
  while (!done) await Promise.all([sweep(), other(), sweep(), other()])
  await playing
  await sweptUntil(sweep, figures, await truth())
  await sweep()
  await other()
  expect(await figures()).toEqual(await truth())
})

test('what is committed late is still counted, and nothing before it is over', async () => {
  const sweep = figureSweep(server.db.worker)
  await sweep()
  await sweep()
  await server.db.owner.transaction(async (inside) => {
    const player = await server.player()
    await inside.rows(
      sql`select ledger.post($1, gen_random_uuid(), 'win', win => 700, games => -700)`,
      [player.id],
    )
    for (let n = 0; n < 4; n += 1) await sweep()
    expect(await figures()).toMatchObject({ won: {} })
  })
  await sweptUntil(sweep, async () => Object.values((await figures()).won as object), [700])
})

test('catches up with what happened before it was there, hour by hour', async () => {
  const player = await server.player()
  const [before, then] = [100.5, 100].map((hours) => new Date(Date.now() - hours * 3_600_000))
  await replaceInTime(server.db.owner, (await playSlot(player)).Transaction_Id, then!.toISOString())
  await server.db.owner.rows(sql`update activity.counted set upto = $1`, [before])
  const sweep = figureSweep(server.db.worker)
  const isThere = () =>
    server.db.owner.rows(
      sql`select upto > now() - interval '1 minute' as "isThere" from activity.counted`,
    )
  await sweptUntil(sweep, isThere, [{ isThere: true }])
  await sweptUntil(sweep, async () => (await figures()).won, (await truth()).won)
})

test('the three largest returns of each hour are known, however they come', async () => {
  const player = await server.player({ deposit: fkr(5) })
  const sweep = figureSweep(server.db.worker)
  const payouts = [500, 100, 900, 300, 900, 700, 200]
  for (const payout of payouts) {
    await server.db.owner.rows(
      sql`
        select ledger.post($1, gen_random_uuid(), 'win', win => $2::bigint, games => -$2::bigint)`,
      [player.id, payout],
    )
    await sweep()
  }
  const top = async () => (await player.send('getTop3Winners', {})).body.Data
  await sweptUntil(
    sweep,
    top,
    [9, 9, 7].map((Amount) => ({ Name: 'Meera N.', Amount, ProfilePic: null })),
  )
})
